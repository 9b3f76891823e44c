// A fake draw worker that returns the texture. A size of 13 ends the thread.
import { parentPort } from "node:worker_threads";

/** @import { DrawJob } from "./draw-thread.ts" */

parentPort?.on("message", (/** @type {DrawJob} */ { textures, options }) => {
  if (options.size === 13) process.exit(1);
  parentPort?.postMessage(textures.texture);
});
