import type { Creature } from "../creatures.ts";

const cat: Creature = {
  coat: "#5d6472",
  second: "#e6e2dc",
  third: "#a9d860",
  front: `
    23122132
    22322322
    22222222
    22222222
    2ck22kc2
    2kk22kk2
    a2appa2a
    aaa33aaa`,
  side: `
    22322222
    23222322
    22232222
    22222232
    22322222
    22222322
    a2232222
    aa222222`,
  overFront: `
    2......2
    p2....2p
    33....33`,
  overSide: `
    .2......
    .22.....
    .33.....`,
};

const chick: Creature = {
  coat: "#f7d45c",
  second: "#ef8f34",
  third: "#e0503f",
  paws: "#f7d45c",
  front: `
    22122122
    22222222
    22222222
    22222222
    2kw22wk2
    2kkaakk2
    p2aAAa2p
    222ee222`,
  overFront: `
    ...1.2..
    ....2...`,
  overTop: `
    ........
    ........
    ........
    ........
    ........
    ...12...
    ..2.1...
    ...12...`,
};

const bee: Creature = {
  coat: "#f2c03d",
  second: "#2f2836",
  third: "#fdf6dd",
  front: `
    aaaaaaaa
    22122122
    22222222
    2kk22kk2
    2wk22wk2
    pkk22kkp
    22aeea22
    aaaaaaaa`,
  side: `
    aaaaaaaa
    22222222
    22222222
    aaaaaaaa
    aaaaaaaa
    22222222
    22222222
    aaaaaaaa`,
  back: `
    aaaaaaaa
    22222222
    22222222
    aaaaaaaa
    aaaaaaaa
    22222222
    22222222
    aaaaaaaa`,
  overFront: `
    .a....a.
    ..a..a..`,
  overTop: `
    ........
    ........
    ........
    ........
    .a....a.
    .a....a.
    .a....a.
    .a....a.`,
};

/** Heads from behind the house. */
export const YARD = { cat, chick, bee };
