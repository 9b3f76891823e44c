import type { Box, Region } from "./boxes.ts";
import { stamp, tones, weave } from "./brush.ts";
import { colour, shade } from "./colour.ts";
import type { Colour } from "./colour.ts";
import { LONG_CUTS } from "./hair/long-cuts.ts";
import { ROUND_CUTS } from "./hair/round-cuts.ts";
import { SHAVED_CUTS } from "./hair/shaved-cuts.ts";
import { SHORT_CUTS } from "./hair/short-cuts.ts";
import { TIED_CUTS } from "./hair/tied-cuts.ts";
import type { Pixels } from "./pixels.ts";

/**
 * A hair cut as seen from the front and from the player's left (the first column is at the face;
 * the right is its mirror image). `back` is a picture or the number of rows covered. Tones: 1 light
 * to 4 deep shadow.
 */
export interface HairCut {
  readonly front: string;
  readonly side: string;
  readonly back: string | number;
  readonly top?: string;
  /** A second coat on the hat layer, standing off the head. */
  readonly volume?: Omit<HairCut, "volume">;
}

const HAIR_STYLES = {
  ...SHORT_CUTS,
  ...LONG_CUTS,
  ...ROUND_CUTS,
  ...TIED_CUTS,
  ...SHAVED_CUTS,
} as const satisfies Record<string, HairCut>;

export type HairStyle = keyof typeof HAIR_STYLES;

/** Paints hair on the head and, where a cut has volume, a second coat on the hat layer. */
export function paintHair(
  pixels: Pixels,
  head: Box,
  hat: Box,
  style: HairStyle,
  hex: string,
): void {
  const base = colour(hex);
  const cut: HairCut = HAIR_STYLES[style];
  paintCoat(pixels, head, base, cut);
  if (cut.volume) paintCoat(pixels, hat, shade(base, 5), cut.volume);
}

function paintCoat(pixels: Pixels, box: Box, base: Colour, cut: Omit<HairCut, "volume">): void {
  const inks = tones(base);
  if (cut.top === "full") {
    weave(pixels, box.top, base, { light: 6, seed: 7 });
    stamp(pixels, box.top, CROWN, inks);
  } else if (cut.top) {
    stamp(pixels, box.top, cut.top, inks);
  }
  if (typeof cut.back === "number") {
    weave(pixels, box.back, base, { to: cut.back, seed: 5 });
    fringe(pixels, box.back, cut.back, base);
  } else {
    stamp(pixels, box.back, cut.back, inks);
  }
  stamp(pixels, box.front, cut.front, inks);
  stamp(pixels, box.left, cut.side, inks);
  stamp(pixels, box.right, cut.side, inks, { mirror: true });
}

/** The uneven lower edge of hair at the back. */
function fringe(pixels: Pixels, back: Region, row: number, base: Colour): void {
  if (row >= back.height || row === 0) return;
  stamp(pixels, { ...back, y: back.y + row, height: 1 }, "3.33.3.3", tones(base));
}

const CROWN = `
  ........
  ..1.....
  .11..1..
  ..1.11..
  ....1...
  ...11...
  ...1....
  ........`;
