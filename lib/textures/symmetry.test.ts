import { expect, it } from "vitest";
import type { Pixels } from "./codec.ts";
import { faceOf, renderHead } from "./head.ts";
import { texelsOf } from "./output.ts";
import { decodeImage, drawn, positionSkin } from "./images.fixture.ts";

const limb = (at: string) => at.replace(/^\d+ \d+/, "$& 4 12");
/** Rectangles that are seen from the front or the back, and where their mirror images are. */
const SEEN = [
  ...["8 8", "40 8", "24 8", "56 8"].map((at) => `${at} 8 8 ${at}`),
  ...["20 20", "20 36", "32 20", "32 36"].map((at) => `${at} 8 12 ${at}`),
  ...["44 20 36 52", "44 36 52 52", "52 20 44 52", "52 36 60 52"].map(limb),
  ...["4 20 20 52", "4 36 4 52", "12 20 28 52", "12 36 12 52"].map(limb),
];

/** A skin whose left half, as it is worn, is the mirror image of its right one. Its second layer has holes. */
function symmetricalSkin(width: number): Pixels {
  const skin = positionSkin({ width });
  const data = skin.data.map((value, at) => (at % 4 === 3 && (at >> 2) % 3 === 0 ? 0 : value));
  for (const rectangle of SEEN) {
    const texels = rectangle.split(" ").map((value) => (Number(value) * width) / 64);
    const [x = 0, y = 0, columns = 0, rows = 0, toX = 0, toY = 0] = texels;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const from = ((y + row) * width + x + column) * 4;
        const to = ((toY + row) * width + toX + columns - 1 - column) * 4;
        data.copyWithin(to, from, from + 4);
      }
    }
  }
  return { ...skin, data };
}

const wordsOf = ({ data }: Pixels) => new Uint32Array(Uint8Array.from(data).buffer);

function isSymmetrical(image: Pixels): boolean {
  const { width } = image;
  return wordsOf(image).every((word, at, words) => {
    const column = at % width;
    return word === words[at - column + width - 1 - column];
  });
}

it.each([
  [64, true, 3],
  [64, false, 17],
  [128, true, 19],
])("a face of a skin of %d px is symmetrical (hat: %s)", async (width, overlay, step) => {
  const face = faceOf(symmetricalSkin(width), { overlay });
  const wrong: number[] = [];
  for (let size = 8; size <= 512; size += size < 40 ? 1 : step) {
    const image = await decodeImage(await renderHead(face, { size, format: "png" }));
    if (!isSymmetrical(image)) wrong.push(size);
  }
  if (!isSymmetrical(texelsOf(face))) wrong.push(0);
  expect(wrong).toEqual([]);
});

it.each([
  ["body-front", 64],
  ["body-back", 64],
  ["bust-front", 64],
  ["bust-front", 128],
] as const)(
  "a %s of a skin of %d px is symmetrical at each size, and turned by half",
  (view, width) => {
    const skin = symmetricalSkin(width);
    const wrong: string[] = [];
    for (let size = 8; size <= 512; size += size < 70 ? 1 : 37) {
      const image = drawn(skin, view, { size });
      if (!isSymmetrical(image)) wrong.push(`${size}`);
      const canvas = { width: size, height: Math.round(1.7 * size) };
      if (!isSymmetrical(drawn(skin, view, { canvas }))) wrong.push(`${size} wide`);
      // In the middle of an odd number of rows, one decides.
      if (size % 2 !== 0) continue;
      const turned = wordsOf(drawn(skin, view, { size, upsideDown: true })).toReversed();
      if (Buffer.compare(new Uint8Array(turned.buffer), image.data) !== 0)
        wrong.push(`turned ${size}`);
    }
    expect(wrong).toEqual([]);
  },
);
