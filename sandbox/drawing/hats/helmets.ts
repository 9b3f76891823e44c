import type { HatPicture } from "../hats.ts";

const FULL_TOP = `
  33333333
  32222223
  32111223
  32112223
  32122223
  32222223
  32222223
  32222222`;

const minerHelmet: HatPicture = {
  front: `
    211ww112
    22wAAw22
    222ww222
    33333333`,
  side: `
    21112223
    22222223
    22222223
    33333333`,
  back: `
    22222222
    22222222
    22222222
    33333333`,
  top: FULL_TOP,
};

const knightHelm: HatPicture = {
  front: `
    21aAAa12
    221aa122
    33333333
    14444441
    2......2
    2......3
    22....23
    .22..33.`,
  side: `
    21112222
    22222223
    33333333
    12222223
    22222223
    22122223
    22222233
    3333333.`,
  back: `
    222aa222
    222aa222
    333aa333
    222ee222
    222ee222
    222ee222
    32222223
    .333333.`,
  top: `
    222ee222
    222aa222
    221aA122
    211aA112
    211aA112
    221aA122
    222aA222
    222aA222`,
};

const astronaut: HatPicture = {
  front: `
    22111122
    2aAAAAa2
    2gw...g2
    2......2
    2......2
    2......2
    2egggge2
    33222233`,
  side: `
    22112222
    22222222
    23222222
    23222ae2
    23222ea2
    23222222
    23222222
    33333333`,
  back: `
    22111122
    22222222
    23333332
    23aaaa32
    23aeea32
    23333332
    22222222
    33333333`,
  top: FULL_TOP,
};

/** Hard and protective. */
export const HELMETS = { minerHelmet, knightHelm, astronaut };
