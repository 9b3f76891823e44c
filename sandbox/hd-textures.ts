import { constants, crc32, deflateSync } from "node:zlib";

/*
 * Textures of high resolution are drawn here, since their files would be large. A knitted pattern: four
 * colours in squares, each pixel in one of 32 shades.
 */

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const COLOURS = [
  [180, 70, 60],
  [60, 120, 90],
  [70, 80, 160],
  [200, 160, 80],
] as const;
const SHADES = 32;

/** A PNG of a knitted pattern with a palette of 128 colours; about 0.9 MB for 1024×1024. */
export function knitted(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of a palette.
  header.set([8, 3], 8);
  const palette = COLOURS.flatMap((colour) =>
    Array.from({ length: SHADES }, (_, shade) => colour.map((channel) => channel - 32 + shade)),
  ).flat();
  const rows = Buffer.alloc(height * (width + 1));
  let noise = 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // A linear congruential generator: the same threads each time.
      noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0;
      const colour = ((x >> 7) + (y >> 6)) % COLOURS.length;
      rows[y * (width + 1) + 1 + x] = colour * SHADES + (noise >>> 27);
    }
  }
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette)),
    chunk("IDAT", deflateSync(rows, { strategy: constants.Z_HUFFMAN_ONLY })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
