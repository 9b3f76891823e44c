import { availableParallelism } from "node:os";
import { LRUCache } from "lru-cache";
import { createFairQueue, type FairQueueOptions } from "../scheduling/fair-queue.ts";
import type { Clock } from "../time/clock.ts";
import type { Caller } from "../scheduling/caller.ts";
import { ENCODED_AT_ONCE } from "../textures/codec.ts";
import type { Cached } from "../textures/head.ts";

/** Memory of a cached image besides its bytes. */
const OVERHEAD = 900;

/**
 * Work with images is counted in pixels. Images of 1,024 pixels take 10 to 500 ms of a core, most of it to
 * encode WebP and GIF.
 */
const IMAGE_QUEUE: Omit<FairQueueOptions, "slots"> = { room: 256 * 1_024 ** 2, waitMs: 5_000 };
/** The work for any image besides its pixels. */
const LEAST = 128 ** 2;

/** The work of an image in whose making so many pixels are read or drawn. */
const workOf = (pixels: number): number => LEAST + pixels;

/** Gives the image of a key to a client, in whose turn it is made unless it is cached. */
export type ImageCache = (caller: Caller, ...image: Parameters<Cached>) => ReturnType<Cached>;

/**
 * Images that take a while to draw or encode: each is made once, in the turn of the client that waits for it.
 * @param clearWithAll Has them dropped when all memory is cleared.
 */
export function createImageCache(
  maxBytes: number,
  clock: Clock,
  clearWithAll: (clear: () => void) => void = () => undefined,
): ImageCache {
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: (bytes, key) => bytes.length + key.length + OVERHEAD,
  });
  clearWithAll(() => cache.clear());
  // While the thread draws one, others are encoded.
  const queue = createFairQueue<Uint8Array>({ ...IMAGE_QUEUE, slots: ENCODED_AT_ONCE + 1, clock });

  return async (caller, key, pixels, make) =>
    cache.get(key) ??
    queue.run(key, caller, workOf(pixels), async () => {
      // It may have been made for clients that left.
      const known = cache.get(key);
      if (known !== undefined) return known;
      const image = await make();
      cache.set(key, image);
      return image;
    });
}

/** Decodes skins in turn, of so many pixels, on all cores: each once for requests at the same time. */
export function createDecoding<Decoded>(clock: Clock) {
  const queue = createFairQueue<Decoded>({ ...IMAGE_QUEUE, slots: availableParallelism(), clock });

  return (key: string, caller: Caller, pixels: number, work: () => Promise<Decoded>) =>
    queue.run(key, caller, workOf(pixels), work);
}
