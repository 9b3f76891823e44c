import { createHash } from "node:crypto";
import { boxOf, PART_NAMES, SIDES } from "./boxes.ts";
import type { Model } from "./boxes.ts";
import { noise } from "./brush.ts";
import { paintCape } from "./cape.ts";
import type { Cape } from "./cape.ts";
import { shade } from "./colour.ts";
import type { Look } from "./look.ts";
import { createPixels, crop, enlarge, getPixel, overlay, setPixel } from "./pixels.ts";
import type { Pixels } from "./pixels.ts";
import { encodePng } from "./png.ts";
import { paintSkin } from "./skin.ts";

/** A PNG file and the hash under which it is served. */
export interface Texture {
  readonly hash: string;
  readonly bytes: Buffer;
}

/** Draws a skin and writes it the way its look asks for. */
export function drawSkin(look: Look): Texture {
  const pixels = paintSkin(look);
  switch (look.file ?? "plain") {
    case "plain":
      return toTexture(encodePng(pixels));
    case "legacy":
      return toTexture(encodePng(crop(pixels, 0, 0, 64, 32)));
    case "legacyOpaque":
      return toTexture(encodePng(onPaper(crop(pixels, 0, 0, 64, 32))));
    case "palette":
      return toTexture(encodePng(pixels, "palette"));
    case "rgb":
      return toTexture(encodePng(repeatBelow(pixels, look.model), "rgb"));
    case "doubled":
      return toTexture(encodePng(refine(enlarge(pixels, 2))));
    case "shortHash":
      return drawUntilZero(pixels);
  }
}

/** Draws a cape. */
export function drawCape(cape: Cape): Texture {
  return toTexture(encodePng(paintCape(cape)));
}

function toTexture(bytes: Buffer): Texture {
  // The texture server names a file by its SHA-256 without the leading zeros.
  const hash = createHash("sha256").update(bytes).digest("hex").replace(/^0+/, "");
  return { hash, bytes };
}

/** Black wherever nothing was painted, as old drawing programs saved it. */
function onPaper(pixels: Pixels): Pixels {
  const paper = createPixels(pixels.width, pixels.height);
  for (let at = 3; at < paper.data.length; at += 4) paper.data[at] = 255;
  overlay(paper, pixels, 0, 0);
  return paper;
}

/** Without an alpha channel the outer layer cannot be empty, so it repeats what lies below. */
function repeatBelow(pixels: Pixels, model: Model): Pixels {
  for (const part of PART_NAMES) {
    const [inner, outer] = [boxOf(part, "base", model), boxOf(part, "outer", model)];
    for (const side of SIDES) {
      const { x, y, width, height } = inner[side];
      const face = crop(pixels, x, y, width, height);
      overlay(face, crop(pixels, outer[side].x, outer[side].y, width, height), 0, 0);
      overlay(pixels, face, outer[side].x, outer[side].y);
    }
  }
  return pixels;
}

/** Gives an enlarged skin detail finer than its pixels were. */
function refine(pixels: Pixels): Pixels {
  for (let y = 0; y < pixels.height; y += 1) {
    for (let x = 0; x < pixels.width; x += 1) {
      const plain = getPixel(pixels, x, y);
      if (plain[3] > 0) setPixel(pixels, x, y, shade(plain, (noise(x, y, 53) - 1) * 4));
    }
  }
  return pixels;
}

/** Numbers an unused corner of the texture until the hash begins with a zero. */
function drawUntilZero(pixels: Pixels): Texture {
  for (let number = 0; ; number += 1) {
    setPixel(pixels, 0, 0, [number & 255, number >> 8, 0, 255]);
    const texture = toTexture(encodePng(pixels));
    if (texture.hash.length < 64) return texture;
  }
}
