import type { HatPicture } from "../hats.ts";

const flowerCrown: HatPicture = {
  front: `
    .A......
    aya.2.w.
    2a32.wyw
    .3.2.2w.`,
  side: `
    ..w..A..
    2wyw2ay2
    .2w.32a.
    .3..2..3`,
  back: `
    .A....w.
    ay2.2wy.
    2a32.2w2
    ..3.2..3`,
};

const bow: HatPicture = {
  front: `
    .....2.2
    .....131
    .....2.2`,
  top: `
    ........
    ........
    ........
    ........
    ........
    .....2.2
    .....131
    .....2.2`,
  side: `
    2.......
    1.......`,
};

/** Only to look nice. */
export const FLOWERS = { flowerCrown, bow };
