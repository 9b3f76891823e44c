import { crc32 } from "node:zlib";
import { deflate } from "./deflate.ts";
import type { Pixels } from "./pixels.ts";

/** How the pixels are stored: with alpha, without it, or as numbers into a list of colours. */
export type PngKind = "rgba" | "rgb" | "palette";

/** Writes a PNG file; the same pixels always give the same bytes. */
export function encodePng(pixels: Pixels, kind: PngKind = "rgba"): Buffer {
  const { width, height } = pixels;
  const palette = kind === "palette" ? collectPalette(pixels) : null;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOUR_TYPES[kind], 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    ...(palette ? [chunk("PLTE", palette.colours), chunk("tRNS", palette.alphas)] : []),
    chunk("IDAT", zlibStream(scanlines(pixels, kind, palette))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOUR_TYPES = { rgb: 2, palette: 3, rgba: 6 } as const;

interface Palette {
  readonly colours: Buffer;
  readonly alphas: Buffer;
  readonly indexOf: ReadonlyMap<string, number>;
}

function collectPalette(pixels: Pixels): Palette {
  const indexOf = new Map<string, number>();
  const colours: number[] = [];
  const alphas: number[] = [];
  for (let at = 0; at < pixels.data.length; at += 4) {
    const entry = pixels.data.subarray(at, at + 4);
    const key = entry.join();
    if (indexOf.has(key)) continue;
    if (indexOf.size === 256) throw new Error("a palette holds at most 256 colours");
    indexOf.set(key, indexOf.size);
    colours.push(...entry.subarray(0, 3));
    alphas.push(...entry.subarray(3));
  }
  return { colours: Buffer.from(colours), alphas: Buffer.from(alphas), indexOf };
}

function scanlines(pixels: Pixels, kind: PngKind, palette: Palette | null): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at < pixels.data.length; at += 4) {
    if (at % (pixels.width * 4) === 0) bytes.push(0); // each row starts with its filter: none
    const entry = pixels.data.subarray(at, at + 4);
    if (palette) bytes.push(palette.indexOf.get(entry.join()) ?? 0);
    else bytes.push(...(kind === "rgb" ? entry.subarray(0, 3) : entry));
  }
  return Uint8Array.from(bytes);
}

function zlibStream(data: Uint8Array): Buffer {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(adler32(data));
  return Buffer.concat([Buffer.from([0x78, 0x01]), deflate(data), checksum]);
}

function adler32(data: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of data) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
