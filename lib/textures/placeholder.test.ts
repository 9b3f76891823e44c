import { describe, expect, it } from "vitest";
import { decodeTexture } from "./decode.ts";
import { placeholderSkin, placeholderSkinPng, placeholderCapePng } from "./placeholder.ts";
import { faceOf } from "./face.ts";

/** Both halves of each part unfolded: x, y, width and height (of 64×64, wide arms). */
const PARTS = [
  ["head", 0, 0, 32, 16, 8],
  ["body", 16, 16, 24, 16, 4],
  ["right arm", 40, 16, 16, 16, 4],
  ["left arm", 32, 48, 16, 16, 4],
  ["right leg", 0, 16, 16, 16, 4],
  ["left leg", 16, 48, 16, 16, 4],
] as const;

describe("the placeholder skin", () => {
  it("fills all six sides of every part, and nothing else", () => {
    const { width, height, data } = placeholderSkin();
    expect([width, height]).toEqual([64, 64]);
    const wanted = new Uint8Array(64 * 64);
    for (const [, left, top, partWidth, partHeight, depth] of PARTS) {
      for (let y = top; y < top + partHeight; y++) {
        for (let x = left; x < left + partWidth; x++) {
          // Above the sides lie only top and bottom, in the middle.
          const inLid = x >= left + depth && x < left + partWidth - depth;
          if (y >= top + depth || inLid) wanted[y * 64 + x] = 255;
        }
      }
    }
    expect([...data].filter((_, at) => at % 4 === 3)).toEqual([...wanted]);
  });

  it("is the same as its PNG, which is a legal texture", async () => {
    const decoded = await decodeTexture(placeholderSkinPng(), "skin");
    expect(Buffer.compare(decoded.data, placeholderSkin().data)).toBe(0);
  });

  it("has the same face with and without the second layer", () => {
    expect(faceOf(placeholderSkin())).toEqual(faceOf(placeholderSkin(), { overlay: false }));
  });

  it("looks back: two eyes of the same dark colour, level with each other", () => {
    const { data } = faceOf(placeholderSkin());
    const pixel = (x: number, y: number) => [
      ...data.subarray((y * 8 + x) * 4, (y * 8 + x) * 4 + 4),
    ];
    for (const y of [3, 4]) {
      expect(pixel(2, y)).toEqual([0x22, 0x32, 0x4a, 255]);
      expect(pixel(5, y)).toEqual(pixel(2, y));
    }
  });
});

describe("the placeholder cape", () => {
  it("is a legal cape without a single visible pixel", async () => {
    const { width, height, data } = await decodeTexture(placeholderCapePng(), "cape");
    expect([width, height]).toEqual([64, 32]);
    expect(data.every((value) => value === 0)).toBe(true);
  });
});
