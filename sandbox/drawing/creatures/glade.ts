import type { Creature } from "../creatures.ts";

const panda: Creature = {
  coat: "#f4f1ea",
  second: "#2d2a35",
  third: "#6f9c52",
  paws: "#2d2a35",
  front: `
    22122122
    22222222
    22222222
    2aa22aa2
    aawaawaa
    aaa22aaa
    2223k222
    22233222`,
  overFront: `
    aa....aa
    aA....Aa`,
  overSide: `
    ..aa....
    ..aA....`,
  overTop: `
    ........
    ........
    ........
    aa....aa
    aA....Aa
    ........
    ........
    ........`,
};

const rabbit: Creature = {
  coat: "#d9b48c",
  second: "#fff3e6",
  third: "#e98d97",
  front: `
    22a22a22
    22222222
    22222222
    22222222
    2kw22wk2
    2kk22kk2
    paaccaap
    .aa33aa.`,
  overFront: `
    .2c..c2.
    .2c..c2.
    .23..32.`,
  overTop: `
    ........
    ........
    .22..22.
    .2c..c2.
    .2c..c2.
    .2c..c2.
    .2c..c2.
    .23..32.`,
  overBack: `
    .22..22.
    .33..33.`,
};

const mushroom: Creature = {
  coat: "#f3e3cc",
  second: "#c8383c",
  third: "#fff6e8",
  front: `
    aaaaaaaa
    aaaaaaaa
    e33ee33e
    22222222
    2kw22kw2
    2kk22kk2
    p2222p2p
    2223.322`,
  side: `
    aaaaaaaa
    aaaaaaaa
    e3e33ee3
    22222222`,
  back: `
    aaaaaaaa
    aaaaaaaa
    3ee33ee3
    22222222`,
  overFront: `
    aAacCaaa
    accaaacC
    eeaeeaec
    .e.ee.e.`,
  overSide: `
    aaaacCaa
    acCaccaa
    eccaaaee
    .e.ee.e.`,
  overBack: `
    aacCaaaa
    aaccaacC
    eeaaeacc
    .e.ee.e.`,
  overTop: `
    aaaacCaa
    acCaccaa
    accaaaaa
    aaaaaacC
    aacCaacc
    aaccaaaa
    cCaaaAaa
    ccaaAAaa`,
};

/** Heads from the clearing. */
export const GLADE = { panda, rabbit, mushroom };
