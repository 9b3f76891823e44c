import path from "node:path";
import type Sharp from "sharp";
import type { OverlayOptions } from "sharp";
import { profileIn, repliesFor } from "@/app/_server/profile.ts";
import { fixedCacheControl } from "@/lib/freshness.ts";
import { previewPolicy } from "@/lib/site/page-data.ts";
import { canonicalName, PREVIEW_HEAD_SIZE } from "@/lib/site/people.ts";
import { withoutControls } from "@/lib/site/player-path.ts";
import { createSharpQueue } from "@/lib/textures/codec.ts";

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

const withSharp = createSharpQueue(1);

/** The image for link previews of a player's page: the head under the name tag. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/[locale]/player/[id]/opengraph-image">,
) {
  const { id } = await params;
  // Unlike a page's, it is decoded already.
  const replies = await repliesFor("preview", withoutControls(id));
  const cacheControl = fixedCacheControl(previewPolicy(replies));
  const result = profileIn(replies.main);
  if ("code" in result) {
    const { status } = result;
    return new Response(null, { status, headers: { "cache-control": cacheControl } });
  }
  const { head } = replies;
  // JSON and placeholders are failures, which must not be cached.
  const image = head?.headers["content-type"] === "image/png" ? head : null;
  const png = await drawSocialImage(
    canonicalName(result.profile),
    image && Buffer.from(image.body),
  );
  return new Response(new Uint8Array(png), {
    headers: {
      "content-type": "image/png",
      "cache-control": cacheControl,
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    },
  });
}

/** Draws the head under its name tag: a PNG of 1200 × 630. */
function drawSocialImage(name: string, head: Buffer | null): Promise<Buffer> {
  return withSharp(async (sharp) => {
    const text = await drawName(sharp, name);
    const width = Math.ceil(text.info.width / 2) * 2 + 64;
    const height = Math.ceil(Math.max(text.info.height, 64) / 2) * 2 + 40;
    const top = TAG_MIDDLE - height / 2;
    const layers = [
      box(WIDTH, GROUND_HEIGHT, HEIGHT - GROUND_HEIGHT, GROUND),
      // The tag is a box with one pixel missing at each corner.
      box(width, height, top, TAG),
      box(width + 2 * TAG_PIXEL, height - 2 * TAG_PIXEL, top + TAG_PIXEL, TAG),
      centred(text.data, text.info.width, TAG_MIDDLE - text.info.height / 2),
      ...(head === null ? [] : [centred(head, PREVIEW_HEAD_SIZE, HEAD_TOP)]),
    ];
    const canvas = { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER } as const;
    return sharp({ create: canvas }).composite(layers).png().toBuffer();
  });
}

/** Draws the name, or the site's name when the font lacks a character. */
async function drawName(sharp: typeof Sharp, name: string) {
  const text = LETTERS.test(name) ? name : SITE_NAME;
  const drawing = sharp({
    text: {
      text: `<span foreground="${INK}">${escapeMarkup(text)}</span>`,
      font: FONT,
      fontfile: path.resolve(FONT_FILE),
      rgba: true,
      dpi: 72,
    },
  });
  const drawn = await drawing.png().toBuffer({ resolveWithObject: true });
  if (drawn.info.width <= LONGEST_NAME) return drawn;
  const narrow = sharp(drawn.data).resize({ width: LONGEST_NAME, kernel: "nearest" });
  return narrow.png().toBuffer({ resolveWithObject: true });
}

function box(width: number, height: number, top: number, background: string): OverlayOptions {
  return centred({ create: { width, height, channels: 3, background } }, width, top);
}

function centred(
  input: NonNullable<OverlayOptions["input"]>,
  width: number,
  top: number,
): OverlayOptions {
  return { input, left: Math.round((WIDTH - width) / 2), top: Math.round(top) };
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
