import type { HatPicture } from "../hats.ts";

const SOFT_TOP = `
  22222222
  22122212
  21221222
  22212122
  22112212
  22221122
  22122222
  22222222`;

const beanie: HatPicture = {
  front: `
    .212212.
    21212121
    a1a1a1a1
    aeaeaeae`,
  side: `
    21212121
    21212121
    1a1a1a1a
    eaeaeaea`,
  back: `
    .212121.
    21212121
    1a1a1a1a
    eaeaeaea`,
  top: `
    .222222.
    22122122
    212aa212
    22aAAa22
    22aAAa22
    212aa212
    22122122
    .222222.`,
};

const hood: HatPicture = {
  front: `
    21122112
    12233221
    2......2
    2......2
    2......2
    2......2
    3......3
    33....33`,
  side: `
    21122222
    12222222
    22222122
    22222222
    22222222
    22122222
    32222222
    33333333`,
  back: `
    22211222
    22222222
    22122222
    22222222
    22222122
    22222222
    32222223
    33333333`,
  top: SOFT_TOP,
};

const earFlaps: HatPicture = {
  front: `
    22122122
    2AaAaAa2
    AaAaAaAa
    a......a`,
  side: `
    22122222
    aAaA2222
    AaAaA222
    .222.222
    .222....
    .2A2....
    ..A.....`,
  back: `
    22222222
    22122222
    22222222
    22222222`,
  top: SOFT_TOP,
};

const headphones: HatPicture = {
  front: `
    ........
    ........
    ........
    3......3
    a......a
    a......a`,
  side: `
    ...22...
    ...22...
    ..3223..
    ..aAAa..
    .aAaae..
    .aaaee..
    ..aee...`,
  top: `
    ........
    ........
    ........
    22122122
    22222222
    ........
    ........
    ........`,
};

/** Soft and warm. */
export const WOOLLENS = { beanie, hood, earFlaps, headphones };
