import { LRUCache } from "lru-cache";
import type { Caller } from "../limits/queue.ts";
import { createFlightsInTurn, createTurns } from "../limits/queue.ts";
import { ENCODED_AT_ONCE } from "../textures/codec.ts";
import type { Pixels } from "../textures/codec.ts";
import type { Cached } from "../textures/head.ts";
import type { ViewOptions } from "../textures/view.ts";

/** `drawView`, on this thread or on another. */
export type DrawView = (texture: Pixels, options: ViewOptions) => Pixels | Promise<Pixels>;

const CACHED_BYTES = 32 * 1024 * 1024;
/** Memory of a cached image besides its bytes. */
const OVERHEAD = 512;
/** How many images may wait; the largest takes a few milliseconds. */
const PLACES = 512;

export type ImageCache = ReturnType<typeof createImageCache>;

/**
 * Images that take a while to draw or encode: each is made once, in the turn of the client that waits for it.
 * For each client, gives the image of a key, which is made if it is not cached.
 */
export function createImageCache() {
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: CACHED_BYTES,
    sizeCalculation: (bytes) => bytes.length + OVERHEAD,
  });
  // While the thread draws one, others are encoded.
  const turns = createTurns({ slots: ENCODED_AT_ONCE + 1, places: PLACES });
  const inTurn = createFlightsInTurn<Uint8Array>(turns);

  return (caller: Caller): Cached =>
    async (key, make) =>
      cache.get(key) ??
      inTurn(key, caller, async () => {
        const image = await make();
        cache.set(key, image);
        return image;
      });
}
