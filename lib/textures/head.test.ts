import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Face } from "./face.ts";
import { decodeImage, describeImage } from "./fixtures.ts";
import { LARGEST_HEAD, renderHead, SMALLEST_HEAD } from "./head.ts";

const FORMATS = ["png", "webp"] as const;
const sizes = fc.integer({ min: SMALLEST_HEAD, max: LARGEST_HEAD });
const faces = (side: number) =>
  fc
    .record({
      data: fc.uint8Array({ minLength: side * side * 4, maxLength: side * side * 4 }),
      opaque: fc.boolean(),
    })
    .map(({ data, opaque }) => ({ side, data: opaque ? withAlpha(data, 255) : data }));

describe.each(FORMATS)("renderHead as %s", (format) => {
  it("shows exactly the nearest pixel of an 8×8 face, at any size", async () => {
    const property = fc.asyncProperty(faces(8), sizes, async (face, size) => {
      await expectNearest(face, size, format);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it("shows exactly the nearest pixel of a larger face, at any size", async () => {
    const large = fc.constantFrom(16, 24, 64).chain(faces);
    const property = fc.asyncProperty(large, sizes, async (face, size) => {
      await expectNearest(face, size, format);
    });
    await fc.assert(property, { numRuns: 12 });
  });

  it("shows exactly the nearest pixel at each of the 505 sizes", async () => {
    const [face] = fc.sample(faces(8), { numRuns: 1, seed: 505 });
    if (face === undefined) throw new Error("no face");
    for (let size = SMALLEST_HEAD; size <= LARGEST_HEAD; size++) {
      await expectNearest(face, size, format);
    }
  });

  it("draws a face whose bytes are part of a larger buffer", async () => {
    for (const side of [8, 16]) {
      const larger = Buffer.alloc(side * side * 4 + 3).map((_, at) => (at * 13) & 255);
      await expectNearest({ side, data: larger.subarray(3) }, 40, format);
    }
  });

  it("keeps the colour of invisible pixels", async () => {
    const face = { side: 8, data: withAlpha(gradient(), 0) };
    const { data } = await decodeImage(await renderHead(face, { size: 8, format }));
    expect(Buffer.compare(data, face.data)).toBe(0);
  });

  it.each([
    ["opaque", 255, false],
    ["translucent", 254, true],
  ])("says of an %s face whether it has alpha", async (_, alpha, hasAlpha) => {
    const face = { side: 8, data: withAlpha(gradient(), alpha) };
    const head = await renderHead(face, { size: 8, format });
    expect(await describeImage(head)).toEqual({ format, hasAlpha });
  });

  it("answers for an 8×8 face at once, and promises one for a larger face", async () => {
    const small = renderHead({ side: 8, data: gradient() }, { size: 64, format });
    expect(small).toBeInstanceOf(Uint8Array);
    const large = renderHead({ side: 16, data: new Uint8Array(1024) }, { size: 64, format });
    expect(large).toBeInstanceOf(Promise);
    await large;
  });

  it("draws the same bytes again for the same face", () => {
    const face = { side: 8, data: gradient() };
    expect(renderHead(face, { size: 96, format })).toEqual(renderHead(face, { size: 96, format }));
  });

  it.each([0, 7, 513, 64.5, Number.NaN, -64])("refuses a size of %d", (size) => {
    expect(() => renderHead({ side: 8, data: gradient() }, { size, format })).toThrow(RangeError);
  });
});

describe("two heads of one size", () => {
  it("differ only in the palette and its checksum as PNG", async () => {
    const changed = await changedBytes("png");
    // Signature and IHDR take 33 bytes, the palette eight before its data and four after.
    expect([changed[0], changed.at(-1)]).toEqual([33 + 8, 33 + 8 + 192 + 3]);
  });

  it("differ only in the palette as WebP", async () => {
    const changed = await changedBytes("webp");
    expect(changed.at(-1)).toBeLessThan(changed[0] + 257);
  });
});

describe("the size of a head in bytes", () => {
  it.each([
    ["png", 8, 279],
    ["png", 64, 321],
    ["png", 512, 1148],
    ["webp", 8, 324],
    ["webp", 64, 352],
    ["webp", 512, 438],
  ] as const)("of %s at %d px is %d", async (format, size, bytes) => {
    const face = { side: 8, data: withAlpha(gradient(), 255) };
    expect((await renderHead(face, { size, format })).length).toBe(bytes);
  });
});

/** The plain way: the definition, pixel by pixel, in fractions. */
function nearest({ side, data }: Face, size: number): Buffer {
  const picture = Buffer.alloc(size * size * 4);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const fromX = Math.floor(((x + 0.5) * side) / size);
      const fromY = Math.floor(((y + 0.5) * side) / size);
      const from = (fromY * side + fromX) * 4;
      for (let c = 0; c < 4; c++) picture[(y * size + x) * 4 + c] = data[from + c] ?? 0;
    }
  }
  return picture;
}

async function expectNearest(face: Face, size: number, format: "png" | "webp"): Promise<void> {
  const decoded = await decodeImage(await renderHead(face, { size, format }));
  expect([decoded.width, decoded.height]).toEqual([size, size]);
  // Comparing with toEqual would take longer than drawing.
  expect(Buffer.compare(decoded.data, nearest(face, size)), `size ${size}`).toBe(0);
}

/** Where two opaque heads that share no colour differ. */
async function changedBytes(format: "png" | "webp"): Promise<[number, ...number[]]> {
  const data = withAlpha(gradient(), 255);
  const inverted = withAlpha(
    data.map((value) => 255 - value),
    255,
  );
  const one = await renderHead({ side: 8, data }, { size: 200, format });
  const other = await renderHead({ side: 8, data: inverted }, { size: 200, format });
  expect(one.length).toBe(other.length);
  const [first = 0, ...rest] = [...one.keys()].filter((at) => one[at] !== other[at]);
  return [first, ...rest];
}

function gradient(): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, at) => (at * 37 + (at >> 2)) & 255);
}

function withAlpha(data: Uint8Array, alpha: number): Uint8Array {
  return data.map((value, at) => (at % 4 === 3 ? alpha : value));
}
