import { createHash } from "node:crypto";
import { encodeImage, type ImageFormat, type Pixels } from "./codec.ts";
import { LONGEST_REPETITION, startDeflate } from "./deflate.ts";
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
const CHANNELS = 4;
/** The offset behind the pixels of a face, where a zero stands for the pixel left of the first one. */
const NOTHING = SIDE * SIDE * CHANNELS;
/** Filters: a row is the difference to the pixels on the left, or to the row above. */
const FILTER_SUB = 1;
const FILTER_UP = 2;
const ADLER_MODULUS = 65_521;
/** From this size on, an image has more long repetitions than literals. */
const LARGE = 136;

/** The bytes of an image that depend on the face: the channels where a pixel of the face begins. */
interface Slots {
  /** The bytes of the face, and those on their left, which are subtracted. */
  readonly from: Uint16Array;
  readonly left: Uint16Array;
  /** The places of their codes in the PNG, in bits. */
  readonly bit: Uint32Array;
  /** The number of times that the upper half of the checksum counts them. */
  readonly weight: Uint32Array;
}

/** A PNG without its colours and checksums. */
interface Template {
  readonly png: Uint8Array;
  /** The length of its IDAT chunk. */
  readonly dataLength: number;
  readonly slots: Slots;
  /** The code of each byte. */
  readonly codes: Uint16Array;
  /** Both halves of the checksum (Adler-32) of all other bytes. */
  readonly low: number;
  readonly high: number;
}

/** A face, and nothing behind it. */
const bytes = new Uint8Array(NOTHING + CHANNELS);

/** The template of each size. */
const templates = new Map<number, Template>();

/**
 * Draws an 8×8 face (256 bytes of RGBA, opaque) as an RGBA PNG of `size`×`size`.
 *
 * Nothing is deflated: of the deflated data of a size, all but 192 codes and the checksums is the same for every
 * player, and in the same place. It is made once; every head is then a copy with its own colours.
 */
function templatePng(face: Uint8Array, size: number): Uint8Array {
  const template = templates.get(size) ?? templateOf(size);
  const { slots, codes, dataLength } = template;
  const { from, left, bit, weight } = slots;
  const png = Buffer.from(template.png);
  bytes.set(face);
  let { low, high } = template;
  for (let slot = 0; slot < from.length; slot++) {
    const value = ((bytes[from[slot] ?? 0] ?? 0) - (bytes[left[slot] ?? 0] ?? 0)) & 255;
    low += value;
    high += value * (weight[slot] ?? 0);
    // A code of up to ten bits is in up to three bytes.
    const start = bit[slot] ?? 0;
    const code = (codes[value] ?? 0) << (start & 7);
    const to = start >> 3;
    png[to] = (png[to] ?? 0) | code;
    png[to + 1] = (png[to + 1] ?? 0) | (code >> 8);
    png[to + 2] = (png[to + 2] ?? 0) | (code >> 16);
  }
  const end = PNG_HEAD_LENGTH + 8 + dataLength;
  png.writeUInt16BE(high % ADLER_MODULUS, end - 4);
  png.writeUInt16BE(low % ADLER_MODULUS, end - 2);
  sealChunk(png, PNG_HEAD_LENGTH, dataLength);
  return png;
}

function templateOf(size: number): Template {
  const rowLength = 1 + size * CHANNELS;
  const length = size * rowLength;
  const literalBits = size < LARGE ? 9 : 10;
  const stream = startDeflate({ distance: rowLength, literalBits });
  const slots: { from: number; left: number; bit: number; weight: number }[] = [];
  let [low, high] = [1, length];
  const count = (value: number, at: number) => {
    low += value;
    high += value * (length - at);
  };
  const runs = runsOf(nearestIndices(SIDE, size));
  for (const { index: row, start: top, count: rows } of runs) {
    const at = top * rowLength;
    stream.literal(FILTER_SUB);
    count(FILTER_SUB, at);
    let left = NOTHING;
    for (const { index: column, start: x, count: columns } of runs) {
      const from = (row * SIDE + column) * CHANNELS;
      for (let channel = 0; channel < CHANNELS - 1; channel++) {
        const weight = length - (at + 1 + x * CHANNELS + channel);
        const bit = (PNG_HEAD_LENGTH + 8) * 8 + stream.leave();
        slots.push({ from: from + channel, left: left + channel, bit, weight });
      }
      stream.literal(x === 0 ? OPAQUE : 0);
      stream.zeros((columns - 1) * CHANNELS);
      left = from;
    }
    count(OPAQUE, at + CHANNELS);
    if (rows > 1) writeEqualRows(stream, rows - 1, rowLength);
    for (let y = 1; y < rows; y++) count(FILTER_UP, at + y * rowLength);
  }
  const data = Buffer.concat([stream.end(), new Uint8Array(4)]);
  const png = Buffer.concat([
    pngHead({ width: size, height: size, bitDepth: 8, colorType: 6 }),
    pngChunk("IDAT", data),
    pngChunk("IEND", new Uint8Array(0)),
  ]);
  const columns = {
    from: Uint16Array.from(slots, ({ from }) => from),
    left: Uint16Array.from(slots, ({ left }) => left),
    bit: Uint32Array.from(slots, ({ bit }) => bit),
    weight: Uint32Array.from(slots, ({ weight }) => weight),
  };
  const { codes } = stream;
  const template = { png, dataLength: data.length, slots: columns, codes, low, high };
  templates.set(size, template);
  return template;
}

/** The rows or columns that show the same pixels of a face. */
function runsOf(indices: Uint16Array): { index: number; start: number; count: number }[] {
  const starts = [...indices.keys()].filter((at) => indices[at] !== indices[at - 1]);
  return starts.map((start, run) => ({
    index: indices[start] ?? 0,
    start,
    count: (starts[run + 1] ?? indices.length) - start,
  }));
}

/** Rows that are equal to the one above them. */
function writeEqualRows(
  stream: ReturnType<typeof startDeflate>,
  rows: number,
  rowLength: number,
): void {
  stream.literal(FILTER_UP);
  stream.zeros(rowLength - 1);
  for (let left = (rows - 1) * rowLength; left > 0; left -= LONGEST_REPETITION) {
    const count = Math.min(left, LONGEST_REPETITION);
    const ofRow = left % rowLength;
    // Zeros are shorter than what is a row away, but end where the next row begins.
    const areZeros = (ofRow >= LONGEST_REPETITION && ofRow < rowLength - 1) || count < 3;
    if (areZeros) stream.zeros(count);
    else stream.repeatRow(count);
  }
}

/** Source-over on an opaque ground, rounded: n/255 is never half-way. */
function blend(over: number, under: number, alpha: number): number {
  return Math.floor((over * alpha + under * (255 - alpha) + 127) / 255);
}

function at({ data }: Pixels, offset: number): number {
  return data[offset] ?? 0;
}
