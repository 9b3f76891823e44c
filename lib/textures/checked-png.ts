import { crc32 } from "node:zlib";
import { CHUNK_FRAME, chunkType, PNG_HEAD_LENGTH, type PngHeader } from "./png.ts";

/** A PNG whose chunks are complete and in order. */
export interface CheckedPng {
  /** The PNG with only the chunks that define its pixels. */
  readonly bytes: Uint8Array;
  /** The content of its IDAT chunks, still deflated. */
  readonly deflated: Uint8Array;
}

const PALETTE = 3;
/** tRNS is ancillary in the specification, but it decides the alpha of pixels. */
const PIXEL_CHUNKS = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
/** Each takes a microsecond, however short it is: encoders make a few hundred of the largest image. */
const MOST_CHUNKS = 4_096;
const TYPE = /^[A-Za-z]{4}$/;

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
  const before: Before = { seen: new Set(["IHDR"]), previous: "IHDR" };

  for (const { type, chunk, intact } of chunksOf(bytes)) {
    if (!TYPE.test(type)) return null;
    if (PIXEL_CHUNKS.has(type)) {
      const length = chunk.length - CHUNK_FRAME;
      if (!intact || !isInPlace(type, length, before, header)) return null;
      pixelChunks.push(chunk);
      if (type === "IDAT") deflated.push(chunk.subarray(8, 8 + length));
      if (type === "IEND")
        return { bytes: Buffer.concat(pixelChunks), deflated: Buffer.concat(deflated) };
    } else if (isCritical(type)) {
      return null;
    }
    before.seen.add(type);
    before.previous = type;
  }
  return null;
}

/** The chunks seen so far. */
interface Before {
  readonly seen: Set<string>;
  previous: string;
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

/** A capital first letter: a decoder that does not know the chunk must give up. */
function isCritical(type: string): boolean {
  return type < "a";
}

function isInPlace(
  type: string,
  length: number,
  { seen, previous }: Before,
  { colorType, bitDepth }: PngHeader,
): boolean {
  switch (type) {
    case "PLTE":
      if (seen.has("PLTE") || seen.has("tRNS") || seen.has("IDAT")) return false;
      if (colorType === 0 || colorType === 4 || length === 0 || length % 3 !== 0) return false;
      return length / 3 <= (colorType === PALETTE ? 2 ** bitDepth : 256);
    case "tRNS":
      return !seen.has("tRNS") && !seen.has("IDAT");
    case "IDAT":
      if (seen.has("IDAT") && previous !== "IDAT") return false;
      return seen.has("PLTE") || colorType !== PALETTE;
    case "IEND":
      return seen.has("IDAT") && length === 0;
    default:
      return false;
  }
}
