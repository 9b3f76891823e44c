import { describe, expect, it } from "vitest";
import { encodePng, positionSkin } from "./images.fixture.ts";
import { damaged, iend, rawPng } from "./broken.fixture.ts";
import { pngChunk, pngHead, readPngHeader } from "./png.ts";

describe("readPngHeader", () => {
  it("reads what another encoder wrote", async () => {
    const png = await encodePng(positionSkin({ width: 128, height: 64 }), { interlaced: true });
    expect(readPngHeader(png)).toEqual({
      width: 128,
      height: 64,
      bitDepth: 8,
      colorType: 6,
    });
  });

  it("needs nothing after IHDR", () => {
    const head = pngHead({ width: 1, height: 2 ** 31 - 1, bitDepth: 1, colorType: 3 });
    expect(head.length).toBe(33);
    expect(readPngHeader(head)).toEqual({
      width: 1,
      height: 2 ** 31 - 1,
      bitDepth: 1,
      colorType: 3,
    });
  });

  it("accepts the 15 combinations of colour type and depth that exist, and no other", () => {
    const accepted = [];
    for (let colorType = 0; colorType < 8; colorType++) {
      for (let bitDepth = 0; bitDepth <= 32; bitDepth++) {
        const head = pngHead({ width: 64, height: 64, bitDepth, colorType });
        if (readPngHeader(head) !== null) accepted.push(`${colorType}/${bitDepth}`);
      }
    }
    expect(accepted.join(" ")).toBe(
      "0/1 0/2 0/4 0/8 0/16 2/8 2/16 3/1 3/2 3/4 3/8 4/8 4/16 6/8 6/16",
    );
  });

  it.each([
    ["no bytes", new Uint8Array(0)],
    ["a chunk before IHDR", Buffer.concat([head().subarray(0, 8), iend(), head().subarray(8)])],
    ["a damaged IHDR", damaged(head())],
    ["IHDR cut short", head().subarray(0, 32)],
    ["a width of 0", rawPng({ width: 0, chunks: [] })],
    ["a height of 2³¹", rawPng({ height: 2 ** 31, chunks: [] })],
    ["an unknown compression", ihdr(10, 1)],
    ["an unknown filter method", ihdr(11, 1)],
    ["an unknown interlacing", ihdr(12, 2)],
  ])("rejects %s", (_, bytes) => {
    expect(readPngHeader(bytes)).toBeNull();
  });
});

describe("pngChunk", () => {
  it("writes length, type, data and checksum", () => {
    expect(Buffer.from(iend()).toString("hex")).toBe("0000000049454e44ae426082");
    expect(Buffer.from(pngChunk("gAMA", Uint8Array.of(0, 0, 0xb1, 0x8f))).toString("hex")).toBe(
      "0000000467414d410000b18f0bfc6105",
    );
  });
});

function head(): Uint8Array {
  return pngHead({ width: 64, height: 64, bitDepth: 8, colorType: 6 });
}

/** A header of which one byte is different, with a checksum that fits. */
function ihdr(at: number, value: number): Uint8Array {
  const data = head().slice(16, 29);
  data[at] = value;
  return Buffer.concat([head().subarray(0, 8), pngChunk("IHDR", data)]);
}
