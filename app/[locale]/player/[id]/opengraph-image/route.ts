import path from "node:path";
import type Sharp from "sharp";
import type { OverlayOptions } from "sharp";
import { askApi } from "@/app/_server/api.ts";
import { profileOf } from "@/app/_server/profile.ts";
import { fixedCacheControl } from "@/lib/freshness.ts";
import { canonicalName } from "@/site/pages/people.ts";
import { PREVIEW_HEAD_SIZE, previewHeadOf } from "@/site/pages/player-images.ts";
import { withoutControls } from "@/site/pages/player-path.ts";
import { createSharpQueue } from "@/lib/textures/codec.ts";

const WIDTH = 1200;
const HEIGHT = 630;
const HEAD_BOTTOM = 590;
const PLATE_MIDDLE = 120;
/** A corner of the plate is cut by two steps of this size. */
const STEP = 8;
const LONGEST_LINE = 980;
/** The largest in which the name is not too high, which is one line, or the last. */
const FONT_SIZES = [88, 64, 48, 36];
const HIGHEST_NAME = 150;
/** Arabic has a font of its own. */
const FONT = "Inter Variable,Noto Sans Arabic Bold";
/** Letters that cannot be taken for each other, where the font has them. */
const FEATURES = "ss02=1,zero=1";
/** What `scripts/fonts.mjs` makes: TrueType, since sharp's text engine reads no WOFF. */
const FONT_FILES = [path.resolve("dist/fonts/inter.ttf"), path.resolve("dist/fonts/arabic.ttf")];
/** Characters that the fonts have. */
const LETTERS =
  /^[\u0020-\u007e\u00a0-\u017e\u0386-\u03ce\u0400-\u045f\u0621-\u0652\u0660-\u0669\u06f0-\u06f9]*$/;
const SITE_NAME = "Nametag";
const STAGE = { red: 31, green: 28, blue: 43 };
const LANTERN = { red: 245, green: 181, blue: 60 };
const INK = "#1e1606";

const withSharp = createSharpQueue(1);

/** The image for link previews of a player's page: the head under the name plate. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/[locale]/player/[id]/opengraph-image">,
) {
  const { id } = await params;
  // Unlike a page's, it is decoded already.
  const result = await profileOf(withoutControls(id));
  if ("code" in result) {
    const { status } = result;
    const policy = status >= 500 ? "none" : "unknownPreview";
    return new Response(null, { status, headers: { "cache-control": fixedCacheControl(policy) } });
  }
  const { profile } = result;
  const target = previewHeadOf(profile);
  const head = target === null ? undefined : await askApi(target);
  // JSON is a failure, which must not be cached, nor must what stands in for a head.
  const isImage = head?.headers.get("content-type") === "image/png";
  const png = await drawSocialImage(
    canonicalName(profile),
    isImage ? Buffer.from(await head.arrayBuffer()) : null,
  );
  return new Response(new Uint8Array(png), {
    headers: {
      "content-type": "image/png",
      "cache-control": fixedCacheControl(isImage && head.ok ? "preview" : "none"),
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    },
  });
}

/** Draws the head in the light, under its name plate: a PNG of 1200 × 630. */
function drawSocialImage(name: string, head: Buffer | null): Promise<Buffer> {
  return withSharp(async (sharp) => {
    const text = await drawName(sharp, name);
    const width = Math.ceil(text.info.width / 2) * 2 + 72;
    const height = Math.ceil(Math.max(text.info.height, 64) / 2) * 2 + 44;
    const top = PLATE_MIDDLE - height / 2;
    // Boxes on top of each other leave the steps of the corners out.
    const plate = [0, 1, 2].map((step) =>
      box(width - 2 * STEP * (2 - step), height - 2 * STEP * step, top + STEP * step),
    );
    const layers = [
      ...plate,
      centred(text.data, text.info.width, PLATE_MIDDLE - text.info.height / 2),
      ...(head === null ? [] : [centred(head, PREVIEW_HEAD_SIZE, HEAD_BOTTOM - PREVIEW_HEAD_SIZE)]),
    ];
    const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
    return sharp(litStage(), { raw }).composite(layers).png().toBuffer();
  });
}

let stage: Buffer | undefined;

/** The stage with a light behind the head, as pixels. */
function litStage(): Buffer {
  if (stage !== undefined) return stage;
  stage = Buffer.alloc(WIDTH * HEIGHT * 3);
  const middle = HEAD_BOTTOM - PREVIEW_HEAD_SIZE / 2;
  for (let index = 0; index < WIDTH * HEIGHT; index += 1) {
    const [x, y] = [index % WIDTH, Math.floor(index / WIDTH)];
    const distance = Math.hypot((x - WIDTH / 2) / 520, (y - middle) / 380);
    const light = 0.24 * Math.max(0, 1 - distance);
    for (const [channel, name] of (["red", "green", "blue"] as const).entries()) {
      stage[index * 3 + channel] = STAGE[name] + (LANTERN[name] - STAGE[name]) * light;
    }
  }
  return stage;
}

let areFontsKnown = false;

/** Draws the name, or the site's name when the fonts lack a character. */
async function drawName(sharp: typeof Sharp, name: string) {
  const text = LETTERS.test(name) ? name : SITE_NAME;
  const draw = (letters: string, fontfile: string, size: number) =>
    sharp({
      text: {
        text: `<span foreground="${INK}" font_features="${FEATURES}" insert_hyphens="false">${escapeMarkup(letters)}</span>`,
        font: `${FONT} ${size}`,
        fontfile,
        rgba: true,
        dpi: 72,
        width: LONGEST_LINE,
        wrap: "char",
        align: "centre",
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
  // A font is known to all drawings after the first one that names its file.
  if (!areFontsKnown) for (const file of FONT_FILES) await draw(SITE_NAME, file, 12);
  areFontsKnown = true;
  const [largest = 0, ...smaller] = FONT_SIZES;
  const [latin = ""] = FONT_FILES;
  let drawn = await draw(text, latin, largest);
  for (const size of smaller) {
    if (drawn.info.height <= HIGHEST_NAME) break;
    drawn = await draw(text, latin, size);
  }
  return drawn;
}

function box(width: number, height: number, top: number): OverlayOptions {
  const { red: r, green: g, blue: b } = LANTERN;
  return centred({ create: { width, height, channels: 3, background: { r, g, b } } }, width, top);
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
