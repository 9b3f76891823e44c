import "server-only";
import path from "node:path";
import type Sharp from "sharp";
import type { OverlayOptions } from "sharp";
import { createSharpQueue } from "@/lib/textures/strict-sharp.ts";

/** The side of the head in the image: 44 pixels for each of the face's. */
export const SOCIAL_HEAD_SIZE = 352;

const WIDTH = 1200;
const HEIGHT = 630;
const HEAD_TOP = 222;
const TAG_MIDDLE = 124;
const TAG_PIXEL = 8;
const LONGEST_NAME = 980;
/** TrueType, since sharp's text engine reads no WOFF. */
const FONT_FILE =
  "node_modules/@expo-google-fonts/pixelify-sans/600SemiBold/PixelifySans_600SemiBold.ttf";
/** The comma makes the weight a part of the name. */
const FONT = "Pixelify Sans SemiBold, 88";
/** Characters that the font has. */
const LETTERS = /^[\u0020-\u007e\u00a0-\u017e\u0400-\u045f]*$/;
const SITE_NAME = "Nametag";
const PAPER = "#15141b";
const GROUND = "#292733";
const GROUND_HEIGHT = 56;
const TAG = "#3b3650";
const INK = "#ffffff";

const withSharp = createSharpQueue({ concurrency: 1, waiting: 64 });

/** Draws the head under its name tag: a PNG of 1200 × 630. */
export function drawSocialImage(name: string, head: Buffer | null): Promise<Buffer> {
  return withSharp(async (sharp) => {
    const text = await drawName(sharp, name);
    const layers: OverlayOptions[] = [
      ...scenery(text.width, text.height),
      {
        input: text.image,
        top: Math.round(TAG_MIDDLE - text.height / 2),
        left: Math.round((WIDTH - text.width) / 2),
      },
    ];
    if (head !== null) {
      layers.push({ input: head, top: HEAD_TOP, left: (WIDTH - SOCIAL_HEAD_SIZE) / 2 });
    }
    const canvas = { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER } as const;
    return sharp({ create: canvas }).composite(layers).png().toBuffer();
  });
}

/** Draws the name, or the site's name when the font lacks a character. */
async function drawName(sharp: typeof Sharp, name: string) {
  const text = LETTERS.test(name) ? name : SITE_NAME;
  const drawn = sharp({
    text: {
      text: `<span foreground="${INK}">${escapeMarkup(text)}</span>`,
      font: FONT,
      fontfile: path.resolve(FONT_FILE),
      rgba: true,
      dpi: 72,
    },
  });
  const { data, info } = await drawn.png().toBuffer({ resolveWithObject: true });
  if (info.width <= LONGEST_NAME) return { image: data, width: info.width, height: info.height };
  const narrow = sharp(data).resize({ width: LONGEST_NAME, kernel: "nearest" });
  const fitted = await narrow.png().toBuffer({ resolveWithObject: true });
  return { image: fitted.data, width: fitted.info.width, height: fitted.info.height };
}

/** The ground and the tag, a box with one pixel missing at each corner. */
function scenery(textWidth: number, textHeight: number): OverlayOptions[] {
  const width = Math.ceil(textWidth / 2) * 2 + 64;
  const height = Math.ceil(Math.max(textHeight, 64) / 2) * 2 + 40;
  const left = (WIDTH - width) / 2;
  const top = TAG_MIDDLE - height / 2;
  return [
    rectangle(
      { left: 0, top: HEIGHT - GROUND_HEIGHT, width: WIDTH, height: GROUND_HEIGHT },
      GROUND,
    ),
    rectangle({ left, top, width, height }, TAG),
    rectangle(
      {
        left: left - TAG_PIXEL,
        top: top + TAG_PIXEL,
        width: width + 2 * TAG_PIXEL,
        height: height - 2 * TAG_PIXEL,
      },
      TAG,
    ),
  ];
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

function rectangle({ left, top, width, height }: Box, background: string): OverlayOptions {
  return { input: { create: { width, height, channels: 3, background } }, left, top };
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
