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

const cap: HatPicture = {
  front: `
    22AAAA22
    2AAaaAA2
    33333333
    .444444.`,
  side: `
    12222222
    22222222
    33322222
    44......`,
  back: `
    22222222
    22222222
    22333322
    2......2`,
  top: SOFT_TOP,
};

const strawHat: HatPicture = {
  front: `
    21212121
    aaaaaaaa
    eeeeeeee
    12121212`,
  side: `
    12121212
    aaaaaaaa
    eeeeeeee
    21212121`,
  back: `
    21212121
    aaaaaaaa
    eeeeeeee
    12121212`,
  top: SOFT_TOP,
};

const bandana: HatPicture = {
  front: `
    22a22a22
    2a22a22a
    33333333`,
  side: `
    2a22a222
    22a22a22
    33333333`,
  back: `
    22a22a22
    2a22a22a
    33344333
    ..2332..
    ..3..2..`,
  top: SOFT_TOP,
};

const veil: HatPicture = {
  front: `
    21212121
    aaaaaaaa
    eeeeeeee
    VVVVVVVV
    VvvVvvvV
    VvvvvVvV
    VvVvvvvV
    VVVVVVVV`,
  side: `
    12121212
    aaaaaaaa
    eeeeeeee
    VVVVVVVV
    VvvVvvvV
    VvvvvVvV
    VvVvvvvV
    VVVVVVVV`,
  back: `
    21212121
    aaaaaaaa
    eeeeeeee
    VVVVVVVV
    VvvVvvvV
    VvvvvVvV
    VvVvvvvV
    VVVVVVVV`,
  top: SOFT_TOP,
};

/** For the sun, and against bees. */
export const SUN_HATS = { cap, strawHat, bandana, veil };
