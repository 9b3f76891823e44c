import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Pixels } from "./codec.ts";
import { faceOf } from "./head.ts";
import { positionSkin } from "./images.fixture.ts";

describe("faceOf", () => {
  it.each([
    ["64×64", 64, 64],
    ["64×32", 64, 32],
    ["128×128", 128, 128],
    ["512×512", 512, 512],
    ["512×256", 512, 256],
  ])("cuts the bare face of a %s skin to the pixel", (_, width, height) => {
    const skin = positionSkin({ width, height, hat: "opaque" });
    const side = width / 8;
    expectCrop(faceOf(skin, { overlay: false }), side, ({ x, y }) => [side + x, side + y]);
  });

  it.each([
    ["64×64", 64],
    ["128×128", 128],
    ["512×512", 512],
  ])("shows the hat of a %s skin instead where it is opaque", (_, width) => {
    const side = width / 8;
    const face = faceOf(positionSkin({ width, hat: "opaque" }));
    expectCrop(face, side, ({ x, y }) => [5 * side + x, side + y]);
  });

  it("shows the base where the hat is empty", () => {
    const skin = positionSkin({ hat: "none" });
    expect(faceOf(skin)).toEqual(faceOf(skin, { overlay: false }));
  });

  it("makes the base opaque and keeps its hidden colour", () => {
    const hidden = positionSkin({ hat: "none", alpha: 0 });
    expect(faceOf(hidden)).toEqual(faceOf(positionSkin({ hat: "none" })));
  });

  it("blends each channel to the nearest whole, over an opaque ground", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const property = fc.property(byte, byte, byte, byte, (over, under, alpha, underAlpha) => {
      const skin = plainSkin(64, 64);
      skin.data.set([under, under, 0, underAlpha], (8 * 64 + 8) * 4);
      skin.data.set([over, 0, over, alpha], (8 * 64 + 40) * 4);
      const { data } = faceOf(skin);
      const mix = (a: number, b: number) => Math.round((a * alpha + b * (255 - alpha)) / 255);
      expect([...data.subarray(0, 4)]).toEqual([
        mix(over, under),
        mix(0, under),
        mix(over, 0),
        255,
      ]);
    });
    fc.assert(property, { numRuns: 300 });
  });
});

describe("the hat of a 64×32 skin", () => {
  it("is dropped when nothing in the right half is transparent", () => {
    const skin = positionSkin({ height: 32, hat: "opaque" });
    expect(faceOf(skin)).toEqual(faceOf(skin, { overlay: false }));
  });

  it.each([
    ["first", 32, 0],
    ["last", 63, 31],
  ])("is kept for one transparent pixel, the %s", (_, x, y) => {
    const skin = positionSkin({ height: 32, hat: "opaque" });
    setAlpha(skin, x, y, 127);
    expectCrop(faceOf(skin), 8, (at) => [40 + at.x, 8 + at.y]);
  });

  it.each([
    ["of alpha 128", 63, 31, 128],
    ["left of the right half", 31, 0, 0],
  ])("is dropped with a pixel %s", (_, x, y, alpha) => {
    const skin = positionSkin({ height: 32, hat: "opaque" });
    setAlpha(skin, x, y, alpha);
    expect(faceOf(skin)).toEqual(faceOf(skin, { overlay: false }));
  });

  it("follows the same rule at a higher resolution", () => {
    const skin = positionSkin({ width: 128, height: 64, hat: "opaque" });
    expect(faceOf(skin)).toEqual(faceOf(skin, { overlay: false }));
    setAlpha(skin, 127, 63, 0);
    expectCrop(faceOf(skin), 16, ({ x, y }) => [80 + x, 16 + y]);
  });

  it("is blended where it is translucent", () => {
    const skin = positionSkin({ height: 32, hat: "translucent" });
    const { data } = faceOf(skin);
    // Red is x: (40 × 100 + 8 × 155) / 255 = 20.5…; green is y, the same in both.
    expect([...data.subarray(0, 4)]).toEqual([21, 8, 0, 255]);
  });
});

/** Expects every pixel to come from the position that `from` returns, by the colours of positionSkin. */
function expectCrop(
  face: { side: number; data: Uint8Array },
  side: number,
  from: (at: { x: number; y: number }) => [number, number],
): void {
  const expected = Array.from({ length: side * side }, (_, pixel) => {
    const [x, y] = from({ x: pixel % side, y: Math.floor(pixel / side) });
    return [x & 255, y & 255, (x >> 8) | ((y >> 8) << 1), 255];
  });
  expect(face.side).toBe(side);
  expect(Buffer.compare(face.data, Uint8Array.from(expected.flat()))).toBe(0);
}

function plainSkin(width: number, height: number): Pixels {
  return { width, height, data: new Uint8Array(width * height * 4) };
}

function setAlpha({ width, data }: Pixels, x: number, y: number, alpha: number): void {
  data[(y * width + x) * 4 + 3] = alpha;
}
