import { Worker } from "node:worker_threads";
import type { Pixels } from "../lib/textures/codec.ts";
import type { ViewOptions, ViewTextures } from "../lib/textures/view.ts";

export interface DrawJob {
  textures: ViewTextures;
  options: ViewOptions;
}

interface Waiting {
  resolve(drawn: Pixels): void;
  reject(error: Error): void;
}

/**
 * Draws views in a thread of their own, since a large one would delay all other responses. The thread
 * starts with the first view; one that dies is replaced with the next. Who may draw when is decided before.
 */
export function createDrawThread(program = new URL("./draw-worker.js", import.meta.url)) {
  /** In the order of their jobs, which is that of the results. */
  const waiting: Waiting[] = [];
  let worker: Worker | undefined;

  const start = () => {
    const started = new Worker(program);
    started.unref();
    started.on("message", (drawn: Pixels) => waiting.shift()?.resolve(drawn));
    let cause: unknown;
    started.on("error", (error) => (cause = error));
    started.on("exit", () => {
      worker = undefined;
      const error = new Error("The drawing thread ended.", { cause });
      for (const { reject } of waiting.splice(0)) reject(error);
    });
    return started;
  };

  return (textures: ViewTextures, options: ViewOptions): Promise<Pixels> => {
    worker ??= start();
    worker.postMessage({ textures, options } satisfies DrawJob);
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  };
}
