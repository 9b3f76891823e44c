import pLimit from "p-limit";
import type Sharp from "sharp";

/** Thrown when too many images are waiting; becomes a 503 with Retry-After. */
export class BusyError extends Error {
  override readonly name = "BusyError";
  constructor(waiting: number) {
    super(`More than ${waiting} images are waiting to be decoded or encoded.`);
  }
}

let strictSharp: Promise<typeof Sharp> | undefined;

/**
 * A bounded queue for work with sharp. Each kind of work has its own, so that a flood of one does
 * not delay another. From the first call on, sharp reads only PNG from memory in this whole process,
 * since its other loaders have a long history of vulnerabilities.
 * @param concurrency How many images are processed at the same time.
 * @param waiting How many images may wait; more are rejected with BusyError.
 */
export function createSharpQueue({
  concurrency,
  waiting,
}: {
  concurrency: number;
  waiting: number;
}) {
  const limit = pLimit(concurrency);
  return async <T>(work: (sharp: typeof Sharp) => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= concurrency + waiting)
      throw new BusyError(waiting);
    return limit(async () => work(await load()));
  };
}

function load(): Promise<typeof Sharp> {
  strictSharp ??= import("sharp")
    .then(({ default: sharp }) => {
      sharp.block({ operation: ["VipsForeignLoad"] });
      sharp.unblock({ operation: ["VipsForeignLoadPngBuffer"] });
      // Each texture is read once, and several at a time, so sharp's own cache and threads would not help.
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
