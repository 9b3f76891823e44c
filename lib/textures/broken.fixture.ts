import { constants, deflateRawSync, deflateSync } from "node:zlib";
import sharp from "sharp";
import type { TextureFault } from "./codec.ts";
import { pngChunk, pngHead } from "./png.ts";

/** Hand-made PNGs in any format and with any fault. */

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

/** A deflated stream of megabytes of zeros, made without holding them in memory. */
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

/** Bytes that must never be accepted as a texture. */
export interface BrokenTexture {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Why they are rejected. */
  readonly reason: TextureFault;
}

/** Broken textures, each with one fault. */
export async function brokenTextures(): Promise<BrokenTexture[]> {
  const groups = { "not-png": await notPng(), "illegal-size": illegalSize(), undecodable: torn() };
  const broken = Object.entries(groups).flatMap(([reason, cases]) =>
    Object.entries(cases).map(([name, bytes]) => ({ name, bytes, reason: reason as TextureFault })),
  );
  const tooLarge = Buffer.concat([whole, new Uint8Array(256 * 1024)]);
  return [...broken, { name: "more than 256 KiB", bytes: tooLarge, reason: "too-large" }];
}

const rows = packedRows({}, (index) => (index * 7) & 255);
const data = idat(rows);
const stream = deflateSync(rows);
const half = stream.length >> 1;
const whole = rawPng({ chunks: [data, iend()] });
const ihdr = whole.subarray(8, 33);

async function notPng(): Promise<Record<string, Uint8Array>> {
  const image = sharp(new Uint8Array(64 * 64 * 3), {
    raw: { width: 64, height: 64, channels: 3 },
  });
  return {
    nothing: new Uint8Array(0),
    "a signature alone": whole.subarray(0, 8),
    "half a header": whole.subarray(0, 20),
    "a wrong signature": whole.map((byte, at) => (at === 4 ? 0x0a : byte)),
    JPEG: await image.jpeg().toBuffer(),
    WebP: await image.webp().toBuffer(),
    SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>'),
    HTML: Buffer.from("<!doctype html><title>403 Forbidden</title>"),
    "a damaged header": Buffer.concat([whole.subarray(0, 8), damaged(ihdr), data, iend()]),
    "a header that comes second": Buffer.concat([whole.subarray(0, 8), data, ihdr, iend()]),
    "no width": rawPng({ width: 0, chunks: [data, iend()] }),
    "RGB of 4 bits": rawPng({ colorType: 2, bitDepth: 4, chunks: [data, iend()] }),
    "an unknown colour type": rawPng({ colorType: 5, chunks: [data, iend()] }),
  };
}

function illegalSize(): Record<string, Uint8Array> {
  const grey = { colorType: 0, bitDepth: 1 };
  const bomb = [pngChunk("IDAT", deflatedZeros(33)), iend()];
  return {
    "16,384×16,384": rawPng({ ...grey, width: 16384, height: 16384, chunks: bomb }),
    "1024×1024": rawPng({ ...grey, width: 1024, height: 1024, chunks: bomb }),
    "65×64": rawPng({ width: 65, chunks: [data, iend()] }),
    "64×128": rawPng({ height: 128, chunks: [data, iend()] }),
  };
}

function torn(): Record<string, Uint8Array> {
  const broken = (...chunks: Uint8Array[]) => rawPng({ chunks });
  const indexed = (...chunks: Uint8Array[]) => rawPng({ colorType: 3, chunks });
  const part = (from: number, to?: number) => pngChunk("IDAT", stream.subarray(from, to));
  const palette = pngChunk("PLTE", new Uint8Array(768));
  const indices = idat(packedRows({ colorType: 3 }, () => 0));
  return {
    "half of the file": whole.subarray(0, whole.length >> 1),
    "no IEND": broken(data),
    "a damaged IEND": broken(data, damaged(iend())),
    "an IEND with data": broken(data, pngChunk("IEND", Uint8Array.of(0))),
    "no IDAT": broken(iend()),
    "a damaged IDAT": broken(damaged(data), iend()),
    "junk in IDAT": broken(pngChunk("IDAT", new Uint8Array(200).fill(7)), iend()),
    "half an image": broken(part(0, half), iend()),
    "a wrong checksum of the image": broken(pngChunk("IDAT", damaged(stream)), iend()),
    "too few rows": broken(idat(rows.subarray(0, rows.length - 257)), iend()),
    "an unknown filter": broken(idat(rows.map((byte, at) => (at === 0 ? 9 : byte))), iend()),
    "an image in two places": broken(part(0, half), pngChunk("tEXt", data), part(half), iend()),
    "200 MB behind 64×64": broken(pngChunk("IDAT", deflatedZeros(200)), iend()),
    "one row too many": broken(idat(Buffer.concat([rows, rows.subarray(0, 257)])), iend()),
    "thousands of empty chunks": broken(
      ...Array.from({ length: 5_000 }, () => pngChunk("tEXt", new Uint8Array(0))),
      data,
      iend(),
    ),
    "two headers": broken(ihdr, data, iend()),
    "an unknown critical chunk": broken(pngChunk("ABCD", data), data, iend()),
    "a chunk without a name": broken(pngChunk("a1b2", data), data, iend()),
    "no palette": indexed(indices, iend()),
    "a palette too late": indexed(indices, palette, iend()),
    "two palettes": indexed(palette, palette, indices, iend()),
    "a damaged palette": indexed(damaged(palette), indices, iend()),
    "an empty palette": indexed(pngChunk("PLTE", new Uint8Array(0)), indices, iend()),
    "a palette of 257 colours": indexed(pngChunk("PLTE", new Uint8Array(771)), indices, iend()),
    "damaged transparency": indexed(
      palette,
      damaged(pngChunk("tRNS", rows.subarray(0, 9))),
      indices,
      iend(),
    ),
  };
}
