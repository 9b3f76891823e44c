import { parentPort } from "node:worker_threads";
import { drawView } from "../lib/textures/view.ts";
import type { DrawResult, DrawJob } from "./drawing.ts";

/* Draws views one at a time; started by drawing.ts. */
parentPort?.on("message", ({ id, texture, options }: DrawJob) => {
  const drawn = drawView(texture, options);
  const { buffer } = drawn.data;
  parentPort?.postMessage({ id, drawn } satisfies DrawResult, [buffer as ArrayBuffer]);
});
