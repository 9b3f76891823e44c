import "server-only";
import path from "node:path";
import sharp, { type OverlayOptions } from "sharp";

/** The side of the head in the picture: 44 screen pixels for each of the face's. */
export const SOCIAL_HEAD_SIZE = 352;

const WIDTH = 1200;
const HEIGHT = 630;
const HEAD_TOP = 222;
const TAG_MIDDLE = 124;
const TAG_PIXEL = 8;
const LONGEST_NAME = 980;
const FONTS = "node_modules/@fontsource/pixelify-sans/files";
const colours = { paper: "#15141b", ground: "#292733", tag: "#3b3650", ink: "#ffffff" };

/** Draws the head under its name tag: a PNG of 1200 × 630. */
export async function drawSocialImage(name: string, head: Buffer | null): Promise<Buffer> {
  const text = await drawName(name);
  const layers: OverlayOptions[] = [
    { input: Buffer.from(scenery(text.width, text.height)), top: 0, left: 0 },
    {
      input: text.picture,
      top: Math.round(TAG_MIDDLE - text.height / 2),
      left: Math.round((WIDTH - text.width) / 2),
    },
  ];
  if (head !== null) {
    const face = await sharp(head)
      .resize(SOCIAL_HEAD_SIZE, SOCIAL_HEAD_SIZE, { kernel: "nearest" })
      .png()
      .toBuffer();
    layers.push({ input: face, top: HEAD_TOP, left: (WIDTH - SOCIAL_HEAD_SIZE) / 2 });
  }
  const canvas = { width: WIDTH, height: HEIGHT, channels: 4, background: colours.paper } as const;
  return sharp({ create: canvas }).composite(layers).png({ palette: true }).toBuffer();
}

/** The name in the pixel face; letters it lacks come from whatever face the system has. */
async function drawName(name: string) {
  const cut = /\p{Script=Cyrillic}/u.test(name) ? "cyrillic" : "latin";
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colours.ink}">${escapeMarkup(name)}</span>`,
      font: "Pixelify Sans 72",
      fontfile: path.resolve(FONTS, `pixelify-sans-${cut}-600-normal.woff`),
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  if (info.width <= LONGEST_NAME) return { picture: data, width: info.width, height: info.height };
  const narrow = await sharp(data)
    .resize({ width: LONGEST_NAME })
    .toBuffer({ resolveWithObject: true });
  return { picture: narrow.data, width: narrow.info.width, height: narrow.info.height };
}

/** The ground, and the tag: a box with one pixel missing at each corner. */
function scenery(textWidth: number, textHeight: number): string {
  const width = textWidth + 64;
  const height = Math.max(textHeight, 64) + 40;
  const x = (WIDTH - width) / 2;
  const y = TAG_MIDDLE - height / 2;
  const rectangle = (left: number, top: number, wide: number, high: number, colour: string) =>
    `<rect x="${left}" y="${top}" width="${wide}" height="${high}" fill="${colour}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" shape-rendering="crispEdges">`,
    rectangle(0, HEIGHT - 56, WIDTH, 56, colours.ground),
    rectangle(x, y, width, height, colours.tag),
    rectangle(
      x - TAG_PIXEL,
      y + TAG_PIXEL,
      width + 2 * TAG_PIXEL,
      height - 2 * TAG_PIXEL,
      colours.tag,
    ),
    "</svg>",
  ].join("");
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
