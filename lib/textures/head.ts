import type { Face } from "./face.ts";
import { headFromLargeFace } from "./large-head.ts";
import { headPng } from "./png-template.ts";
import { headWebp } from "./webp-template.ts";

export interface HeadOptions {
  /** Width and height in pixels, a whole number from 8 to 512. */
  size: number;
  format: "png" | "webp";
}

export const SMALLEST_HEAD = 8;
export const LARGEST_HEAD = 512;
const FLAT_SIDE = 8;

/**
 * Draws a face as a square PNG or lossless WebP, enlarged or reduced without smoothing. Faces of
 * 8×8 pixels, nearly all there are, are answered at once and in microseconds (see
 * png-template.ts); larger ones are a promise, and may end in BusyError.
 *
 * Throws RangeError for a size outside the range.
 */
export function renderHead(
  face: Face,
  { size, format }: HeadOptions,
): Uint8Array | Promise<Uint8Array> {
  // One template is kept for each size: the range is what bounds their number.
  if (!Number.isInteger(size) || size < SMALLEST_HEAD || size > LARGEST_HEAD) {
    throw new RangeError(`A head is ${SMALLEST_HEAD} to ${LARGEST_HEAD} pixels wide, not ${size}.`);
  }
  if (face.side !== FLAT_SIDE) return headFromLargeFace(face, size, format);
  return format === "png" ? headPng(face.data, size) : headWebp(face.data, size);
}
