import { boxOf, SIDES } from "./boxes.ts";
import type { Box, Model, PartName, Region } from "./boxes.ts";
import { stamp, weave } from "./brush.ts";
import type { Inks } from "./brush.ts";
import { colour, shade } from "./colour.ts";
import type { Colour } from "./colour.ts";
import { CREATURE_TOPS } from "./creature-tops.ts";
import type { Outfit } from "./look.ts";
import type { Pixels } from "./pixels.ts";
import { EVERYDAY_TOPS } from "./top-patterns.ts";
import type { TopPicture } from "./top-patterns.ts";
import { UNIFORMS } from "./uniforms.ts";

const TOP_PATTERNS = { ...EVERYDAY_TOPS, ...UNIFORMS, ...CREATURE_TOPS } as const;

export type TopPattern = keyof typeof TOP_PATTERNS;

/** Dresses body, arms and legs, on all six sides of each. */
export function paintOutfit(pixels: Pixels, outfit: Outfit, model: Model, skin: Colour): void {
  const cloth = colour(outfit.top);
  const body = boxOf("body", "base", model);
  dressBox(pixels, body, cloth, { seed: 11 });
  dressTrousers(pixels, outfit, model);
  dressArm(pixels, "rightArm", outfit, model, skin);
  dressArm(pixels, "leftArm", outfit, model, skin);

  const picture: TopPicture = TOP_PATTERNS[outfit.pattern];
  const inks = clothInks(outfit, skin);
  const jacket = boxOf("body", "outer", model);
  stamp(pixels, body.front, picture.front, inks);
  stamp(pixels, body.back, picture.back ?? "", inks);
  stamp(pixels, body.left, picture.side ?? "", inks);
  stamp(pixels, body.right, picture.side ?? "", inks, { mirror: true });
  stamp(pixels, jacket.front, picture.overFront ?? "", inks);
  stamp(pixels, jacket.back, picture.overBack ?? "", inks);
  stamp(pixels, jacket.left, picture.overSide ?? "", inks);
  stamp(pixels, jacket.right, picture.overSide ?? "", inks, { mirror: true });
  if (outfit.scarf) wrapScarf(pixels, jacket, colour(outfit.scarf));
}

function clothInks(outfit: Outfit, skin: Colour): Inks {
  const cloth = colour(outfit.top);
  const accent = colour(outfit.accent);
  return {
    1: shade(cloth, 14),
    2: cloth,
    3: shade(cloth, -14),
    4: shade(cloth, -28),
    a: accent,
    A: shade(accent, 18),
    e: shade(accent, -16),
    E: shade(accent, -32),
    s: skin,
    S: shade(skin, -12),
    p: colour(outfit.trousers),
    P: shade(colour(outfit.trousers), -16),
    k: [38, 32, 44, 255],
    w: [247, 244, 236, 255],
    W: [219, 213, 208, 255],
    y: [240, 196, 84, 255],
    Y: [196, 146, 52, 255],
  };
}

function dressBox(pixels: Pixels, box: Box, base: Colour, { seed, from = 0, to = 12 }: Rows): void {
  for (const side of SIDES) {
    const isEnd = side === "top" || side === "bottom";
    const rows = isEnd ? {} : { from, to };
    weave(pixels, box[side], base, { light: SIDE_LIGHT[side], seed, ...rows });
  }
}

interface Rows {
  readonly seed: number;
  readonly from?: number;
  readonly to?: number;
}

const SIDE_LIGHT = { top: 6, bottom: -22, right: -7, front: 0, left: -7, back: -5 } as const;

function dressArm(
  pixels: Pixels,
  part: PartName,
  outfit: Outfit,
  model: Model,
  skin: Colour,
): void {
  const arm = boxOf(part, "base", model);
  const cuff = { none: 0, short: 4, long: 10 }[outfit.sleeves];
  dressBox(pixels, arm, skin, { seed: 3 });
  weave(pixels, arm.bottom, skin, { light: -14, grain: 1 });
  if (cuff === 0) {
    weave(pixels, arm.top, skin, { light: 4, grain: 1 });
    return;
  }
  const sleeve = colour(SLEEVE_OF_ACCENT.has(outfit.pattern) ? outfit.accent : outfit.top);
  weave(pixels, arm.top, sleeve, { light: 6, seed: 13 });
  for (const side of ["right", "front", "left", "back"] as const) {
    weave(pixels, arm[side], sleeve, { light: SIDE_LIGHT[side], to: cuff, seed: 13 });
    const edge: Region = { ...arm[side], y: arm[side].y + cuff - 1, height: 1 };
    weave(pixels, edge, shade(sleeve, -16), { grain: 1 });
  }
}

/** Under these, the arms show the shirt, not the garment over it. */
const SLEEVE_OF_ACCENT: ReadonlySet<string> = new Set(["dungarees", "waistcoat", "apron", "tunic"]);

function dressTrousers(pixels: Pixels, outfit: Outfit, model: Model): void {
  const cloth = colour(outfit.trousers);
  const leather = colour(outfit.shoes);
  for (const part of ["rightLeg", "leftLeg"] as const) {
    const leg = boxOf(part, "base", model);
    dressBox(pixels, leg, cloth, { seed: 17 });
    weave(pixels, leg.bottom, leather, { light: -16 });
    const seam = part === "rightLeg" ? leg.front.x + 3 : leg.front.x;
    weave(pixels, { ...leg.front, x: seam, width: 1 }, shade(cloth, -12), { seed: 17 });
    for (const side of ["right", "front", "left", "back"] as const) {
      weave(pixels, leg[side], leather, { light: SIDE_LIGHT[side], from: 9, seed: 19 });
      const sole: Region = { ...leg[side], y: leg[side].y + 11, height: 1 };
      weave(pixels, sole, shade(leather, -24), { grain: 1 });
      const boot: Region = { ...leg[side], y: leg[side].y + 8, height: 1 };
      weave(pixels, boot, shade(leather, 12), { grain: 1 });
    }
  }
}

function wrapScarf(pixels: Pixels, jacket: Box, wool: Colour): void {
  for (const side of ["right", "front", "left", "back"] as const) {
    weave(pixels, { ...jacket[side], height: 2 }, wool, { light: SIDE_LIGHT[side], grain: 6 });
  }
  const inks = { 2: wool, 3: shade(wool, -16) };
  stamp(
    pixels,
    { ...jacket.front, y: jacket.front.y + 2 },
    ".....22.\n.....23.\n.....22.\n.....3.3",
    inks,
  );
}
