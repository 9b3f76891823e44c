import { deflateSync } from "node:zlib";
import type { Pixels } from "./decode.ts";
import { pngChunk, pngHead } from "./png.ts";

const CHANNELS = 4;

/** Encodes a picture as an RGBA PNG, at once. For the few that are drawn here: nothing is tuned. */
export function plainPng({ width, height, data }: Pixels): Uint8Array {
  const rowLength = width * CHANNELS;
  // One filter byte before each row, 0 for none.
  const rows = new Uint8Array(height * (1 + rowLength));
  for (let y = 0; y < height; y++) {
    rows.set(data.subarray(y * rowLength, (y + 1) * rowLength), y * (1 + rowLength) + 1);
  }
  return Buffer.concat([
    pngHead({ width, height, bitDepth: 8, colorType: 6 }),
    pngChunk("IDAT", deflateSync(rows, { level: 9 })),
    pngChunk("IEND", new Uint8Array(0)),
  ]);
}
