import type { Pixels } from "./decode.ts";
import { hasHat } from "./game-texture.ts";

/** A square image of a head's front. */
export interface Face {
  /** In pixels: 8, or a multiple of 8 for a skin of higher resolution. */
  readonly side: number;
  /** RGBA, opaque, `side`² pixels. */
  readonly data: Uint8Array;
}

const SKIN_WIDTH = 64;
const OPAQUE = 255;

/**
 * Cuts the face out of a skin by the rules of the vanilla client, and lays the hat over it unless
 * `overlay` is false. The result is opaque.
 *
 * The base of a head is opaque whatever its alpha says, and keeps its colour.
 */
export function faceOf(skin: Pixels, { overlay = true }: { overlay?: boolean } = {}): Face {
  const scale = skin.width / SKIN_WIDTH;
  const side = 8 * scale;
  const data = new Uint8Array(side * side * 4);
  const withHat = overlay && hasHat(skin);

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

/**
 * For each pixel of a row of length `size`, the pixel of a row of length `side` under its centre:
 * ⌊(i + ½) · side / size⌋. In whole numbers, so that rounding cannot move a border.
 */
export function nearestIndices(side: number, size: number): Uint16Array {
  const indices = new Uint16Array(size);
  for (let at = 0; at < size; at++) {
    indices[at] = Math.floor(((2 * at + 1) * side) / (2 * size));
  }
  return indices;
}

/** The pixels of a face at another size, scaled without smoothing. */
export function resizedFace({ side, data }: Face, size: number): Uint8Array {
  const from = nearestIndices(side, size);
  // One pixel is one 32-bit word; a copy is aligned, whatever the face's bytes are part of.
  const source = new Uint32Array(new Uint8Array(data).buffer);
  const target = new Uint32Array(size * size);
  for (const [y, sourceY] of from.entries()) {
    const row = y * size;
    if (sourceY === from[y - 1]) {
      target.copyWithin(row, row - size, row);
      continue;
    }
    for (const [x, sourceX] of from.entries()) {
      target[row + x] = source[sourceY * side + sourceX] ?? 0;
    }
  }
  return new Uint8Array(target.buffer);
}

/** Source-over on an opaque ground, rounded: n/255 is never half-way. */
function blend(over: number, under: number, alpha: number): number {
  return Math.floor((over * alpha + under * (255 - alpha) + 127) / 255);
}

function at({ data }: Pixels, offset: number): number {
  return data[offset] ?? 0;
}
