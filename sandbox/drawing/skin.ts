import { boxOf } from "./boxes.ts";
import { colour } from "./colour.ts";
import { paintCreature } from "./creatures.ts";
import { paintFace } from "./face.ts";
import { paintHair } from "./hair.ts";
import { paintHat } from "./hats.ts";
import type { Look } from "./look.ts";
import { paintOutfit } from "./outfit.ts";
import { createPixels } from "./pixels.ts";
import type { Pixels } from "./pixels.ts";

/** Paints a whole 64×64 skin. */
export function paintSkin(look: Look): Pixels {
  const pixels = createPixels(64, 64);
  const head = boxOf("head", "base", look.model);
  const hat = boxOf("head", "outer", look.model);
  let skin: string;
  if ("creature" in look.head) {
    skin = paintCreature(pixels, head, hat, look.head.creature);
  } else {
    skin = look.head.tone;
    paintFace(pixels, head, look.head);
    paintHair(pixels, head, hat, look.head.hair.style, look.head.hair.colour);
  }
  for (const worn of look.hats ?? []) paintHat(pixels, hat, worn);
  paintOutfit(pixels, look.outfit, look.model, colour(look.outfit.skin ?? skin));
  return pixels;
}
