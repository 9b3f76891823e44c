import { deflateSync, inflateSync } from "node:zlib";
import type { Pixels } from "./decode.ts";
import { pngChunk, pngHead } from "./png.ts";

/**
 * The RGBA pixels of the placeholder skin, deflated and in base64. Not a PNG file, since it has to be
 * available when no texture can be decoded, and in every bundle.
 */
const SKIN_PIXELS =
  "eNrsmIPvHFEUhec/qW3btm3btu02KoPaCNugboPaNuMyzmvuJmdz5ySD/vh237zky9ynm/stRl5Ea9Jnpglj96FzoXgZ3t" +
  "i366TtgpP+cHfRn91d9Vd95/xV7JZ/cv5j96zxr9dlnAFtR6xMg7FGPaem6TRuI8BY0F4QOW+LP9fH/uwN2FGIdrfPPwj2" +
  "vffiE/vnnAzwh3Px6u3l6IurNO1rKjbsEbiX5/g3YYM/1yhcu/0EkLM/Pn/jkV4b6s/uNvrD/dSFmz7/b6cOyBFgTPtjD/" +
  "sL7K7nrfAX4M7A9/Cu4xzDn4GbBs7a3Qp/+d6kDnx/jDjCe/6EpQL6gf4qJ+LAvmdZa9F1pNEULVNdE1nviA2nDbh051UK" +
  "PVa7WbdQ4uYHOb/fSvwT/8S/VtOupmHb/ikkrtuyl2naaaiQinme+/0W7/MxZPURIOdHwTfG65sOnhNGYH7A80xh+jOoN+" +
  "fY799r/q50be/m9tc45//353eNk/4rdhwSJJY51/yBk/5MTvy7ztimY51fYp7nflb4A/hreJ6J4w/gr+F5IrA+do9bL8P3" +
  "Ay1HLtHwPBPpX7JiHaMpXaWBD55n8tk/8Hkc8DyT3/5R3w/D6yOw3h/nAoBzB84fgh7j9VHo9xIS6/cREvM8971/7doxEQ" +
  "AADMJA/66rIleGfweZAQAAAGDgPxDsmwH9+vUH+0mwb63369evX7/+et/f76/2/UDwH+j2/UCwH4f79n6//vd9/wB+d6zK";

/**
 * The skin that is shown when no other is available: 64×64, wide arms, every side of the six parts
 * filled, the second layer empty. It is our own, since the game's art may not be shipped, and looks
 * unlike the game's figures, so that it is not mistaken for a player's choice. Do not change the
 * pixels: the entity tag of a placeholder does not depend on them.
 */
export const placeholderSkin: Pixels = {
  width: 64,
  height: 64,
  data: inflateSync(Buffer.from(SKIN_PIXELS, "base64")),
};

/** An invisible cape of the usual 64×32 pixels. */
export const placeholderCape: Pixels = {
  width: 64,
  height: 32,
  data: new Uint8Array(64 * 32 * 4),
};

/** Both as PNG. Do not change the bytes. */
export const placeholderSkinPng = plainPng(placeholderSkin);
export const placeholderCapePng = plainPng(placeholderCape);

function plainPng({ width, height, data }: Pixels): Uint8Array {
  const rowLength = width * 4;
  // One filter byte before each row, 0 for none.
  const rows = new Uint8Array(height * (1 + rowLength));
  for (let y = 0; y < height; y++) {
    rows.set(data.subarray(y * rowLength, (y + 1) * rowLength), y * (1 + rowLength) + 1);
  }
  return Buffer.concat([
    pngHead({ width, height, bitDepth: 8, colorType: 6 }),
    pngChunk("IDAT", deflateSync(rows, { level: 9 })),
    pngChunk("IEND", new Uint8Array(0)),
  ]);
}
