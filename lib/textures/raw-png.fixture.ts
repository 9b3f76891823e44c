import { deflateRawSync, deflateSync, constants } from "node:zlib";
import { pngChunk, pngHead } from "./png.ts";

/** PNGs put together by hand, of any flavour and with any fault. */

export interface RawPng {
  /** Both 64 unless given. */
  width?: number;
  height?: number;
  /** 8 bits of RGBA unless given. */
  bitDepth?: number;
  colorType?: number;
  /** The chunks after IHDR. */
  chunks: readonly Uint8Array[];
}

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Builds a PNG that is not interlaced from its header and ready chunks. */
export function rawPng({
  width = 64,
  height = 64,
  bitDepth = 8,
  colorType = 6,
  chunks,
}: RawPng): Uint8Array {
  return Buffer.concat([pngHead({ width, height, bitDepth, colorType }), ...chunks]);
}

/** An IDAT chunk of rows before deflating; each begins with its filter byte. */
export function idat(rows: Uint8Array): Uint8Array {
  return pngChunk("IDAT", deflateSync(rows));
}

export function iend(): Uint8Array {
  return pngChunk("IEND", new Uint8Array(0));
}

/** The chunk with its checksum off by one bit. */
export function damaged(chunk: Uint8Array): Uint8Array {
  return chunk.map((byte, at) => (at === chunk.length - 1 ? byte ^ 1 : byte));
}

/** A sample of each channel of each pixel, packed into rows behind a filter byte of 0. */
export function packedRows(
  { width = 64, height = 64, bitDepth = 8, colorType = 6 }: Omit<RawPng, "chunks">,
  sample: (index: number) => number,
): Uint8Array {
  const samples = width * (CHANNELS[colorType] ?? 0);
  const rowLength = 1 + Math.ceil((samples * bitDepth) / 8);
  const rows = new Uint8Array(height * rowLength);
  for (let index = 0; index < height * samples; index++) {
    const bit = (index % samples) * bitDepth;
    const at = Math.floor(index / samples) * rowLength + 1 + (bit >> 3);
    const value = sample(index);
    if (bitDepth === 16) rows.set([value >> 8, value & 255], at);
    else rows[at] = (rows[at] ?? 0) | (value << (8 - bitDepth - (bit & 7)));
  }
  return rows;
}

/** A deflated stream of so many megabytes of zeros, made without ever holding them. */
export function deflatedZeros(megabytes: number): Uint8Array {
  const length = 2 ** 20;
  const block = deflateRawSync(new Uint8Array(length), {
    level: 9,
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  // Adler-32 of n zeros: a stays 1, b counts them.
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE((length * megabytes) % 65521, 0);
  checksum.writeUInt16BE(1, 2);
  return Buffer.concat([
    Uint8Array.of(0x78, 0xda),
    ...Array.from({ length: megabytes }, () => block),
    Uint8Array.of(0x03, 0x00),
    checksum,
  ]);
}
