import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { CachedResponse } from "../lib/http/cached-response.ts";
import type { Caller } from "../lib/limits/queue.ts";
import { createTurns } from "../lib/limits/turns.ts";
import { newNonce } from "../lib/site/content-policy.ts";
import type { PageReplies } from "../lib/site/page-data.ts";

/** A page to render. Nothing of a visitor's request reaches Next: a page is the same for everyone. */
export interface RenderJob {
  /** Path and query, as Next routes them. */
  target: string;
  locale: string;
  /** Its path without the language. */
  path: string;
  /** Marks the scripts of ours: see `sealPage`. */
  nonce: string;
  /** Whether it is an image. */
  isImage: boolean;
  /** The responses of the API that it is made of. */
  replies: PageReplies | undefined;
}

/** A page as Next rendered it. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/*
 * The messages between the front server's thread and the thread that renders pages. They are small, so
 * HTTP between the two would only add cost.
 */

export type ToRenderer =
  | { kind: "render"; id: number; job: RenderJob }
  /** Cancels a render that no visitor waits for any more. */
  | { kind: "abandon"; id: number };

/** `page` is undefined when it could not be rendered, and has no error page of its own. */
export interface FromRenderer {
  id: number;
  page: Rendered | undefined;
}

export interface RenderLimits {
  /**
   * How many pages are rendered at once, in one thread. A page waits for nothing, so one keeps the thread
   * busy. With more, each takes longer, and what it allocates outlives the young generation: 16 at once took
   * a quarter more processor time.
   */
  slots: number;
  /** How many images are rendered at once. Each waits for sharp, outside of the thread. */
  imageSlots: number;
  /** How many pages may wait for a slot. */
  room: number;
  /** How long a page may wait for the thread to start, or for a slot. */
  waitMs: number;
  /** How long a render may take. */
  renderMs: number;
}

export interface RendererOptions {
  logger: Logger;
  /** The program of the thread. */
  program: URL;
  limits: RenderLimits;
  /** The limit of the thread's heap, in MB. */
  heapMb: number;
}

/** Rendered before the renderer is ready, so that the first visitors need not wait for code to load. */
const FIRST: RenderJob = {
  target: "/en",
  locale: "en",
  path: "",
  nonce: newNonce(),
  isImage: false,
  replies: undefined,
};
/** For the first page of a new thread, which loads all of its code. */
const FIRST_RENDER_MS = 30_000;
const RESTART_MS = 1_000;
/**
 * Rendering every page once works with 96 MB. With a limit, a leak ends the thread before it uses up the
 * API's memory; Node 24 needs that of the young generation, too. One of twice this size takes 6 % less
 * processor time and holds 15 MB more.
 */
const YOUNG_MB = 24;
/*
 * The heaps of all threads are collected when they have doubled. By itself V8 collects a heap with a low limit
 * when it has grown by a third, which took an eighth of a page's processor time, and one without a limit when
 * it has quadrupled.
 */
setFlagsFromString("--heap-growing-percent=100");
// The limit of `npm start` is for the front's thread, which has it. In others it would replace their own.
setFlagsFromString("--max-semi-space-size=0");

export type Renderer = ReturnType<typeof startRenderer>;

/** Renders pages with Next in a thread of its own; the API does not depend on it. */
export function startRenderer({ logger, program, limits, heapMb }: RendererOptions) {
  const turnsOf = (slots: number) =>
    createTurns<CachedResponse>({ ...limits, slots, startsPaused: true });
  const pages = turnsOf(limits.slots);
  const images = turnsOf(limits.imageSlots);
  /** What to do with each page that is being rendered; with undefined when that failed. */
  const underWay = new Map<number, (page: Rendered | undefined) => void>();
  let jobs = 0;
  let isReady = false;
  let closing = false;
  let worker: Worker;
  let firstReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (firstReady = resolve));

  /** Sends a message, which is lost while the thread is not running. */
  const tell = (message: ToRenderer) => worker.postMessage(message);

  const send = (job: RenderJob, signal: AbortSignal): Promise<Rendered> => {
    const id = (jobs += 1);
    let abandon: () => void;
    return new Promise<Rendered>((resolve, reject) => {
      underWay.set(id, (page) => {
        if (page !== undefined) resolve(page);
        else reject(new Error("The page could not be rendered, or its thread ended."));
      });
      abandon = () => {
        tell({ kind: "abandon", id });
        reject(new Error("The page was not rendered in time, or is no longer wanted."));
      };
      signal.addEventListener("abort", abandon);
      tell({ kind: "render", id, job });
    }).finally(() => {
      // Node keeps a signal that follows others for as long as it has a listener, and the page with it.
      signal.removeEventListener("abort", abandon);
      underWay.delete(id);
    });
  };

  const renderFirst = async () => {
    try {
      const { status } = await send(FIRST, AbortSignal.timeout(FIRST_RENDER_MS));
      if (status >= 500) throw new Error(`${FIRST.target} was rendered with status ${status}.`);
      isReady = true;
      pages.resume();
      images.resume();
      firstReady();
    } catch (error) {
      if (closing) return;
      logger.error({ err: error }, "The first page could not be rendered");
      // It is started again.
      void worker.terminate();
    }
  };

  const start = () => {
    if (closing) return;
    worker = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
      // Standard output is for JSON lines only.
      stdout: true,
      stderr: true,
    });
    const output = logger.child({ source: "pages" });
    eachLine(worker.stdout, (line) => output.info(line));
    eachLine(worker.stderr, (line) => output.warn(line));
    worker.once("online", () => void renderFirst());
    worker.on("message", ({ id, page }: FromRenderer) => underWay.get(id)?.(page));
    worker.on("error", (error) => logger.error({ err: error }, "The pages' thread failed"));
    worker.once("exit", (code) => {
      if (closing) return;
      logger.error({ code }, "The pages' thread ended; starting it again");
      isReady = false;
      pages.pause();
      images.pause();
      for (const finish of underWay.values()) finish(undefined);
      setTimeout(start, RESTART_MS).unref();
    });
  };
  start();

  return {
    /** Resolves when pages can be rendered for the first time. */
    ready,
    /** Whether pages can be rendered now. */
    isReady: () => isReady,

    /**
     * Renders a page, in turn, once for all who want it. Rejects when too many wait, when it takes too long, when
     * the thread ends, and for a caller that leaves.
     * @param key The same for requests that get the same page.
     * @param finish Makes the response of what Next rendered.
     */
    render(
      key: string,
      caller: Caller,
      job: RenderJob,
      finish: (page: Rendered) => Promise<CachedResponse>,
    ): Promise<CachedResponse> {
      return (job.isImage ? images : pages).share(key, caller, 1, async ({ abandoned, end }) => {
        const timeout = AbortSignal.timeout(limits.renderMs);
        const page = await send(job, AbortSignal.any([abandoned, timeout]));
        // The thread renders the next one while this one is compressed.
        end();
        return finish(page);
      });
    },

    async close(): Promise<void> {
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
