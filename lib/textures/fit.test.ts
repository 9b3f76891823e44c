import fc from "fast-check";
import { expect, it } from "vitest";
import { fitted } from "./fit.ts";

const sides = fc.integer({ min: 1, max: 60 });

it("is an image of exactly the size, with the whole figure in the middle", () => {
  fc.assert(
    fc.property(
      sides,
      sides,
      fc.double({ min: 0.1, max: 3, noNaN: true }),
      (width, height, ratio) => {
        const drawn: number[] = [];
        const image = fitted({ width, height }, (tall) => {
          const across = Math.max(1, Math.round(tall * ratio));
          drawn.splice(0, 2, across, tall);
          return { width: across, height: tall, data: new Uint8Array(across * tall * 4).fill(255) };
        });
        const [whole = 0, tall = 0] = drawn;
        // One pixel high may still be too wide.
        const across = tall === 1 ? Math.min(whole, width) : whole;
        expect([image.width, image.height, image.data.length]).toEqual([
          width,
          height,
          width * height * 4,
        ]);
        // At one of the two sides there is no room left.
        if (tall > 1) expect(tall === height || width - across <= Math.ceil(ratio)).toBe(true);
        const isFull = (x: number, y: number) => image.data[(y * width + x) * 4] === 255;
        const count = image.data.filter((byte) => byte === 255).length / 4;
        expect(count).toBe(across * tall);
        expect(isFull(Math.floor((width - across) / 2), Math.floor((height - tall) / 2))).toBe(
          true,
        );
      },
    ),
  );
});

it("counts what is transparent on both sides of a figure for nothing", () => {
  const image = fitted({ width: 4, height: 8 }, (tall) => {
    const data = new Uint8Array(tall * tall * 4);
    for (let y = 0; y < tall; y++) data.fill(9, (y * tall + 3) * 4, (y * tall + tall - 3) * 4);
    return { width: tall, height: tall, data };
  });
  expect(image).toEqual({
    width: 4,
    height: 8,
    data: Uint8Array.from(
      Array<number[]>(8)
        .fill([0, 9, 9, 0].flatMap((byte) => [byte, byte, byte, byte]))
        .flat(),
    ),
  });
});
