import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { FromRenderer, ToRenderer } from "./render-messages.ts";

/** The thread that renders pages. */
export interface PageWorker {
  /** Sends a message, which is lost while the thread is not running. */
  send(message: ToRenderer): void;
  /** Ends the current thread and starts another. */
  restart(): void;
  close(): Promise<void>;
}

export interface PageWorkerOptions {
  logger: Logger;
  /** The program of the thread. */
  program: URL;
  onMessage(message: FromRenderer): void;
  /** Called whenever the thread has ended, before it is restarted. */
  onEnd(): void;
}

const RESTART_MS = 1_000;
/**
 * Rendering every page once works with 96 MB. With a limit, a leak ends the thread before it uses up the
 * API's memory; Node 24 needs the second limit for that, too. A young generation of twice this size takes 6 %
 * less processor time and holds 15 MB more.
 */
const HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 };
/*
 * The heaps of all threads are collected when they have doubled. By itself V8 collects a heap with a low limit
 * when it has grown by a third, which took an eighth of a page's processor time, and one without a limit when
 * it has quadrupled.
 */
setFlagsFromString("--heap-growing-percent=100");
// The limit of `npm start` is for the front's thread, which has it. In others it would replace their own.
setFlagsFromString("--max-semi-space-size=0");

/** Starts Next in a worker thread and restarts it when it dies. */
export function startPageWorker({
  logger,
  program,
  onMessage,
  onEnd,
}: PageWorkerOptions): PageWorker {
  let worker: Worker;
  let closing = false;

  const start = () => {
    if (closing) return;
    worker = new Worker(program, {
      resourceLimits: HEAP,
      // Standard output is for JSON lines only.
      stdout: true,
      stderr: true,
    });
    const words = logger.child({ source: "pages" });
    eachLine(worker.stdout, (line) => words.info(line));
    eachLine(worker.stderr, (line) => words.warn(line));
    worker.on("message", onMessage);
    worker.on("error", (error) => logger.error({ err: error }, "The pages' thread failed"));
    worker.once("exit", (code) => {
      if (closing) return;
      logger.error({ code }, "The pages' thread ended; starting it again");
      onEnd();
      setTimeout(start, RESTART_MS).unref();
    });
  };
  start();

  return {
    send: (message) => worker.postMessage(message),
    restart: () => void worker.terminate(),
    async close() {
      closing = true;
      await worker.terminate();
    },
  };
}

/** Reads the non-empty lines of an output stream, without colour codes. */
function eachLine(output: Readable, use: (line: string) => void): void {
  createInterface({ input: output }).on("line", (line) => {
    const text = stripVTControlCharacters(line).trim();
    if (text !== "") use(text);
  });
}
