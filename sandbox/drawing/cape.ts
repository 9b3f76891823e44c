import { unfold } from "./boxes.ts";
import { stamp, weave } from "./brush.ts";
import { CAPE_EMBLEMS } from "./cape-emblems.ts";
import { colour, shade } from "./colour.ts";
import { createPixels } from "./pixels.ts";
import type { Pixels } from "./pixels.ts";

/** A cape: cloth, trim and a picture. Colours are `#rrggbb`. */
export interface Cape {
  readonly cloth: string;
  readonly trim: string;
  readonly emblem: keyof typeof CAPE_EMBLEMS;
  readonly ink: string;
}

/** Paints a 64×32 cape texture, with elytra of the same cloth. */
export function paintCape(cape: Cape): Pixels {
  const pixels = createPixels(64, 32);
  const cloth = colour(cape.cloth);
  const trim = colour(cape.trim);
  const ink = colour(cape.ink);
  const box = unfold(0, 0, 10, 16, 1);
  // A cape hangs with its front to the wearer's back, so the side seen from behind is "front".
  for (const side of [box.front, box.back, box.left, box.right, box.top, box.bottom]) {
    weave(pixels, side, cloth, { grain: 2, seed: 31 });
  }
  weave(pixels, box.back, shade(cloth, -16), { grain: 2, seed: 37 });
  stamp(pixels, box.front, HEM, { t: trim, T: shade(trim, -16), l: shade(cloth, 10) });
  stamp(pixels, box.front, CAPE_EMBLEMS[cape.emblem], {
    1: shade(ink, 24),
    2: ink,
    3: shade(ink, -18),
    t: trim,
    k: [36, 28, 42, 255],
    w: [250, 248, 244, 255],
  });

  const wings = unfold(22, 0, 10, 20, 2);
  weave(pixels, wings.front, cloth, { grain: 2, seed: 41 });
  weave(pixels, wings.back, shade(cloth, -10), { grain: 2, seed: 43 });
  weave(pixels, { ...wings.front, y: wings.front.y + 18, height: 2 }, trim, { grain: 2 });
  weave(pixels, { ...wings.back, y: wings.back.y + 18, height: 2 }, trim, { grain: 2 });
  return pixels;
}

const HEM = `
  tttttttttt
  T........T
  ..l.......
  ..l....l..
  ..l....l..
  .......l..
  .......l..
  ..........
  ..........
  ..l.......
  ..l....l..
  ..l....l..
  .......l..
  ..........
  tttttttttt
  TTTTTTTTTT`;
