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
/** The middle of the head below the plate. */
const HEAD_MIDDLE = 590 - PREVIEW_HEAD_SIZE / 2;
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
/** `scripts/fonts.mjs` makes these files: TrueType, since sharp's text engine reads no WOFF. */
const FONT_FILES = [path.resolve("dist/fonts/inter.ttf"), path.resolve("dist/fonts/arabic.ttf")];
/** Characters that the fonts have. Without a plate, others need no fonts of megabytes. */
const LETTERS =
  /^[\u0020-\u007e\u00a0-\u017e\u0386-\u03ce\u0400-\u045f\u0621-\u0652\u0660-\u0669\u06f0-\u06f9]*$/;
const STAGE = { red: 31, green: 28, blue: 43 };
const LANTERN = { red: 245, green: 181, blue: 60 };
const INK = "#1e1606";

/** Scripts of other sites may read it, as they may any image of the API. */
const FOR_EVERYONE = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};

const withSharp = createSharpQueue(1);

/** The image for link previews of a player's page: the head, under the name plate if the fonts have the name. */
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
    const headers = { ...FOR_EVERYONE, "cache-control": fixedCacheControl(policy) };
    return new Response(null, { status, headers });
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
      ...FOR_EVERYONE,
      "content-type": "image/png",
      "cache-control": fixedCacheControl(isImage && head.ok ? "preview" : "none"),
      "x-content-type-options": "nosniff",
    },
  });
}

/** Draws the head in the light: a PNG of 1200 × 630. */
function drawSocialImage(name: string, head: Buffer | null): Promise<Buffer> {
  return withSharp(async (sharp) => {
    const isNamed = LETTERS.test(name);
    const middle = isNamed ? HEAD_MIDDLE : HEIGHT / 2;
    const plate = isNamed ? await drawPlate(sharp, name) : [];
    const layers =
      head === null
        ? plate
        : [...plate, centred(head, PREVIEW_HEAD_SIZE, middle - PREVIEW_HEAD_SIZE / 2)];
    const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
    return sharp(litStage(middle), { raw }).composite(layers).png().toBuffer();
  });
}

/** The name on its plate. */
async function drawPlate(sharp: typeof Sharp, name: string): Promise<OverlayOptions[]> {
  const { data, info } = await drawName(sharp, name);
  const width = Math.ceil(info.width / 2) * 2 + 72;
  const height = Math.ceil(Math.max(info.height, 64) / 2) * 2 + 44;
  const top = PLATE_MIDDLE - height / 2;
  // Boxes on top of each other leave the steps of the corners out.
  const plate = [0, 1, 2].map((step) =>
    box(width - 2 * STEP * (2 - step), height - 2 * STEP * step, top + STEP * step),
  );
  return [...plate, centred(data, info.width, PLATE_MIDDLE - info.height / 2)];
}

/** By the middle of the light. */
const stages = new Map<number, Buffer>();

/** The stage with a light behind the head, as pixels. */
function litStage(middle: number): Buffer {
  const known = stages.get(middle);
  if (known !== undefined) return known;
  const stage = Buffer.alloc(WIDTH * HEIGHT * 3);
  stages.set(middle, stage);
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

async function drawName(sharp: typeof Sharp, name: string) {
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
  if (!areFontsKnown) for (const file of FONT_FILES) await draw("Nametag", file, 12);
  areFontsKnown = true;
  const [largest = 0, ...smaller] = FONT_SIZES;
  const [latin = ""] = FONT_FILES;
  let drawn = await draw(name, latin, largest);
  for (const size of smaller) {
    if (drawn.info.height <= HIGHEST_NAME) break;
    drawn = await draw(name, latin, size);
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
