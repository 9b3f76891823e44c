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

const crown: HatPicture = {
  front: `
    1..11..1
    21122112
    2a2ee2a2
    33333333`,
  side: `
    1..11..1
    21222212
    2a2222a2
    33333333`,
  back: `
    1..11..1
    21222212
    2a2aa2a2
    33333333`,
};

const wizardHat: HatPicture = {
  front: `
    22211222
    2y222212
    aaayyaaa
    33333333`,
  side: `
    22122222
    222222y2
    aaaaaaaa
    33333333`,
  back: `
    22212222
    2222y222
    aaaaaaaa
    33333333`,
  top: FULL_TOP,
};

const captainHat: HatPicture = {
  front: `
    12222221
    122yy221
    12yYYy21
    eeeeeeee
    .kkkkkk.`,
  side: `
    22222222
    22222222
    22222222
    eeeeeeee`,
  back: `
    22222222
    22222222
    22222222
    eeeeeeee`,
  top: FULL_TOP,
};

const chefHat: HatPicture = {
  front: `
    22122212
    22222222
    33333333`,
  side: `
    21222212
    22222222
    33333333`,
  back: `
    22122122
    22222222
    33333333`,
  top: FULL_TOP,
};

/** Hats that say who somebody is. */
export const DRESS_HATS = { crown, wizardHat, captainHat, chefHat };
