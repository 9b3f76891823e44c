import { crc32 } from "node:zlib";

/** The first chunk of a PNG; no pixels have been decoded. */
export interface PngHeader {
  /** In pixels, 1 to 2³¹ − 1. */
  readonly width: number;
  readonly height: number;
  /** Bits per channel, or per palette index. */
  readonly bitDepth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA. */
  readonly colorType: number;
}

export const PNG_SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Bytes of signature and IHDR chunk, which begin every PNG. */
export const PNG_HEAD_LENGTH = 33;

/** Bytes of a chunk around its data: length, type and checksum. */
const CHUNK_FRAME = 12;

const LARGEST_SIDE = 2 ** 31 - 1;
const BIT_DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/**
 * Reads only the signature and IHDR. Null when the bytes are not a PNG, or when IHDR is not the first
 * chunk, is damaged, or has values outside the PNG specification.
 */
export function readPngHeader(bytes: Uint8Array): PngHeader | null {
  if (bytes.length < PNG_HEAD_LENGTH) return null;
  if (!PNG_SIGNATURE.every((byte, at) => bytes[at] === byte)) return null;

  const view = new DataView(bytes.buffer, bytes.byteOffset, PNG_HEAD_LENGTH);
  if (view.getUint32(8) !== 13 || chunkType(bytes, 8) !== "IHDR") return null;
  if (view.getUint32(29) !== crc32(bytes.subarray(12, 29))) return null;

  const header: PngHeader = {
    width: view.getUint32(16),
    height: view.getUint32(20),
    bitDepth: view.getUint8(24),
    colorType: view.getUint8(25),
  };
  return isInSpecification(header) && hasKnownMethods(view) ? header : null;
}

function isInSpecification({ width, height, bitDepth, colorType }: PngHeader): boolean {
  const isSide = (pixels: number) => pixels >= 1 && pixels <= LARGEST_SIDE;
  return isSide(width) && isSide(height) && BIT_DEPTHS[colorType]?.includes(bitDepth) === true;
}

/** The specification has one compression, one filter, and two values for interlacing. */
function hasKnownMethods(view: DataView): boolean {
  return view.getUint8(26) === 0 && view.getUint8(27) === 0 && view.getUint8(28) <= 1;
}

/** A PNG whose chunks are complete and in order. */
interface CheckedPng {
  /** The PNG with only the chunks that define its pixels. */
  readonly bytes: Uint8Array;
  /** The content of its IDAT chunks, still deflated. */
  readonly deflated: Uint8Array;
}

const PALETTE = 3;
/** Each takes a microsecond, however short it is: encoders make a few hundred of the largest image. */
const MOST_CHUNKS = 4_096;
/** tRNS is ancillary in the specification, but it decides the alpha of pixels. */
const LETTERS = new Map([
  ["PLTE", "P"],
  ["tRNS", "t"],
  ["IDAT", "D"],
  ["IEND", "E"],
]);
/** The only order of the chunks after IHDR, by their letters; all others are a hyphen. */
const ORDER = /^(?:-*P)?(?:-*t)?-*D+-*E$/;
/** A small first letter: a decoder that does not know the chunk may leave it out. */
const ANCILLARY = /^[a-z][A-Za-z]{3}$/;

/**
 * Checks the chunks of a PNG whose header has been read. Null when a chunk that defines pixels is damaged,
 * missing, duplicated or out of place, or when an unknown chunk is critical. Bytes after IEND are ignored.
 *
 * libpng tolerates a missing IEND and damaged transparency, inflates comments and applies colour profiles.
 * All of that is wrong for a texture, so it is prevented before libpng reads the bytes.
 */
export function checkedPng(bytes: Uint8Array, header: PngHeader): CheckedPng | null {
  const pixelChunks = [bytes.subarray(0, PNG_HEAD_LENGTH)];
  const deflated: Uint8Array[] = [];
  let order = "";

  for (const { type, chunk, intact } of chunksOf(bytes)) {
    const content = chunk.subarray(8, -4);
    const letter = LETTERS.get(type);
    if (letter === undefined) {
      if (!ANCILLARY.test(type)) return null;
      order += "-";
      continue;
    }
    if (!intact || (type === "PLTE" && !isPalette(content, header))) return null;
    order += letter;
    pixelChunks.push(chunk);
    if (type === "IDAT") deflated.push(content);
    if (type !== "IEND") continue;
    const hasColours = header.colorType !== PALETTE || order.includes("P");
    if (content.length > 0 || !hasColours || !ORDER.test(order)) return null;
    return { bytes: Buffer.concat(pixelChunks), deflated: Buffer.concat(deflated) };
  }
  return null;
}

/** The chunks after IHDR, up to one that is cut off or one too many. */
function* chunksOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = PNG_HEAD_LENGTH;
  for (let count = 0; count < MOST_CHUNKS && offset + CHUNK_FRAME <= bytes.length; count++) {
    const end = offset + CHUNK_FRAME + view.getUint32(offset);
    if (end > bytes.length) return;
    yield {
      type: chunkType(bytes, offset),
      chunk: bytes.subarray(offset, end),
      intact: view.getUint32(end - 4) === crc32(bytes.subarray(offset + 4, end - 4)),
    };
    offset = end;
  }
}

function isPalette({ length }: Uint8Array, { colorType, bitDepth }: PngHeader): boolean {
  if (colorType === 0 || colorType === 4 || length === 0 || length % 3 !== 0) return false;
  return length / 3 <= (colorType === PALETTE ? 2 ** bitDepth : 256);
}

/** The signature and IHDR of an image that is not interlaced. */
export function pngHead(header: PngHeader): Uint8Array {
  const ihdr = new Uint8Array(13);
  const view = new DataView(ihdr.buffer);
  view.setUint32(0, header.width);
  view.setUint32(4, header.height);
  ihdr[8] = header.bitDepth;
  ihdr[9] = header.colorType;
  return Buffer.concat([PNG_SIGNATURE, pngChunk("IHDR", ihdr)]);
}

/** One whole chunk: length, four-letter type, data, checksum. */
export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(CHUNK_FRAME + data.length);
  for (let at = 0; at < 4; at++) chunk[4 + at] = type.charCodeAt(at);
  chunk.set(data, 8);
  sealChunk(chunk, 0, data.length);
  return chunk;
}

/** Writes length and checksum of the chunk at `offset`, whose type and data are in place. */
export function sealChunk(bytes: Uint8Array, offset: number, dataLength: number): void {
  const dataEnd = offset + 8 + dataLength;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  view.setUint32(offset, dataLength);
  view.setUint32(dataEnd, crc32(bytes.subarray(offset + 4, dataEnd)));
}

/** The four letters of the chunk at `offset`. */
function chunkType(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
}
