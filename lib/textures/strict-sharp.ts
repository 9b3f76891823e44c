import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import type Sharp from "sharp";

const MOST_WAITING = 64;

/** Thrown when too many pictures wait already: the caller answers 503 and asks to come back. */
export class BusyError extends Error {
  override readonly name = "BusyError";
  constructor() {
    super(`More than ${MOST_WAITING} pictures are waiting to be decoded or encoded.`);
  }
}

const workers = availableParallelism();
const limit = pLimit(workers);
let strictSharp: Promise<typeof Sharp> | undefined;

/**
 * Lends sharp to `work`, to at most as many at a time as there are cores, while at most 64 more
 * wait; throws BusyError beyond that. From the first call on, sharp reads nothing but PNG from
 * memory, in this whole process: its other loaders have a long history of holes.
 */
export function withStrictSharp<T>(work: (sharp: typeof Sharp) => Promise<T>): Promise<T> {
  if (limit.activeCount + limit.pendingCount >= workers + MOST_WAITING) {
    return Promise.reject(new BusyError());
  }
  return limit(async () => work(await load()));
}

function load(): Promise<typeof Sharp> {
  strictSharp ??= import("sharp")
    .then(({ default: sharp }) => {
      sharp.block({ operation: ["VipsForeignLoad"] });
      sharp.unblock({ operation: ["VipsForeignLoadPngBuffer"] });
      // Every texture is read once, and several at a time: caches and threads inside gain nothing.
      sharp.cache(false);
      sharp.concurrency(1);
      return sharp;
    })
    .catch((error: unknown) => {
      strictSharp = undefined;
      throw error;
    });
  return strictSharp;
}
