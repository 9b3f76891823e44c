import { createHash } from "node:crypto";
import { createImageCache, encodeImage, type ImageFormat } from "./encode.ts";
import { resizedFace, type Face } from "./face.ts";
import { headPng } from "./png-template.ts";

export interface HeadOptions {
  /** Width and height in pixels, a whole number from 8 to 512. */
  size: number;
  format: ImageFormat;
}

export const SMALLEST_HEAD = 8;
export const LARGEST_HEAD = 512;

const FLAT_SIDE = 8;
const cached = createImageCache();

/**
 * Draws a face as a square PNG or lossless WebP, scaled without smoothing.
 *
 * A PNG of a face of 8×8 pixels, which nearly all are, is returned at once and takes microseconds
 * (see png-template.ts). All others are encoded by sharp in a thread, once for each image: they
 * are returned as a promise, which rejects with BusyError when too many wait.
 *
 * Throws RangeError for a size outside the range.
 */
export function renderHead(face: Face, options: HeadOptions): Uint8Array | Promise<Uint8Array> {
  const { size, format } = options;
  // One template is cached for each size: the range bounds their number.
  if (!Number.isInteger(size) || size < SMALLEST_HEAD || size > LARGEST_HEAD) {
    throw new RangeError(`A head is ${SMALLEST_HEAD} to ${LARGEST_HEAD} pixels wide, not ${size}.`);
  }
  if (format === "png" && face.side === FLAT_SIDE) return headPng(face.data, size);
  const pixels = createHash("sha256").update(face.data).digest("base64");
  return cached(`${format} ${size} ${pixels}`, () =>
    encodeImage({ width: size, height: size, data: resizedFace(face, size) }, format),
  );
}
