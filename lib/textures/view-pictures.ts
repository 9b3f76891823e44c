import { LRUCache } from "lru-cache";
import type { Pixels } from "./decode.ts";
import { encodePicture, type PictureFormat } from "./encode.ts";
import type { ViewOptions } from "./view.ts";

/** `drawView`, on this thread or on another. */
export type DrawView = (texture: Pixels, options: ViewOptions) => Pixels | Promise<Pixels>;

export interface ViewPictureOptions extends ViewOptions {
  format: PictureFormat;
}

/** The picture of a view; `texture` names the pixels, which are asked for only when it is not known. */
export type ViewPictures = (
  texture: string,
  options: ViewPictureOptions,
  pixels: () => Promise<Pixels> | Pixels,
) => Promise<Uint8Array>;

const KEPT_BYTES = 16 * 1024 * 1024;
/** Memory of a cached picture besides its bytes. */
const OVERHEAD = 512;

/** Draws views and encodes them, each once: who asks for one that is being made waits for it. */
export function createViewPictures(draw: DrawView): ViewPictures {
  const made = new LRUCache<string, Uint8Array, () => Promise<Uint8Array>>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (bytes) => bytes.length + OVERHEAD,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: make }) => make(),
  });
  return (texture, options, pixels) => {
    const { view, size, format, overlay, model, upsideDown, ears } = options;
    const key = [texture, view, size, format, overlay, model, upsideDown, ears].join(" ");
    const make = async () => encodePicture(await draw(await pixels(), options), format);
    return made.forceFetch(key, { context: make });
  };
}
