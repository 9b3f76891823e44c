import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import {
  createSharpQueue,
  decodeTexture,
  GAME_LIMITS,
  hasLegalSize,
  HD_LIMITS,
  type Pixels,
} from "./codec.ts";
import { encodePng, positionSkin } from "./images.fixture.ts";
import { pngChunk } from "./png.ts";
import { brokenTextures, deflatedZeros, idat, iend, packedRows, rawPng } from "./broken.fixture.ts";

describe("decodeTexture", () => {
  it.each([
    ["skin", 64, 64],
    ["skin", 64, 32],
    ["skin", 512, 512],
    ["skin", 512, 256],
    ["cape", 64, 32],
    ["cape", 512, 256],
    ["cape", 22, 17],
    ["cape", 46, 22],
  ] as const)("decodes a %s of %d×%d exactly", async (kind, width, height) => {
    const pixels = positionSkin({ width, height, hat: "translucent" });
    const png = await encodePng(pixels);
    expect(hasLegalSize(png, kind)).toBe(true);
    expectSame(await decodeTexture(png, kind), pixels);
  });

  it.each([
    ["skin", 22, 17],
    ["skin", 32, 32],
    ["skin", 1088, 1088],
    ["skin", 64, 16],
    ["cape", 64, 48],
    ["cape", 22, 34],
    ["cape", 64, 65_568],
    ["cape", 32, 16],
    ["cape", 1056, 816],
    ["cape", 1088, 544],
  ] as const)("rejects a %s of %d×%d", async (kind, width, height) => {
    const png = await encodePng(positionSkin({ width, height }));
    expect(hasLegalSize(png, kind)).toBe(false);
    await expect(decodeTexture(png, kind, HD_LIMITS)).rejects.toMatchObject({
      reason: "illegal-size",
    });
  });

  it.each([
    [64, 64],
    [64, 96],
    [128, 1_024],
    [512, 2_048],
  ])("decodes the first frame of an animated cape of %d×%d", async (width, height) => {
    const { data } = positionSkin({ width, height, hat: "translucent" });
    const png = await encodePng({ width, height, data });
    const frame = { width, height: width / 2, data: data.slice(0, 2 * width * width) };
    expectSame(await decodeTexture(png, "cape"), frame);
    // A skin may be square, too.
    expect(hasLegalSize(png, "cape")).toBe(false);
  });

  it.each([
    ["skin", 576, 576],
    ["skin", 1024, 512],
    ["cape", 528, 408],
    ["cape", 1012, 484],
  ] as const)("decodes a %s of %d×%d exactly, but not of the game", async (kind, width, height) => {
    const pixels = positionSkin({ width, height, hat: "translucent" });
    const png = await encodePng(pixels);
    expect(hasLegalSize(png, kind)).toBe(true);
    expectSame(await decodeTexture(png, kind, HD_LIMITS), pixels);
    await expect(decodeTexture(png, kind)).rejects.toMatchObject({ reason: "illegal-size" });
  });

  it("decodes up to 1 MiB, but of the game 256 KiB", async () => {
    const png = await encodePng(positionSkin());
    const padded = (bytes: number) => Buffer.concat([png, new Uint8Array(bytes - png.length)]);
    expectSame(await decodeTexture(padded(2 ** 20), "skin", HD_LIMITS), positionSkin());
    await expect(decodeTexture(padded(2 ** 20 + 1), "skin", HD_LIMITS)).rejects.toMatchObject({
      reason: "too-large",
    });
    await expect(decodeTexture(padded(2 ** 18 + 1), "skin")).rejects.toMatchObject({
      reason: "too-large",
    });
  });

  it.each([
    ["interlaced", {}],
    ["interlaced and large", { width: 1024 }],
    ["interlaced of the old shape", { width: 128, height: 64 }],
    ["a small interlaced cape", { width: 22, height: 17 }],
  ])("decodes what is %s exactly", async (_, size) => {
    const pixels = positionSkin({ ...size, hat: "translucent" });
    const kind = "width" in size && size.width === 22 ? "cape" : "skin";
    const png = await encodePng(pixels, { interlaced: true });
    expectSame(await decodeTexture(png, kind, HD_LIMITS), pixels);
  });

  it.each([
    [0, 1],
    [0, 2],
    [0, 4],
    [0, 8],
    [0, 16],
    [2, 8],
    [2, 16],
    [3, 1],
    [3, 2],
    [3, 4],
    [3, 8],
    [4, 8],
    [4, 16],
    [6, 8],
    [6, 16],
  ])("decodes colour type %d of %d bits exactly", async (colorType, bitDepth) => {
    const { png, pixels } = flavour(colorType, bitDepth);
    expectSame(await decodeTexture(png, "skin"), pixels);
  });

  it("ignores gamma, colour profiles, orientation, comments and trailing bytes", async () => {
    const { icc } = await sharp(await encodePng(positionSkin()))
      .withIccProfile("p3")
      .png()
      .toBuffer()
      .then((png) => sharp(png).metadata());
    const rows = packedRows({}, (index) => (index * 11) & 255);
    const chunks = [
      pngChunk("gAMA", Uint8Array.of(0, 1, 0x86, 0xa0)),
      pngChunk("iCCP", Buffer.concat([Buffer.from("p3\0\0"), deflateSync(icc ?? rows)])),
      pngChunk("cICP", Uint8Array.of(9, 16, 0, 1)),
      pngChunk(
        "eXIf",
        Buffer.from("MM\0*\0\0\0\b\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0", "latin1"),
      ),
      pngChunk("zTXt", Buffer.concat([Buffer.from("bomb\0\0"), deflatedZeros(150)])),
      pngChunk("tEXt", Buffer.from("no zero byte")),
    ];
    const bytes = Buffer.concat([rawPng({ chunks: [...chunks, idat(rows), iend()] }), rows]);
    expect(bytes.length).toBeLessThan(GAME_LIMITS.bytes);
    const plain = await decodeTexture(rawPng({ chunks: [idat(rows), iend()] }), "skin");
    expectSame(await decodeTexture(bytes, "skin"), plain);
  });

  it("reads a texture inside a larger buffer", async () => {
    const pixels = positionSkin();
    const png = await encodePng(pixels);
    const larger = Buffer.concat([new Uint8Array(7), png, new Uint8Array(7)]);
    expectSame(await decodeTexture(larger.subarray(7, 7 + png.length), "skin"), pixels);
  });
});

describe("hasLegalSize", () => {
  it("is false for bytes that are not a PNG", () => {
    expect(hasLegalSize(new Uint8Array(0), "skin")).toBe(false);
    expect(hasLegalSize(Buffer.from("<!doctype html>"), "cape")).toBe(false);
  });
});

describe("a broken texture", async () => {
  const broken = await brokenTextures();

  it.each(broken)("is rejected: $name", async ({ bytes, reason }) => {
    await expect(decodeTexture(bytes, "skin")).rejects.toMatchObject({
      name: "TextureError",
      reason,
    });
  });

  it("never takes much work or memory", async () => {
    const before = process.memoryUsage.rss();
    for (let round = 0; round < 5; round++) {
      for (const { bytes } of broken) await decodeTexture(bytes, "skin").catch(() => null);
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 2 ** 20);
  });
});

/** A skin in a PNG format with samples of the whole range, and its expected pixels. */
function flavour(colorType: number, bitDepth: number): { png: Uint8Array; pixels: Pixels } {
  const highest = 2 ** bitDepth - 1;
  const sample = (index: number) => (index * 40503 + (index >> 6)) & highest;
  const colour = (index: number) => [
    index & 255,
    (index * 3) & 255,
    255 - index,
    255 - (index >> 1),
  ];
  const to8 = (value: number) => (bitDepth === 16 ? value >> 8 : (value * 255) / highest);
  const key = [sample(3), sample(4), sample(5)].slice(0, colorType === 0 ? 1 : 3);
  const channels = [1, 0, 3, 1, 2, 0, 4][colorType] ?? 0;

  const pixel = (index: number): number[] => {
    const own = Array.from({ length: channels }, (_, channel) =>
      sample(index * channels + channel),
    );
    const [first = 0, second = 0, third = 0, fourth = 0] = own;
    const alpha = own.every((value, at) => value === key[at]) ? 0 : 255;
    if (colorType === 0) return [to8(first), to8(first), to8(first), alpha];
    if (colorType === 2) return [to8(first), to8(second), to8(third), alpha];
    if (colorType === 3) return colour(first);
    if (colorType === 4) return [to8(first), to8(first), to8(first), to8(second)];
    return [to8(first), to8(second), to8(third), to8(fourth)];
  };
  const colours = Array.from({ length: highest + 1 }, (_, index) => colour(index));
  const before: Record<number, Uint8Array[]> = {
    0: [pngChunk("tRNS", Uint8Array.from(key.flatMap((value) => [value >> 8, value & 255])))],
    2: [pngChunk("tRNS", Uint8Array.from(key.flatMap((value) => [value >> 8, value & 255])))],
    3: [
      pngChunk("PLTE", Uint8Array.from(colours.flatMap((entry) => entry.slice(0, 3)))),
      pngChunk("tRNS", Uint8Array.from(colours.flatMap((entry) => entry.slice(3)))),
    ],
  };
  const image = idat(packedRows({ colorType, bitDepth }, sample));
  const png = rawPng({
    colorType,
    bitDepth,
    chunks: [...(before[colorType] ?? []), image, iend()],
  });
  const data = Uint8Array.from(Array.from({ length: 64 * 64 }, (_, index) => pixel(index)).flat());
  return { png, pixels: { width: 64, height: 64, data } };
}

function expectSame(actual: Pixels, expected: Pixels): void {
  expect([actual.width, actual.height]).toEqual([expected.width, expected.height]);
  // Comparing megabytes with toEqual would take longer than decoding them.
  const differs = actual.data.findIndex((value, at) => value !== expected.data[at]);
  expect([differs, actual.data.length]).toEqual([-1, expected.data.length]);
}

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>');

describe("createSharpQueue", () => {
  const withSharp = createSharpQueue(3);

  it("provides a sharp that reads only PNG", async () => {
    const png = await encodePng(positionSkin());
    const gif = "R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==";
    await expect(withSharp((sharp) => sharp(png).metadata())).resolves.toMatchObject({
      format: "png",
    });
    for (const other of [SVG, Buffer.from(gif, "base64")]) {
      await expect(withSharp((sharp) => sharp(other).metadata())).rejects.toThrow(
        "unsupported image format",
      );
    }
    await expect(withSharp((sharp) => sharp("package.json").metadata())).rejects.toThrow(
      "unsupported image format",
    );
  });

  it("runs a limited number at once, and those of another queue besides", async () => {
    let finish = () => {};
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await done;
      running -= 1;
      return "done";
    };
    const accepted = Array.from({ length: 30 }, () => withSharp(work));
    const other = createSharpQueue(1);
    await expect(other(async () => "not in the way")).resolves.toBe("not in the way");
    finish();
    expect(new Set(await Promise.all(accepted))).toEqual(new Set(["done"]));
    expect(most).toBe(3);
    await expect(withSharp(work)).resolves.toBe("done");
  });

  it("continues after failed work", async () => {
    const failing = () => Promise.reject(new Error("no luck"));
    const failed = Array.from({ length: 20 }, () => withSharp(failing));
    for (const result of await Promise.allSettled(failed)) expect(result.status).toBe("rejected");
    await expect(withSharp(async () => "done")).resolves.toBe("done");
  });
});
