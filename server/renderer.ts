import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  Agent,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from "node:http";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { setEnvironmentData, Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { variables } from "../lib/configuration/configuration.ts";
import type { CachedResponse, CompleteReply } from "../lib/http/cached-response.ts";
import type { Caller } from "../lib/scheduling/caller.ts";
import { createFairQueue } from "../lib/scheduling/fair-queue.ts";
import { API_PORT, LOOPBACK, RENDER_HEADER } from "../site/pages/rendering.ts";
import { CODE_MB } from "./address-space.ts";
import { openPageApi } from "./page-api.ts";

/** A page to render. Nothing of a visitor's request reaches Next: a page is the same for everyone. */
export interface RenderJob {
  /** Its URL: path and query. */
  url: string;
  /** True for an image, which waits for sharp outside of the thread. */
  isImage: boolean;
  /** Gets what the page asks the API for; `signal` is aborted when no visitor waits for the page any more. */
  replyTo(target: string, signal: AbortSignal): Promise<CompleteReply>;
}

/** A request that Next gets as it is. */
export interface PassJob extends Omit<RenderJob, "isImage"> {
  method: string;
  headers: OutgoingHttpHeaders;
  /** Sends Next's response to the visitor, while it comes. */
  deliver(response: IncomingMessage): Promise<void>;
}

/** A page as Next rendered it. */
export interface Rendered {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
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
  /** How many requests that are passed on Next has at once. Most of them wait for something. */
  passSlots: number;
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
  /** Called with the HTML of the first page of each thread. */
  onFirstPage: (html: string) => void;
}

/** Rendered before the renderer is ready, so that the first visitors need not wait for code to load. */
const FIRST_URL = "/en";
/** For the first page of a new thread, which loads all of its code. */
const FIRST_RENDER_MS = 30_000;
const RESTART_MS = 1_000;
/**
 * Rendering every page works with 128 MB. With a limit, a leak ends the thread before it uses up the
 * API's memory; Node 24 needs that of the young generation, too. One of twice this size takes 6 % less
 * processor time and holds 15 MB more.
 */
const YOUNG_MB = 24;

/** Next would read a variable that the environment lacks from a file named `.env`, which nothing else here does. */
const UNSET = Object.fromEntries(Object.keys(variables).map((name) => [name, ""]));

export type Renderer = ReturnType<typeof startRenderer>;

/** Renders pages with Next in a thread of its own; the API does not depend on it. */
export function startRenderer(options: RendererOptions) {
  const { logger, program, limits, heapMb, onFirstPage } = options;
  const createQueue = <Value>(slots: number) =>
    createFairQueue<Value>({ ...limits, slots, startsPaused: true });
  /** A request that is passed on takes its turn among the pages as well, and gains nothing by it. */
  const pages = createQueue<CachedResponse | null>(limits.slots);
  const images = createQueue<CachedResponse | null>(limits.imageSlots);
  const passes = createQueue<void>(limits.passSlots);
  const queues = [pages, images, passes];
  const pageApi = openPageApi();
  const agent = new Agent({ keepAlive: true });
  let isReady = false;
  let closing = false;
  let worker: Worker | undefined;
  /** The port on which Next listens in the thread. */
  let port = 0;
  let firstReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (firstReady = resolve));

  /** The options of a request to Next. */
  const nextAt = (
    path: string,
    render: string,
    signal: AbortSignal,
    headers: OutgoingHttpHeaders = {},
  ) => ({
    agent,
    host: LOOPBACK,
    port,
    path,
    headers: { host: "localhost", ...headers, [RENDER_HEADER]: render },
    signal,
  });

  const renderFirst = async () => {
    try {
      const { status, body } = await requestPage(
        nextAt(FIRST_URL, pageApi.key, AbortSignal.timeout(FIRST_RENDER_MS)),
      );
      if (status >= 500) throw new Error(`${FIRST_URL} was rendered with status ${status}.`);
      onFirstPage(body.toString());
      isReady = true;
      for (const queue of queues) queue.resume();
      firstReady();
    } catch (error) {
      if (closing) return;
      logger.error({ err: error }, "The first page could not be rendered");
      // It is started again.
      void worker?.terminate();
    }
  };

  /** Resolves when no page waits that is kept for everybody, except of networks that had much lately. */
  const turnAfterRenders = (caller: Caller): Promise<unknown> =>
    pages.run(randomUUID(), { ...caller, priority: "batch" }, 1, async () => null);

  const start = () => {
    if (closing) return;
    let started: Worker;
    try {
      started = startThread(program, pageApi.key, heapMb);
    } catch (error) {
      logger.error({ err: error }, "The pages' thread cannot start");
      setTimeout(start, RESTART_MS).unref();
      return;
    }
    worker = started;
    logOutput(started, logger.child({ source: "pages" }));
    started.once("message", (listening: number) => {
      port = listening;
      void renderFirst();
    });
    started.on("error", (error) => logger.error({ err: error }, "The pages' thread failed"));
    started.once("exit", (code) => {
      if (closing) return;
      logger.error({ code }, "The pages' thread ended; starting it again");
      isReady = false;
      for (const queue of queues) queue.pause();
      setTimeout(start, RESTART_MS).unref();
    });
  };

  void pageApi.port.then((apiPort) => {
    setEnvironmentData(API_PORT, apiPort);
    start();
  });

  return {
    /** Resolves when pages can be rendered for the first time. */
    ready,
    /** True if pages can be rendered now. */
    isReady: () => isReady,

    /**
     * Renders a page, in turn, once for all who want it. Rejects when too many wait, when it takes too long, when
     * the thread ends, and for a caller that leaves.
     * @param key The same for requests that get the same page.
     * @param finish Makes the response of what Next rendered.
     */
    async render(
      key: string,
      caller: Caller,
      job: RenderJob,
      finish: (page: Rendered) => Promise<CachedResponse>,
    ): Promise<CachedResponse> {
      const queue = job.isImage ? images : pages;
      const made = await queue.run(key, caller, 1, async ({ signal: abandoned, end }) => {
        const signal = AbortSignal.any([abandoned, AbortSignal.timeout(limits.renderMs)]);
        const page = await pageApi.during(
          (target) => job.replyTo(target, signal),
          (render) => requestPage(nextAt(job.url, render, signal)),
        );
        // The thread renders the next one while this one is compressed.
        end();
        return finish(page).catch((error: unknown) => {
          logger.error({ err: error, url: job.url }, "What Next rendered cannot be sent");
          throw error;
        });
      });
      if (made === null) throw new Error(`${key} is not the key of a page.`);
      return made;
    },

    /** Passes a request on to Next, in turn; resolves when its response has been sent. */
    pass(caller: Caller, { url, method, headers, replyTo, deliver }: PassJob): Promise<void> {
      return passes.run(randomUUID(), caller, 1, async ({ signal: abandoned, end }) => {
        const signal = AbortSignal.any([abandoned, AbortSignal.timeout(limits.renderMs)]);
        await turnAfterRenders(caller);
        return pageApi.during(
          (target) => replyTo(target, signal),
          async (render) => {
            const sent = request({ ...nextAt(url, render, signal, headers), method });
            const [response] = (await once(sent.end(), "response")) as [IncomingMessage];
            // A visitor who reads slowly keeps nobody waiting.
            response.once("end", end);
            await deliver(response);
          },
        );
      });
    },

    async close(): Promise<void> {
      closing = true;
      await worker?.terminate();
      agent.destroy();
      pageApi.close();
    },
  };
}

/** Sends a request to Next, and reads the whole response. */
function requestPage(options: RequestOptions): Promise<Rendered> {
  return new Promise((resolve, reject) => {
    const sent = request(options);
    sent.on("response", (response) => {
      const { statusCode: status = 500, headers } = response;
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
      response.on("end", () => resolve({ status, headers, body: Buffer.concat(chunks) }));
    });
    sent.on("error", reject).end();
  });
}

function startThread(program: URL, key: string, heapMb: number): Worker {
  return new Worker(program, {
    workerData: key,
    env: { ...UNSET, ...process.env },
    resourceLimits: {
      maxOldGenerationSizeMb: heapMb,
      maxYoungGenerationSizeMb: YOUNG_MB,
      codeRangeSizeMb: CODE_MB,
    },
    // Standard output is for JSON lines only.
    stdout: true,
    stderr: true,
  });
}

function logOutput({ stdout, stderr }: Worker, output: Logger): void {
  eachLine(stdout, (line) => output.info(line));
  eachLine(stderr, (line) => output.warn(line));
}

/** Reads the non-empty lines of an output stream, without colour codes. */
function eachLine(output: Readable, use: (line: string) => void): void {
  createInterface({ input: output }).on("line", (line) => {
    const text = stripVTControlCharacters(line).trim();
    if (text !== "") use(text);
  });
}
