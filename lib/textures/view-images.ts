import { LRUCache } from "lru-cache";
import type { Pixels } from "./decode.ts";
import { encodeImage, type ImageFormat } from "./encode.ts";
import type { ViewOptions } from "./view.ts";

/** `drawView`, on this thread or on another. */
export type DrawView = (texture: Pixels, options: ViewOptions) => Pixels | Promise<Pixels>;

export interface ViewImageOptions extends ViewOptions {
  format: ImageFormat;
}

/** Returns the image of a view; `texture` identifies the pixels, which are fetched only if it is not cached. */
export type ViewImages = (
  texture: string,
  options: ViewImageOptions,
  pixels: () => Promise<Pixels> | Pixels,
) => Promise<Uint8Array>;

const CACHED_BYTES = 16 * 1024 * 1024;
/** Memory of a cached image besides its bytes. */
const OVERHEAD = 512;

/** Draws and encodes views, cached and with single flight. */
export function createViewImages(draw: DrawView): ViewImages {
  const cache = new LRUCache<string, Uint8Array, () => Promise<Uint8Array>>({
    maxSize: CACHED_BYTES,
    sizeCalculation: (bytes) => bytes.length + OVERHEAD,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: make }) => make(),
  });
  return (texture, options, pixels) => {
    const { view, size, format, overlay, model, upsideDown, ears } = options;
    const key = [texture, view, size, format, overlay, model, upsideDown, ears].join(" ");
    const make = async () => encodeImage(await draw(await pixels(), options), format);
    return cache.forceFetch(key, { context: make });
  };
}
