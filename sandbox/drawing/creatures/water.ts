import type { Creature } from "../creatures.ts";

const frog: Creature = {
  coat: "#6fb552",
  second: "#d8e7a4",
  third: "#f0a23c",
  front: `
    22122122
    22222222
    22222222
    22222222
    2kw22wk2
    2kk22kk2
    p444444p
    aaaaaaaa`,
  side: `
    22222222
    22232222
    22222222
    22223222
    22222222
    22222222
    44322222
    aaa22222`,
  overFront: `
    12....21
    32....23`,
  overSide: `
    12......
    23......`,
  overTop: `
    ........
    ........
    ........
    ........
    ........
    12....21
    22....22
    22....22`,
};

const axolotl: Creature = {
  coat: "#f3b3c2",
  second: "#d8618b",
  third: "#9b3f6c",
  front: `
    21122112
    22222222
    22222222
    22222222
    kw2222wk
    kk2222kk
    p2k22k2p
    222kk222`,
  side: `
    22222222
    22212222
    22222222
    22222222
    22222222
    22222222
    22222222
    22222222`,
  overFront: `
    a......a
    e......e
    a......a
    ........
    a......a`,
  overSide: `
    ...a..a.
    aaea.ae.
    ..eaaa..
    aaaae.a.
    ..eaaae.
    aaea....
    ...aaa..`,
};

const jelly: Creature = {
  coat: "#8fd0c8",
  second: "#c9f2e6",
  third: "#3f7f8a",
  front: `
    33333333
    3a2222a3
    32222223
    32222223
    3kk22kk3
    3kw22kw3
    322kk223
    33333333`,
  overFront: `
    GGGGGGGG
    GggGGGGG
    GgGGGGGG
    GGGGGGGG
    G..GG..G
    G..GG..G
    GGG..GGG
    GGGGGGGG`,
  overSide: `
    GGGGGGGG
    GGGGggGG
    GGGGGgGG
    GGGGGGGG
    GGGGGGGG
    GGgGGGGG
    GGGGGGGG
    GGGGGGGG`,
  overBack: `
    GGGGGGGG
    GgGGGGGG
    GGGGGGGG
    GGGGGGGG
    GGGGGgGG
    GGGGGGGG
    GGgGGGGG
    GGGGGGGG`,
  overTop: `
    GGGGGGGG
    GggGGGGG
    GgGGGGGG
    GGGGGGGG
    GGGGGGGG
    GGGGGGgG
    GGGGGggG
    GGGGGGGG`,
};

/** Heads from the water, and one made of it. */
export const WATER = { frog, axolotl, jelly };
