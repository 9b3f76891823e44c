import type { Pixels } from "./codec.ts";

/**
 * For each pixel of a row of length `to`, the pixel of a row of length `from` under its centre:
 * ⌊(i + ½) · from / to⌋. A centre between two pixels takes the one nearer to the middle, so that a symmetrical face
 * stays so. All numbers are whole, so that rounding cannot move a border.
 */
export function nearestIndices(from: number, to: number): Uint16Array {
  const indices = new Uint16Array(to);
  for (let at = 0; at < to / 2; at++) {
    const index = Math.floor(((2 * at + 1) * from) / (2 * to));
    indices[to - 1 - at] = from - 1 - index;
    indices[at] = index;
  }
  return indices;
}

/** The same image at another width, without smoothing. */
export function resized({ width: from, height: fromHeight, data }: Pixels, width: number): Pixels {
  const height = Math.round((fromHeight * width) / from);
  const columns = nearestIndices(from, width);
  const rows = nearestIndices(fromHeight, height);
  // One pixel is one 32-bit word; a copy is aligned, whatever the bytes are part of.
  const source = new Uint32Array(new Uint8Array(data).buffer);
  const words = new Uint32Array(width * height);
  for (const [y, row] of rows.entries()) {
    const to = y * width;
    if (row === rows[y - 1]) {
      words.copyWithin(to, to - width, to);
      continue;
    }
    for (const [x, column] of columns.entries()) {
      words[to + x] = source[row * from + column] ?? 0;
    }
  }
  return { width, height, data: new Uint8Array(words.buffer) };
}
