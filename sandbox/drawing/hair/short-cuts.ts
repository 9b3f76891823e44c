import type { HairCut } from "../hair.ts";

const NOTHING = "........";

const short: HairCut = {
  front: `
    21121122
    22212232
    2.32..32`,
  side: `
    22112222
    22222232
    22222222
    3.222222
    ...32222
    ....3222
    .....323`,
  back: 6,
  top: "full",
};

const swept: HairCut = {
  front: `
    22112112
    21122222
    32222233
    3....322
    .......3`,
  side: `
    22112222
    21222212
    22222222
    22232222
    3.3.2222
    ....3222
    .....332`,
  back: 6,
  top: "full",
  volume: {
    front: `
      21121122
      22222212
      ..322222
      .....322
      .......3`,
    side: `
      21122112
      22222222
      2222.32.
      22......
      3.......`,
    back: 2,
    top: "full",
  },
};

const spiky: HairCut = {
  front: `
    21122112
    22122122
    23.32.32
    3......3`,
  side: `
    21121122
    22222222
    32222222
    3.332222
    ...32222
    ....3222`,
  back: 6,
  top: "full",
  volume: {
    front: `
      12.12.21
      .2..2.2.`,
    side: `
      1.12.121
      2..2..2.`,
    back: `
      2.12.212
      ..2..2..`,
    top: `
      2.1.2.12
      .12.1.2.
      2.12.1.2
      .2.1.2.1
      1.2.12.2
      .12.2.1.
      2.1.12.2
      12.12.21`,
  },
};

const bald: HairCut = { front: NOTHING, side: NOTHING, back: 0 };

/** Cuts above the ears. */
export const SHORT_CUTS = { short, swept, spiky, bald };
