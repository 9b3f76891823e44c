import { parentPort } from "node:worker_threads";
import { drawView } from "../lib/textures/view.ts";
import type { DrawJob, DrawResult } from "./draw-thread.ts";

/* Draws the views of draw-thread.ts. */
parentPort?.on("message", ({ textures, options }: DrawJob) => {
  try {
    const drawn = drawView(textures, options);
    parentPort?.postMessage({ drawn } satisfies DrawResult, [drawn.data.buffer as ArrayBuffer]);
  } catch (error) {
    const failed = error instanceof Error ? error : new Error(String(error));
    parentPort?.postMessage({ failed } satisfies DrawResult);
  }
});
