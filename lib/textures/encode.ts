import { availableParallelism } from "node:os";
import { LRUCache } from "lru-cache";
import type { Pixels } from "./decode.ts";
import { createSharpQueue } from "./strict-sharp.ts";
import type { ViewOptions } from "./view.ts";

export type ImageFormat = "png" | "webp";

const TIMEOUT_SECONDS = 2;
const CACHED_BYTES = 16 * 1024 * 1024;
/** Memory of a cached image besides its bytes. */
const OVERHEAD = 512;

/** Half of the cores, so that a flood of new images leaves time for everything else. */
const withSharp = createSharpQueue({
  concurrency: Math.ceil(availableParallelism() / 2),
  waiting: 512,
});

/** Encodes pixels losslessly in one of sharp's threads. The pixels are the same in both formats. */
export function encodeImage(
  { width, height, data }: Pixels,
  format: ImageFormat,
): Promise<Uint8Array> {
  return withSharp((sharp) => {
    const raw = { width, height, channels: 4 } as const;
    const image = sharp(data, { raw }).timeout({ seconds: TIMEOUT_SECONDS });
    if (format === "png") return image.png().toBuffer();
    // `exact` keeps the colour of invisible pixels, as PNG does. For lossless WebP, `quality` is how long
    // to search: from 25 on it takes twice the time and saves a tenth of the bytes of slanted views.
    return image.webp({ lossless: true, exact: true, effort: 1, quality: 20 }).toBuffer();
  });
}

/** Gives the image of a key, which `make` makes if it is not cached: with single flight. */
export function createImageCache() {
  const cache = new LRUCache<string, Uint8Array, () => Promise<Uint8Array>>({
    maxSize: CACHED_BYTES,
    sizeCalculation: (bytes) => bytes.length + OVERHEAD,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: make }) => make(),
  });
  return (key: string, make: () => Promise<Uint8Array>) => cache.forceFetch(key, { context: make });
}

/** `drawView`, on this thread or on another. */
export type DrawView = (texture: Pixels, options: ViewOptions) => Pixels | Promise<Pixels>;

export type ViewImages = ReturnType<typeof createViewImages>;

/** Draws and encodes views, and caches the images. */
export function createViewImages(draw: DrawView) {
  const cached = createImageCache();
  /** `texture` identifies the pixels, which are fetched only if the image is not cached. */
  return (
    texture: string,
    options: ViewOptions & { format: ImageFormat },
    pixels: () => Promise<Pixels> | Pixels,
  ): Promise<Uint8Array> => {
    const { view, size, format, overlay, model, upsideDown, ears } = options;
    const key = [texture, view, size, format, overlay, model, upsideDown, ears].join(" ");
    return cached(key, async () => encodeImage(await draw(await pixels(), options), format));
  };
}
