import sharp from "sharp";
import { expect, it } from "vitest";
import { unusualNames } from "@/sandbox/skin-services.ts";
import { drawPreview, type PreviewFigure } from "./preview-image.ts";

/** WhatsApp shows no image of more than 600 kB, and older versions none of more than 300 kB. */
const LARGEST = 300_000;

const LANTERN = 0xf5b53c;
const MARKS = { java: 0xf5ab85, bedrock: 0x7fd2e0 };
const QUESTION_MARK = 0xf7cf73;
const FIGURE = 0xff00ff;

const png = await sharp({
  create: { width: 280, height: 480, channels: 3, background: "#ff00ff" },
})
  .png()
  .toBuffer();
const alone: PreviewFigure[] = [{ editions: ["java"], png }];

/** Draws an image. The result gives the first and the last column that have a colour above the strip of the accent. */
async function drawn(name: string, figures = alone) {
  const image = await drawPreview(name, figures);
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 1200, height: 630, channels: 3 });
  expect(image.length).toBeLessThan(LARGEST);
  return (colour: number): [left: number, right: number] | null => {
    let [left, right] = [info.width, -1];
    for (let at = 0; at < 610 * info.width; at++) {
      if (data.readUIntBE(at * 3, 3) !== colour) continue;
      const column = at % info.width;
      [left, right] = [Math.min(left, column), Math.max(right, column)];
    }
    return right < 0 ? null : [left, right];
  };
}

it("shows the figure, the name plate beside it and the mark of the edition", async () => {
  const columnsOf = await drawn("Lantern_Lou");
  expect(columnsOf(FIGURE)).toEqual([110, 389]);
  expect(columnsOf(LANTERN)?.[0]).toBe(500);
  expect(columnsOf(MARKS.java)?.[0]).toBe(500);
  expect(columnsOf(MARKS.bedrock)).toBeNull();
  expect(columnsOf(QUESTION_MARK)).toBeNull();
});

it("shows a question mark for a skin that could not be loaded", async () => {
  const columnsOf = await drawn("Tinker_Tess", [{ editions: ["java"], png: null }]);
  expect(columnsOf(QUESTION_MARK)?.[0]).toBeLessThan(400);
});

it("shows both marks of a player with linked accounts below the plate", async () => {
  const columnsOf = await drawn("Lantern_Lou", [{ editions: ["java", "bedrock"], png }]);
  expect(columnsOf(MARKS.java)?.[0]).toBe(500);
  expect(columnsOf(MARKS.bedrock)?.[0]).toBeGreaterThan(600);
});

it("shows two players with one name side by side, each above the mark of their edition", async () => {
  const columnsOf = await drawn("PebblePenny", [
    { editions: ["java"], png },
    { editions: ["bedrock"], png: null },
  ]);
  expect(columnsOf(FIGURE)?.[1]).toBeLessThan(340);
  expect(columnsOf(QUESTION_MARK)?.[0]).toBeGreaterThan(340);
  expect(columnsOf(MARKS.java)?.[1]).toBeLessThan(340);
  expect(columnsOf(MARKS.bedrock)?.[0]).toBeGreaterThan(340);
  expect(columnsOf(LANTERN)?.[0]).toBe(680);
});

it.each(["A", "Мшистый Пень", "لاعب", "abcdefghijklmnopqrstuvwxy", "WWWWWWWWWWWWWWWWWWWWWWWWW"])(
  "shows all of the name on the plate: %s",
  async (name) => {
    const [left = 0, right = 0] = (await drawn(name))(LANTERN) ?? [];
    expect(left).toBe(500);
    expect(right).toBeLessThanOrEqual(1140);
  },
);

it("shows no plate for a name that the fonts do not have", async () => {
  const columnsOf = await drawn("苔むす狐", [{ editions: ["bedrock"], png }]);
  expect(columnsOf(LANTERN)).toBeNull();
  expect(columnsOf(MARKS.bedrock)?.[0]).toBe(500);
});

it("draws every name of a skin service, visible or not", async () => {
  for (const name of [...unusualNames, "\u00ad", "\u00a0"])
    await expect(drawPreview(name, alone)).resolves.toBeDefined();
});
