import type { Region } from "./boxes.ts";
import type { Colour } from "./colour.ts";
import { shade, withAlpha } from "./colour.ts";
import { setPixel } from "./pixels.ts";
import type { Pixels } from "./pixels.ts";

/** Which colour each letter of a sprite stands for; letters not listed leave the pixel alone. */
export type Inks = Readonly<Record<string, Colour>>;

/** Paints a picture written as text, one letter a pixel, into the upper left of a region. */
export function stamp(
  pixels: Pixels,
  region: Region,
  sprite: string,
  inks: Inks,
  { mirror = false }: { mirror?: boolean } = {},
): void {
  rowsOf(sprite).forEach((row, y) => {
    row.split("").forEach((letter, column) => {
      const ink = inks[letter];
      const x = mirror ? region.width - 1 - column : column;
      if (ink && x >= 0 && x < region.width && y < region.height) {
        setPixel(pixels, region.x + x, region.y + y, ink);
      }
    });
  });
}

/** Fills a region with cloth, hair or skin: a colour with a little grain and softer light below. */
export function weave(pixels: Pixels, region: Region, base: Colour, options: Weave = {}): void {
  const { light = 0, from = 0, to = region.height, grain = 3, seed = 1 } = options;
  for (let y = Math.max(0, from); y < Math.min(to, region.height); y += 1) {
    for (let x = 0; x < region.width; x += 1) {
      const falloff = region.height > 4 ? Math.round(((y - from) * -6) / region.height) : 0;
      const speck = (noise(region.x + x, region.y + y, seed) - 1) * grain;
      setPixel(pixels, region.x + x, region.y + y, shade(base, light + falloff + speck));
    }
  }
}

/** What a fill can be told: brightness in percent, rows from and to, strength and seed of grain. */
export interface Weave {
  readonly light?: number;
  readonly from?: number;
  readonly to?: number;
  readonly grain?: number;
  readonly seed?: number;
}

/** Four tones of one colour for sprites: 1 light, 2 plain, 3 shadow, 4 deep shadow. */
export function tones(base: Colour): Inks {
  return {
    1: shade(base, 16),
    2: base,
    3: shade(base, -14),
    4: shade(base, -28),
    0: withAlpha(base, 0),
  };
}

function rowsOf(sprite: string): string[] {
  return sprite
    .split("\n")
    .map((row) => row.trim())
    .filter((row) => row !== "");
}

/** 0, 1 or 2, scattered without a pattern the eye can see, the same every time. */
export function noise(x: number, y: number, seed: number): number {
  let value = (x * 374_761_393 + y * 668_265_263 + seed * 1_442_695_041) | 0;
  value = Math.imul(value ^ (value >>> 13), 1_274_126_177);
  return ((value ^ (value >>> 16)) >>> 0) % 3;
}
