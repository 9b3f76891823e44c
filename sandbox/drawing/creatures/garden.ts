import type { Creature } from "../creatures.ts";

const pumpkin: Creature = {
  coat: "#dd7f26",
  second: "#ffd766",
  third: "#5f8f3f",
  front: `
    23223223
    13212321
    1Aa11aA1
    2aA32Aa2
    23233232
    2a2222a2
    2aAaaAa2
    32aAa233`,
  side: `
    23223223
    13212321
    13212321
    23223223
    23223223
    23223223
    23223223
    33233233`,
  back: `
    23223223
    13212321
    13212321
    23223223
    23223223
    23223223
    23223223
    33233233`,
  top: `
    32322323
    23222232
    22322322
    322cc223
    223cd322
    22322322
    23222232
    32322323`,
  overTop: `
    ........
    ........
    ...c....
    ...cc...
    ...cd...
    ....dc..
    ........
    ........`,
};

const cactus: Creature = {
  coat: "#5e9a4c",
  second: "#f4f0c8",
  third: "#ec6f9f",
  front: `
    23122132
    a31221a3
    23122132
    23122132
    2kw22wk2
    akk22kka
    p322223p
    23344332`,
  side: `
    23122132
    231a2132
    23122132
    a312213a
    23122132
    23122a32
    2a122132
    23122132`,
  back: `
    23122132
    23a22132
    23122132
    231221a2
    a3122132
    23122132
    2312a132
    23122132`,
  overFront: `
    ....cCc.
    .....cd.`,
  overTop: `
    ........
    ........
    ........
    .....c..
    ....cCc.
    ...cCyCc
    ....cCc.
    .....c..`,
};

const toast: Creature = {
  coat: "#e6bd83",
  second: "#9c5f31",
  third: "#f7dd74",
  front: `
    eaaaaaae
    a122221a
    a2cCc22a
    a22cc22a
    akw22wka
    akk22kka
    ap2kk2pa
    eaaaaaae`,
  side: `
    aaaaaaaa
    aeaaaaea
    aaaaeaaa
    aeaaaaaa
    aaaaaaea
    aaeaaaaa
    aaaaaeaa
    eaaaaaae`,
  back: `
    eaaaaaae
    a122221a
    a222122a
    a212222a
    a222212a
    a221222a
    a222222a
    eaaaaaae`,
  top: `
    aaaaaaaa
    aeaaaaea
    aaaaeaaa
    aeaaaaaa
    aaaaaaea
    aaeaaaaa
    aaaaaeaa
    aaaaaaaa`,
};

/** Heads that grew. */
export const GARDEN = { pumpkin, cactus, toast };
