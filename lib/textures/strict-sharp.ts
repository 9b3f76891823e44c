import pLimit from "p-limit";
import type Sharp from "sharp";

let strictSharp: Promise<typeof Sharp> | undefined;

/**
 * A queue for work with sharp. Each kind of work has its own, so that a flood of one does not delay
 * another; those who use it bound how much waits. From the first call on, sharp reads only PNG from
 * memory in this whole process, since its other loaders have a long history of vulnerabilities.
 * @param concurrency How many images are processed at the same time.
 */
export function createSharpQueue(concurrency: number) {
  const limit = pLimit(concurrency);
  return <T>(work: (sharp: typeof Sharp) => Promise<T>): Promise<T> =>
    limit(async () => work(await load()));
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
