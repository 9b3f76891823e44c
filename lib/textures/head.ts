import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { LRUCache } from "lru-cache";
import { resizedFace, type Face } from "./face.ts";
import { headPng } from "./png-template.ts";
import { createSharpQueue } from "./strict-sharp.ts";

export interface HeadOptions {
  /** Width and height in pixels, a whole number from 8 to 512. */
  size: number;
  format: "png" | "webp";
}

export const SMALLEST_HEAD = 8;
export const LARGEST_HEAD = 512;

const FLAT_SIDE = 8;
const ENCODED_BYTES = 16 * 1024 * 1024;
/** Memory of a cached picture besides its bytes. */
const OVERHEAD = 512;
const TIMEOUT_SECONDS = 2;

/** Half of the cores, so that a flood of new pictures leaves time for everything else. */
const withSharp = createSharpQueue({
  concurrency: Math.ceil(availableParallelism() / 2),
  waiting: 512,
});

/** Pictures made by sharp, with single flight: fetching one that is being made waits for it. */
const encoded = new LRUCache<string, Uint8Array, HeadOptions & { face: Face }>({
  maxSize: ENCODED_BYTES,
  sizeCalculation: (bytes) => bytes.length + OVERHEAD,
  ignoreFetchAbort: true,
  fetchMethod: (_key, _stale, { context: { face, ...options } }) => encode(face, options),
});

/**
 * Draws a face as a square PNG or lossless WebP, enlarged or reduced without smoothing.
 *
 * A PNG of a face of 8×8 pixels, which nearly all are, is returned at once and takes microseconds
 * (see png-template.ts). All others are encoded by sharp in a thread, once for each picture: they
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
  return encoded.forceFetch(`${format} ${size} ${pixels}`, { context: { face, ...options } });
}

/** Sharp only encodes: the pixels are the same for both formats. */
function encode(face: Face, { size, format }: HeadOptions): Promise<Uint8Array> {
  return withSharp((sharp) => {
    const raw = { width: size, height: size, channels: 4 } as const;
    const picture = sharp(resizedFace(face, size), { raw }).timeout({ seconds: TIMEOUT_SECONDS });
    // `exact` keeps the colour of invisible pixels, as PNG does. More effort makes nothing smaller.
    const chosen =
      format === "png" ? picture.png() : picture.webp({ lossless: true, exact: true, effort: 1 });
    return chosen.toBuffer();
  });
}
