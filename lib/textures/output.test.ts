import { describe, expect, it } from "vitest";
import sharp from "sharp";
import { resized } from "./nearest.ts";
import { encodeOutput, svgOf, texelsOf } from "./output.ts";

const pixels = (width: number, ...colours: number[]) => {
  const data = new Uint8Array(new Uint32Array(colours).buffer);
  return { width, height: colours.length / width, data };
};
// Little-endian: alpha, blue, green, red.
const RED = 0xff0000ff;
const BLUE = 0xffff0000;
const GLASS = 0x80ff0000;
const NONE = 0x0000ff00;

describe("pixels as an SVG", () => {
  it("are a rectangle for each run of a colour, and nothing where they are transparent", () => {
    expect(svgOf(pixels(4, RED, RED, NONE, BLUE, GLASS, GLASS, GLASS, GLASS), ' id="x"')).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2" id="x" shape-rendering="crispEdges">' +
        '<rect x="0" y="0" width="2" height="1" fill="#ff0000"/>' +
        '<rect x="3" y="0" width="1" height="1" fill="#0000ff"/>' +
        '<rect x="0" y="1" width="4" height="1" fill="#0000ff" fill-opacity="0.502"/></svg>',
    );
  });

  it("have their own size", async () => {
    const svg = Buffer.from(await encodeOutput(pixels(2, RED, BLUE), "svg")).toString();
    expect(svg).toContain('viewBox="0 0 2 1" width="2" height="1"');
  });
});

it("are on black in a JPEG", async () => {
  const jpeg = await encodeOutput(pixels(16, ...Array<number>(256).fill(NONE)), "jpeg");
  sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer"] });
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  expect([info.channels, Math.max(...data)]).toEqual([3, 0]);
});

it("are scaled without new colours", () => {
  const wide = resized(pixels(2, RED, BLUE), 6);
  expect(wide.data).toEqual(
    pixels(6, ...[1, 2, 3].flatMap(() => [RED, RED, RED, BLUE, BLUE, BLUE])).data,
  );
  expect(resized(wide, 2)).toEqual(pixels(2, RED, BLUE));
});

it("are 8 × 8 of a face in any resolution", () => {
  const data = new Uint8Array(32 * 32 * 4).fill(7);
  expect(texelsOf({ side: 32, data })).toEqual({
    width: 8,
    height: 8,
    data: new Uint8Array(256).fill(7),
  });
});
