import { parentPort } from "node:worker_threads";
import { drawView } from "../lib/textures/view.ts";
import type { DrawJob } from "./draw-thread.ts";

/* Draws views one at a time, in the order of the messages; started by draw-thread.ts. */
parentPort?.on("message", ({ textures, options }: DrawJob) => {
  const drawn = drawView(textures, options);
  parentPort?.postMessage(drawn, [drawn.data.buffer as ArrayBuffer]);
});
