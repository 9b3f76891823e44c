import sharp from "sharp";
import { expect, it } from "vitest";
import { createPixels, setPixel } from "./pixels.ts";
import { encodePng } from "./png.ts";

const pixels = createPixels(2, 1);
setPixel(pixels, 0, 0, [255, 0, 128, 255]);
setPixel(pixels, 1, 0, [1, 2, 3, 64]);

it.each([
  ["rgba", [255, 0, 128, 255, 1, 2, 3, 64]],
  ["palette", [255, 0, 128, 255, 1, 2, 3, 64]],
  ["rgb", [255, 0, 128, 255, 1, 2, 3, 255]],
] as const)("writes a file that decodes to the same pixels: %s", async (kind, expected) => {
  const raw = await sharp(encodePng(pixels, kind)).ensureAlpha().raw().toBuffer();
  expect([...raw]).toEqual(expected);
});

it("stores a palette as one", async () => {
  const metadata = await sharp(encodePng(pixels, "palette")).metadata();
  expect(metadata.isPalette).toBe(true);
});

it("leaves the alpha channel out of a plain file", async () => {
  const metadata = await sharp(encodePng(pixels, "rgb")).metadata();
  expect(metadata.hasAlpha).toBe(false);
});
