import { Worker } from "node:worker_threads";
import { BusyError } from "../lib/scheduling/fair-queue.ts";
import type { Pixels } from "../lib/textures/codec.ts";
import type { ViewOptions, ViewTextures } from "../lib/textures/view.ts";
import { CODE_MB } from "./address-space.ts";

export interface DrawJob {
  textures: ViewTextures;
  options: ViewOptions;
}

/** The thread sends this back for each job. */
export type DrawResult = { drawn: Pixels } | { failed: Error };

interface Waiting {
  job: DrawJob;
  resolve(drawn: Pixels): void;
  reject(error: Error): void;
}

/** The largest view takes a second. */
const LIMIT_MS = 10_000;

/**
 * Draws views in a thread of their own, since a large one would delay all other responses. The thread gets one job at
 * a time, so what goes wrong with it concerns no other. It starts with the first view; one that dies, or takes too long,
 * is replaced with the next. Callers decide before who may draw, and when.
 */
export function createDrawThread({
  program = new URL("./draw-worker.js", import.meta.url),
  limitMs = LIMIT_MS,
} = {}) {
  const waiting: Waiting[] = [];
  let worker: Worker | undefined;
  /** Ends the job that is being drawn. */
  let end: ((result: DrawResult) => void) | undefined;

  const start = () => {
    const started = new Worker(program, { resourceLimits: { codeRangeSizeMb: CODE_MB } });
    started.unref();
    started.on("message", (result: DrawResult) => end?.(result));
    let cause: unknown;
    started.on("error", (error) => (cause = error));
    started.on("exit", () => {
      // It may have been replaced.
      if (worker !== started) return;
      worker = undefined;
      end?.({ failed: new Error("The drawing thread ended.", { cause }) });
    });
    return started;
  };

  const drawNext = () => {
    const next = waiting.shift();
    if (next === undefined) return;
    const late = setTimeout(() => {
      void worker?.terminate();
      worker = undefined;
      end?.({ failed: new BusyError(`A view was not drawn within ${limitMs} ms.`) });
    }, limitMs);
    end = (result) => {
      clearTimeout(late);
      end = undefined;
      if ("failed" in result) next.reject(result.failed);
      else next.resolve(result.drawn);
      drawNext();
    };
    worker ??= start();
    worker.postMessage(next.job);
  };

  return (textures: ViewTextures, options: ViewOptions): Promise<Pixels> =>
    new Promise((resolve, reject) => {
      waiting.push({ job: { textures, options }, resolve, reject });
      if (end === undefined) drawNext();
    });
}
