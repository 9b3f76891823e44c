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
export const CHUNK_FRAME = 12;

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

  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const [bitDepth, colorType, compression, filter, interlace] = [...bytes.subarray(24, 29)];
  if (width < 1 || width > LARGEST_SIDE || height < 1 || height > LARGEST_SIDE) return null;
  if (bitDepth === undefined || colorType === undefined) return null;
  if (!BIT_DEPTHS[colorType]?.includes(bitDepth)) return null;
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1)) return null;
  return { width, height, bitDepth, colorType };
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
export function chunkType(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
}
