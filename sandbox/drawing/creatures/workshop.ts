import type { Creature } from "../creatures.ts";

const robot: Creature = {
  coat: "#a9b4bd",
  second: "#3b4756",
  third: "#66e0d0",
  front: `
    11111113
    12222223
    1aaaaaa3
    1acaaca3
    1aCaaCa3
    1aaaaaa3
    12333323
    33333333`,
  side: `
    12222223
    12222223
    122aa223
    12adca23
    12acda23
    122aa223
    12222223
    33333333`,
  back: `
    12222223
    12333323
    12222223
    12aaaa23
    12222223
    12aaaa23
    12222223
    33333333`,
  overTop: `
    ........
    ........
    ........
    ...cc...
    ...cc...
    ........
    ........
    ........`,
  overFront: `
    ...44...`,
};

const lantern: Creature = {
  coat: "#4a4150",
  second: "#ffcf5e",
  third: "#ff8f3c",
  front: `
    44444444
    4eaaaae4
    4aAAAAa4
    4kAAAAk4
    4kAAAAk4
    4cakkac4
    4ecaace4
    44444444`,
  side: `
    44444444
    4eaaaae4
    4aAAAAa4
    4aAAAAa4
    4aAAAAa4
    4caaaac4
    4ecaace4
    44444444`,
  back: `
    44444444
    4eaaaae4
    4aAAAAa4
    4aAAAAa4
    4aAAAAa4
    4caaaac4
    4ecaace4
    44444444`,
  top: `
    44444444
    43333334
    43222234
    43244234
    43244234
    43222234
    43333334
    44444444`,
};

const ghost: Creature = {
  coat: "#eef0f6",
  second: "#c8cfe4",
  third: "#6d74a0",
  paws: "#dfe3ef",
  front: `
    21111112
    11222211
    22222222
    2cc22cc2
    2kk22kk2
    2kk22kk2
    22222222
    222kk222`,
  side: `
    22222222
    22222222
    2222a222
    222a2222
    22222222
    2a222222
    22222222
    22222222`,
  overFront: `
    g......g
    ........
    ........
    ........
    ........
    ........
    g......g
    gg.gg.gg`,
  overSide: `
    gggggggg
    g......g
    ........
    ........
    ........
    ........
    g......g
    gg.gg.gg`,
};

/** Heads that were built, baked or never there. */
export const WORKSHOP = { robot, lantern, ghost };
