import type { Box } from "./boxes.ts";
import { stamp } from "./brush.ts";
import type { Inks } from "./brush.ts";
import { colour, shade, withAlpha } from "./colour.ts";
import { DRESS_HATS } from "./hats/dress-hats.ts";
import { EYEWEAR } from "./hats/eyewear.ts";
import { FACE_WEAR } from "./hats/face-wear.ts";
import { FLOWERS } from "./hats/flowers.ts";
import { HELMETS } from "./hats/helmets.ts";
import { SUN_HATS } from "./hats/sun-hats.ts";
import { WOOLLENS } from "./hats/woollens.ts";
import type { Hat } from "./look.ts";
import type { Pixels } from "./pixels.ts";

/**
 * Something worn on the hat layer: seen from the front, the player's left (first column at the face),
 * the back and above (last row at the face). Letters: 1–4 tones of the colour, aAeE tones of the
 * accent, g see-through accent, v and V see-through colour, w white, k dark, y brass.
 */
export interface HatPicture {
  readonly front?: string;
  readonly side?: string;
  readonly back?: string;
  readonly top?: string;
}

const HATS = {
  ...EYEWEAR,
  ...FACE_WEAR,
  ...HELMETS,
  ...DRESS_HATS,
  ...WOOLLENS,
  ...SUN_HATS,
  ...FLOWERS,
} as const;

export type HatName = keyof typeof HATS;

/** Puts something on the head, over whatever is on the hat layer already. */
export function paintHat(pixels: Pixels, box: Box, hat: Hat): void {
  const picture: HatPicture = HATS[hat.kind];
  const inks = hatInks(hat);
  stamp(pixels, box.front, picture.front ?? "", inks);
  stamp(pixels, box.left, picture.side ?? "", inks);
  stamp(pixels, box.right, picture.side ?? "", inks, { mirror: true });
  stamp(pixels, box.back, picture.back ?? "", inks);
  stamp(pixels, box.top, picture.top ?? "", inks);
}

function hatInks(hat: Hat): Inks {
  const base = colour(hat.colour);
  const accent = colour(hat.accent ?? hat.colour);
  return {
    1: shade(base, 16),
    2: base,
    3: shade(base, -14),
    4: shade(base, -28),
    a: accent,
    A: shade(accent, 20),
    e: shade(accent, -14),
    E: shade(accent, -28),
    g: withAlpha(accent, 64),
    v: withAlpha(base, 60),
    V: withAlpha(base, 120),
    w: [250, 248, 244, 255],
    k: [36, 28, 42, 255],
    y: [244, 200, 88, 255],
    Y: [200, 148, 54, 255],
  };
}
