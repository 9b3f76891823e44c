import path from "node:path";
import type Sharp from "sharp";
import type { OverlayOptions } from "sharp";
import { HEAD_HAIR, HEAD_MARK } from "@/app/_components/icon-paths.ts";
import { LOGO } from "@/app/_components/frame/logo.tsx";
import type { Edition } from "@/lib/contract/profile.ts";
import { createSharpQueue } from "@/lib/textures/codec.ts";
import { readPngHeader } from "@/lib/textures/png.ts";

/* The image for link previews. Chats show it about 400 pixels wide: a third of its size. */

const WIDTH = 1200;
const HEIGHT = 630;
const EDGE = 60;
/** The place of a figure that is alone, and of each of two: how wide it is, and how low the figure stands. */
const PLACES = { one: { place: 440, floor: 596 }, each: { place: 310, floor: 536 } };
const UNKNOWN_SCALE = 34;
const LOGO_SCALE = 6;
/** The strip of the accent below everything. */
const STRIP = 14;

const COLOURS = {
  stage: "#1f1c2b",
  lantern: "#f5b53c",
  ink: "#1e1606",
  java: "#f5ab85",
  bedrock: "#7fd2e0",
  muted: "#bcb6cd",
  hair: "#5b5470",
  face: "#8f88a3",
  mark: "#f7cf73",
};
type Colour = keyof typeof COLOURS;
const EDITIONS: Readonly<Record<Edition, string>> = { java: "Java", bedrock: "Bedrock" };

/** A corner of the plate is cut by two steps of this size. */
const STEP = 8;
const PLATE_MIDDLE = 250;
const PLATE_PADDING = 34;
/** The size of a short name; of a longer one it is smaller, so that the name is never broken. */
const LARGEST = 88;
/** An edition: its word and its shape, and where the middle of both is. */
const MARK_SIZE = 46;
const SHAPE = 32;
const SHAPE_GAP = 16;
const MARK_GAP = 48;
const BELOW_PLATE = 385;
const BELOW_FIGURES = 570;
/** Arabic has a font of its own. */
const FONT = "Inter Variable,Noto Sans Arabic Bold";
/** Letters that cannot be taken for each other, where the font has them. */
const FEATURES = "ss02=1,zero=1";
/** `scripts/fonts.mjs` makes these files: TrueType, since sharp's text engine reads no WOFF. */
const FONT_FILES = [path.resolve("dist/fonts/inter.ttf"), path.resolve("dist/fonts/arabic.ttf")];
/** Characters that the fonts have, one of them visible. Without a plate, others need no fonts of megabytes. */
const LETTERS =
  /^(?=.*[^\s\u00ad])[\u0020-\u007e\u00a0-\u017e\u0386-\u03ce\u0400-\u045f\u0621-\u0652\u0660-\u0669\u06f0-\u06f9]*$/;

/** A figure on the stage, and of which editions it is. */
export interface PreviewFigure {
  editions: readonly Edition[];
  /** A PNG; null if the skin could not be loaded. */
  png: Buffer | null;
}

interface Drawing {
  sharp: typeof Sharp;
  /** The stage and everything without smooth edges, as RGB. */
  pixels: Buffer;
  /** The layers on it. */
  layers: OverlayOptions[];
}

const withSharp = createSharpQueue(1);

/**
 * Draws who a player is: the figure on the stage, the name plate and the marks of the editions. Two figures are two
 * players with one name, each above the mark of their edition.
 */
export function drawPreview(name: string, figures: readonly PreviewFigure[]): Promise<Buffer> {
  return withSharp(async (sharp) => {
    const { place, floor } = PLACES[figures.length === 1 ? "one" : "each"];
    const column = EDGE + place * figures.length;
    const drawing: Drawing = { sharp, pixels: litStage(column / 2), layers: [] };
    const isNamed = LETTERS.test(name);
    if (isNamed) await drawPlate(drawing, name, column);
    for (const [index, { png, editions }] of figures.entries()) {
      const middle = EDGE / 2 + place * (index + 0.5);
      drawFigure(drawing, png, { middle, floor });
      const marks = await Promise.all(editions.map((edition) => drawMark(drawing, edition)));
      if (figures.length > 1) layMarks(drawing, marks, middle - widthOf(marks) / 2, BELOW_FIGURES);
      else layMarks(drawing, marks, column, isNamed ? BELOW_PLATE : HEIGHT / 2);
    }
    const logo = { left: WIDTH - EDGE - LOGO.width * LOGO_SCALE, top: 530 };
    drawPath(drawing, LOGO.path, "muted", logo, LOGO_SCALE);
    fill(drawing, "lantern", { left: 0, top: HEIGHT - STRIP, width: WIDTH, height: STRIP });
    const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
    return sharp(drawing.pixels, { raw }).composite(drawing.layers).removeAlpha().png().toBuffer();
  });
}

function drawFigure(drawing: Drawing, png: Buffer | null, { middle, floor }: Standing) {
  if (png === null) return drawUnknown(drawing, { middle, floor });
  const { width, height } = readPngHeader(png) ?? { width: 0, height: 0 };
  drawing.layers.push({ input: png, left: Math.round(middle - width / 2), top: floor - height });
}

/** The head with a question mark. */
function drawUnknown(drawing: Drawing, { middle, floor }: Standing) {
  const side = 8 * UNKNOWN_SCALE;
  const place = { left: middle - side / 2, top: Math.round((floor - side) / 2) };
  fill(drawing, "face", { ...place, width: side, height: side });
  drawPath(drawing, HEAD_HAIR, "hair", place, UNKNOWN_SCALE);
  drawPath(drawing, HEAD_MARK, "mark", place, UNKNOWN_SCALE);
}

/** The name on its plate, in one line. */
async function drawPlate(drawing: Drawing, name: string, left: number) {
  const longest = WIDTH - EDGE - left - 2 * PLATE_PADDING;
  const { data, info } = await drawName(drawing, name, longest);
  const width = info.width + 2 * PLATE_PADDING;
  const height = Math.max(info.height, 64) + 48;
  const top = Math.round(PLATE_MIDDLE - height / 2);
  // Boxes on top of each other leave the steps of the corners out.
  for (const step of [0, 1, 2]) {
    const [inset, from] = [STEP * (2 - step), STEP * step];
    const box = {
      left: left + inset,
      top: top + from,
      width: width - 2 * inset,
      height: height - 2 * from,
    };
    fill(drawing, "lantern", box);
  }
  drawing.layers.push({
    input: data,
    left: left + PLATE_PADDING,
    top: Math.round(PLATE_MIDDLE - info.height / 2),
  });
}

/** As large as fits into one line. */
async function drawName(drawing: Drawing, name: string, longest: number) {
  const drawn = await drawText(drawing, name, LARGEST, "ink");
  const { width } = drawn.info;
  if (width <= longest) return drawn;
  return drawText(drawing, name, Math.floor((LARGEST * longest) / width), "ink");
}

/** The word for an edition, which stands behind its shape. */
async function drawMark(drawing: Drawing, edition: Edition) {
  const { data, info } = await drawText(drawing, EDITIONS[edition], MARK_SIZE, edition);
  return { edition, data, height: info.height, width: SHAPE + SHAPE_GAP + info.width };
}
type Mark = Awaited<ReturnType<typeof drawMark>>;

const widthOf = (marks: readonly Mark[]) =>
  marks.reduce((sum, { width }) => sum + width, MARK_GAP * (marks.length - 1));

/** Lays marks side by side. */
function layMarks(drawing: Drawing, marks: readonly Mark[], from: number, middle: number) {
  let left = Math.round(from);
  const top = middle - SHAPE / 2;
  for (const { edition, data, height, width } of marks) {
    for (let row = 0; row < SHAPE; row++) {
      const inset = edition === "java" ? 0 : Math.abs(row - SHAPE / 2);
      const line = { left: left + inset, top: top + row, width: SHAPE - 2 * inset, height: 1 };
      fill(drawing, edition, line);
    }
    drawing.layers.push({ input: data, left: left + SHAPE + SHAPE_GAP, top: top + SHAPE - height });
    left += width + MARK_GAP;
  }
}

/** The place of a figure. */
interface Standing {
  middle: number;
  floor: number;
}

interface Place {
  left: number;
  top: number;
}
interface Box extends Place {
  width: number;
  height: number;
}

const rgb = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

function fill({ pixels }: Drawing, colour: Colour, { left, top, width, height }: Box) {
  const line = Buffer.alloc(width * 3, Buffer.from(rgb(COLOURS[colour])));
  for (let row = top; row < top + height; row++) line.copy(pixels, (row * WIDTH + left) * 3);
}

/** Draws the boxes of a path, each of one pixel in height. */
function drawPath(drawing: Drawing, drawn: string, colour: Colour, at: Place, scale: number) {
  for (const [, x, y, length] of drawn.matchAll(/M(\d+) (\d+)(?:\.5)?h(\d+)/g)) {
    const place = { left: at.left + Number(x) * scale, top: at.top + Number(y) * scale };
    fill(drawing, colour, { ...place, width: Number(length) * scale, height: scale });
  }
}

/** By the middle of the light. */
const stages = new Map<number, Buffer>();

/** The stage with a light behind the figures. */
function litStage(middle: number): Buffer {
  const known = stages.get(middle);
  if (known !== undefined) return Buffer.from(known);
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  const [stage, lantern] = [rgb(COLOURS.stage), rgb(COLOURS.lantern)];
  for (let index = 0; index < pixels.length; index += 3) {
    const [x, y] = [(index / 3) % WIDTH, Math.floor(index / 3 / WIDTH)];
    const distance = Math.hypot((x - middle) / 520, (y - 330) / 430);
    const light = 0.5 * Math.max(0, 1 - distance) ** 1.6;
    for (const [channel, dark = 0] of stage.entries()) {
      pixels[index + channel] = dark + ((lantern[channel] ?? 0) - dark) * light;
    }
  }
  stages.set(middle, pixels);
  return Buffer.from(pixels);
}

let areFontsKnown = false;

async function drawText({ sharp }: Drawing, text: string, size: number, colour: Colour) {
  const draw = (letters: string, fontfile: string) =>
    sharp({
      text: {
        text: `<span foreground="${COLOURS[colour]}" font_features="${FEATURES}">${escapeMarkup(letters)}</span>`,
        font: `${FONT} ${size}`,
        fontfile,
        rgba: true,
        dpi: 72,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
  // A font is known to all drawings after the first one that names its file.
  if (!areFontsKnown) for (const file of FONT_FILES) await draw("Nametag", file);
  areFontsKnown = true;
  return draw(text, FONT_FILES[0] ?? "");
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
