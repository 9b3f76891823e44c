import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { encodeImage, type ImageFormat, type Pixels } from "./codec.ts";
import { keepsHat } from "./game-texture.ts";
import { nearestIndices, resized } from "./nearest.ts";
import { PNG_HEAD_LENGTH, pngChunk, pngHead, sealChunk } from "./png.ts";

/** In pixels. */
export const SMALLEST_HEAD = 1;
export const LARGEST_HEAD = 1_024;

/** A square image of a head's front. */
export interface Face {
  /** In pixels: 8, or a multiple of 8 for a skin of higher resolution. */
  readonly side: number;
  /** RGBA, opaque, `side`² pixels. */
  readonly data: Uint8Array;
}

const OPAQUE = 255;

/**
 * Cuts the face out of a skin by the rules of the vanilla client, and lays the hat over it unless
 * `overlay` is false. The result is opaque.
 *
 * The base of a head is opaque whatever its alpha says, and keeps its colour.
 */
export function faceOf(skin: Pixels, { overlay = true }: { overlay?: boolean } = {}): Face {
  const scale = skin.width / 64;
  const side = 8 * scale;
  const data = new Uint8Array(side * side * 4);
  const withHat = overlay && (skin.height === skin.width || keepsHat(skin));

  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const to = (y * side + x) * 4;
      const base = ((side + y) * skin.width + side + x) * 4;
      const hat = base + 32 * scale * 4;
      const alpha = withHat ? at(skin, hat + 3) : 0;
      for (let channel = 0; channel < 3; channel++) {
        data[to + channel] = blend(at(skin, hat + channel), at(skin, base + channel), alpha);
      }
      data[to + 3] = OPAQUE;
    }
  }
  return { side, data };
}

/** Gives the image of a key, made before or now. `pixels` says about how much work that is. */
export type Cached = (
  key: string,
  pixels: number,
  make: () => Promise<Uint8Array>,
) => Promise<Uint8Array>;

/**
 * Draws a face as a square PNG or lossless WebP, scaled without smoothing; `size` is a whole number of pixels.
 *
 * A PNG of a face of 8×8 pixels, which nearly all are, is returned at once and takes microseconds. All others
 * are encoded by sharp in a thread: they come from `cached` as a promise.
 *
 * Throws RangeError for a size outside the range.
 */
export function renderHead(
  face: Face,
  { size, format }: { size: number; format: ImageFormat },
  cached: Cached = (_key, _pixels, make) => make(),
): Uint8Array | Promise<Uint8Array> {
  // One template is cached for each size: the range bounds their number.
  if (!Number.isInteger(size) || size < SMALLEST_HEAD || size > LARGEST_HEAD) {
    throw new RangeError(`A head is ${SMALLEST_HEAD} to ${LARGEST_HEAD} pixels wide, not ${size}.`);
  }
  if (format === "png" && face.side === SIDE) return templatePng(face.data, size);
  const pixels = createHash("sha256").update(face.data).digest("base64");
  return cached(`head ${format} ${size} ${pixels}`, size ** 2, () =>
    encodeImage(resized({ width: face.side, height: face.side, data: face.data }, size), format),
  );
}

const SIDE = 8;
const COLOURS = SIDE * SIDE;
const FILTER_SUB = 1;
const FILTER_UP = 2;

/** For each size, a head whose palette is empty. */
const templates = new Map<number, Uint8Array>();

/**
 * Draws an 8×8 face (256 bytes of RGBA, opaque) as an indexed PNG of `size`×`size`.
 *
 * Every pixel of the face has its own entry in the palette, so the indices, and with them the deflated
 * image and its checksum, are the same for all players. They are made once for each size; every head is
 * then a copy with another palette.
 */
function templatePng(face: Uint8Array, size: number): Uint8Array {
  const png = Buffer.from(templateOf(size));
  for (let colour = 0, to = PNG_HEAD_LENGTH + 8; colour < COLOURS * 4; colour += 4) {
    png[to++] = face[colour] ?? 0;
    png[to++] = face[colour + 1] ?? 0;
    png[to++] = face[colour + 2] ?? 0;
  }
  sealChunk(png, PNG_HEAD_LENGTH, COLOURS * 3);
  return png;
}

function templateOf(size: number): Uint8Array {
  const known = templates.get(size);
  if (known !== undefined) return known;
  const template = Buffer.concat([
    pngHead({ width: size, height: size, bitDepth: 8, colorType: 3 }),
    pngChunk("PLTE", new Uint8Array(COLOURS * 3)),
    pngChunk("IDAT", deflateSync(filteredIndices(size), { level: 9 })),
    pngChunk("IEND", new Uint8Array(0)),
  ]);
  templates.set(size, template);
  return template;
}

/**
 * The rows of indices, each behind its filter byte. As differences to the left in the first row
 * and upwards in all others they are nearly all zero, which deflates a third smaller.
 */
function filteredIndices(size: number): Uint8Array {
  const stride = 1 + size;
  const rows = new Uint8Array(size * stride);
  for (let at = 0; at < rows.length; at += stride) rows[at] = FILTER_UP;
  rows[0] = FILTER_SUB;
  const indices = nearestIndices(SIDE, size);
  const [first = 0] = indices;
  rows[1] = first * SIDE + first;
  for (let at = 1; at < size; at++) {
    // More than one in a head of fewer pixels than the face has.
    const step = (indices[at] ?? 0) - (indices[at - 1] ?? 0);
    if (step === 0) continue;
    rows[1 + at] = step;
    rows.fill(step * SIDE, at * stride + 1, (at + 1) * stride);
  }
  return rows;
}

/** Source-over on an opaque ground, rounded: n/255 is never half-way. */
function blend(over: number, under: number, alpha: number): number {
  return Math.floor((over * alpha + under * (255 - alpha) + 127) / 255);
}

function at({ data }: Pixels, offset: number): number {
  return data[offset] ?? 0;
}
