import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeTexture, encodeImage } from "./codec.ts";
import { type Face, LARGEST_HEAD, renderHead, SMALLEST_HEAD } from "./head.ts";
import {
  decodeImage,
  describeImage,
  encodePng,
  positionSkin,
  expectedFace,
} from "./images.fixture.ts";
import { checkedPng, readPngHeader } from "./png.ts";

const FORMATS = ["png", "webp"] as const;
/** The largest that this service offers in its own URLs. */
const LARGEST_USUAL = 512;
const sizes = fc.integer({ min: SMALLEST_HEAD, max: LARGEST_USUAL });
const faces = (side: number) =>
  fc
    .uint8Array({ minLength: side * side * 4, maxLength: side * side * 4 })
    .map((data) => ({ side, data: opaque(data) }));

describe.each(FORMATS)("renderHead as %s", (format) => {
  it("shows exactly the nearest pixel of an 8×8 face, at any size", async () => {
    const property = fc.asyncProperty(faces(8), sizes, async (face, size) => {
      await expectNearest(face, size, format);
    });
    await fc.assert(property, { numRuns: 30 });
  });

  it("shows exactly the nearest pixel of a larger face, at any size", async () => {
    const large = fc.constantFrom(16, 24, 64).chain(faces);
    const property = fc.asyncProperty(large, sizes, async (face, size) => {
      await expectNearest(face, size, format);
    });
    await fc.assert(property, { numRuns: 12 });
  });

  it("shows exactly the nearest pixel at sizes of all kinds", async () => {
    const [face] = fc.sample(faces(8), { numRuns: 1, seed: 505 });
    if (face === undefined) throw new Error("no face");
    // Both formats take their pixels from the same function.
    const step = format === "png" ? 3 : 17;
    for (let size = SMALLEST_HEAD; size <= LARGEST_USUAL; size += step) {
      await expectNearest(face, size, format);
    }
    await expectNearest(face, LARGEST_HEAD, format);
  });

  it("draws a face whose bytes are part of a larger buffer", async () => {
    for (const side of [8, 16]) {
      const larger = Buffer.alloc(side * side * 4 + 3).map((_, at) => (at * 13) & 255);
      larger.set(opaque(larger.subarray(3)), 3);
      await expectNearest({ side, data: larger.subarray(3) }, 40, format);
    }
  });

  it.each([8, 16])("of a face of %d pixels has an alpha channel only as PNG", async (side) => {
    const data = new Uint8Array(side * side * 4).fill(255);
    const head = await renderHead({ side, data }, { size: 8, format });
    expect(await describeImage(head)).toEqual({ format, hasAlpha: format === "png" });
  });

  it("draws the same bytes again for the same face", async () => {
    const face = { side: 8, data: gradient() };
    const again = { side: 8, data: gradient() };
    expect(await renderHead(face, { size: 96, format })).toEqual(
      await renderHead(again, { size: 96, format }),
    );
  });

  it.each([0, 1_025, 64.5, Number.NaN, -64])("rejects a size of %d", (size) => {
    expect(() => renderHead({ side: 8, data: gradient() }, { size, format })).toThrow(RangeError);
  });
});

describe("a PNG of an 8×8 face", () => {
  it("is returned at once", () => {
    expect(renderHead({ side: 8, data: gradient() }, { size: 64, format: "png" })).toBeInstanceOf(
      Uint8Array,
    );
  });

  it("is an RGBA image without a fault, in sizes of all kinds", async () => {
    const face = { side: 8, data: gradient() };
    const wrong = [];
    for (let size = SMALLEST_HEAD; size <= LARGEST_HEAD; size += 11) {
      const png = await renderHead(face, { size, format: "png" });
      const header = readPngHeader(png);
      const checked = header && checkedPng(png, header);
      // Node's inflate also compares the checksum.
      const rows = checked && inflateSync(checked.deflated).length;
      if (header?.colorType !== 6 || rows !== size * (1 + 4 * size)) wrong.push(size);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    [1, 122],
    [8, 416],
    [64, 608],
    [512, 2_240],
    [1_024, 6_068],
  ])("of %d px is %d bytes long, whoever it shows", async (size, bytes) => {
    for (const data of [gradient(), opaque(gradient().toReversed()), opaque(new Uint8Array(256))]) {
      expect((await renderHead({ side: 8, data }, { size, format: "png" })).length).toBe(bytes);
    }
  });
});

describe("a WebP", () => {
  it.each([
    [8, 350],
    [64, 450],
    [512, 600],
  ])("of %d px is a lossless one of at most %d bytes", async (size, most) => {
    const face = { side: 8, data: gradient() };
    const webp = Buffer.from(await renderHead(face, { size, format: "webp" }));
    expect([webp.toString("latin1", 0, 4), webp.toString("latin1", 8, 16)]).toEqual([
      "RIFF",
      "WEBPVP8L",
    ]);
    expect(webp.readUInt32LE(4)).toBe(webp.length - 8);
    expect(webp.length).toBeLessThanOrEqual(most);
  });
});

describe("an image that sharp encodes", () => {
  it.each(FORMATS)("keeps the colour of invisible pixels as %s", async (format) => {
    const image = {
      width: 8,
      height: 8,
      data: gradient().map((value, at) => (at % 4 === 3 ? 0 : value)),
    };
    expect(await decodeImage(await encodeImage(image, format))).toEqual({
      ...image,
      data: Buffer.from(image.data),
    });
  });

  it("differs by size, format and face", async () => {
    const data = gradient();
    const larger = { side: 16, data: new Uint8Array(1024) };
    const heads = [
      await renderHead({ side: 8, data }, { size: 40, format: "webp" }),
      await renderHead({ side: 8, data }, { size: 41, format: "webp" }),
      await renderHead({ side: 8, data: data.toReversed() }, { size: 40, format: "webp" }),
      await renderHead(larger, { size: 40, format: "webp" }),
      await renderHead(larger, { size: 40, format: "png" }),
    ];
    expect(new Set(heads.map((head) => Buffer.from(head).toString("hex"))).size).toBe(5);
  });

  it("does not delay a texture or a PNG, however many others are requested", async () => {
    const skin = await encodePng(positionSkin());
    const face = { side: 8, data: gradient().toReversed() };
    let encoded = 0;
    const flood = Array.from({ length: 500 }, async (_, at) => {
      const data = face.data.with(0, at & 255).with(1, at >> 8);
      await renderHead({ side: 8, data }, { size: 64, format: "webp" });
      encoded += 1;
    });
    expect(renderHead(face, { size: 64, format: "png" })).toBeInstanceOf(Uint8Array);
    await decodeTexture(skin, "skin");
    expect(encoded).toBeLessThan(250);
    await Promise.all(flood);
    expect(encoded).toBe(500);
  });
});

async function expectNearest(face: Face, size: number, format: "png" | "webp"): Promise<void> {
  const decoded = await decodeImage(await renderHead(face, { size, format }));
  expect([decoded.width, decoded.height]).toEqual([size, size]);
  // Comparing with toEqual would take longer than drawing.
  expect(Buffer.compare(decoded.data, expectedFace(face, size)), `size ${size}`).toBe(0);
}

function gradient(): Uint8Array {
  return opaque(Uint8Array.from({ length: 256 }, (_, at) => (at * 37 + (at >> 2)) & 255));
}

function opaque(data: Uint8Array): Uint8Array {
  return data.map((value, at) => (at % 4 === 3 ? 255 : value));
}
