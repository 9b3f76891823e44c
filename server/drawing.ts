import { Worker } from "node:worker_threads";
import type { Pixels } from "../lib/textures/decode.ts";
import { BusyError } from "../lib/textures/strict-sharp.ts";
import type { ViewOptions } from "../lib/textures/view.ts";

export interface DrawJob {
  id: number;
  texture: Pixels;
  options: ViewOptions;
}

export interface DrawResult {
  id: number;
  drawn: Pixels;
}

interface Waiting {
  resolve(drawn: Pixels): void;
  reject(error: Error): void;
}

/** How many views may wait; the largest takes a few milliseconds. */
const MOST_WAITING = 512;

/**
 * Draws views in a thread of their own, since a large one would delay all other responses. The thread
 * starts with the first view; one that dies is replaced with the next.
 */
export function createDrawing(program = new URL("./draw-worker.js", import.meta.url)) {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  const start = () => {
    const started = new Worker(program);
    started.unref();
    started.on("message", ({ id, drawn }: DrawResult) => {
      waiting.get(id)?.resolve(drawn);
      waiting.delete(id);
    });
    let cause: unknown;
    started.on("error", (error) => (cause = error));
    started.on("exit", () => {
      worker = undefined;
      const error = new Error("The drawing thread ended.", { cause });
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    });
    return started;
  };

  return (texture: Pixels, options: ViewOptions): Promise<Pixels> => {
    if (waiting.size >= MOST_WAITING) return Promise.reject(new BusyError(MOST_WAITING));
    worker ??= start();
    const id = (lastId += 1);
    worker.postMessage({ id, texture, options } satisfies DrawJob);
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  };
}
