import type { Creature } from "../creatures.ts";

const fox: Creature = {
  coat: "#d8702f",
  second: "#fbf1e2",
  third: "#3a2431",
  paws: "#4a2c33",
  front: `
    22111122
    21222212
    22222222
    22222222
    2kw22wk2
    ak2aa2ka
    aaakkaaa
    .aaaaaa.`,
  side: `
    21222222
    22222122
    22222222
    22222222
    22222222
    a2222222
    aaa22222
    .aaa2222`,
  overFront: `
    k2....2k
    2p....p2
    3......3`,
  overSide: `
    .2k.....
    .22.....
    .33.....`,
  overTop: `
    ........
    ........
    ........
    ........
    22....22
    k2....2k
    ........
    ........`,
};

const owl: Creature = {
  coat: "#8a6244",
  second: "#f0dcb8",
  third: "#eda636",
  front: `
    32222223
    23233232
    2aaaaaa2
    awkaakwa
    akkaakka
    aaaccaaa
    2aaddaa2
    32e33e23`,
  side: `
    22322322
    23222223
    e2232232
    ae322222
    a2223223
    ae232222
    22322322
    32232232`,
  back: `
    22322322
    23222223
    22232232
    32322222
    22223223
    23232222
    22322322
    32232232`,
  overFront: `
    2......2
    32....23`,
  overSide: `
    .23.....
    .3......`,
};

const raccoon: Creature = {
  coat: "#8d8f99",
  second: "#2f2d38",
  third: "#e8e6e4",
  paws: "#2f2d38",
  front: `
    22111122
    23122132
    cc2222cc
    caa22aac
    aawaawaa
    caaccaac
    ccckkccc
    3cccccc3`,
  side: `
    22122222
    22222122
    c2222222
    2c222222
    aac22222
    aa222222
    cc222222
    3c222222`,
  overFront: `
    ca....ac
    2a....a2`,
  overSide: `
    .ca.....
    .2a.....`,
};

/** Heads from between the trees. */
export const FOREST = { fox, owl, raccoon };
