// A fake draw worker that returns the texture. A size of 13 ends the thread, and 14 never ends.
import { parentPort } from "node:worker_threads";

/** @import { DrawJob } from "./draw-thread.ts" */

parentPort?.on("message", (/** @type {DrawJob} */ { textures, options }) => {
  if (options.size === 13) process.exit(1);
  while (options.size === 14);
  parentPort?.postMessage({ drawn: textures.texture });
});
