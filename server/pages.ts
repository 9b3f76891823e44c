import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Logger } from "pino";
import type { Api } from "../lib/http/api.ts";
import { createAccessLog } from "../lib/log/logger.ts";
import type { Metrics } from "../lib/metrics/metrics.ts";
import { createPageQueue } from "./page-queue.ts";
import { createPageRefusal } from "./page-refusal.ts";
import { createPageRequests, type SentRequest } from "./page-requests.ts";
import { startPageWorker } from "./page-worker.ts";

/** The part of the service that renders pages. */
export interface Pages {
  /** Resolves when a page was rendered for the first time. */
  ready: Promise<void>;
  /** Whether pages can be rendered now. */
  isReady(): boolean;
  /** Requests that wait or are being rendered. */
  underWay(): number;
  /** Answers with a page, or with 503 when none can be rendered in time. */
  serve(request: IncomingMessage, response: ServerResponse, client: string): void;
  /** Answers with 503. */
  refuse(request: IncomingMessage, response: ServerResponse): void;
  /** From now on requests wait no longer than the process has time to end. */
  drain(): void;
  close(): Promise<void>;
}

export interface PagesOptions {
  /** What pages ask for their content. */
  api: Pick<Api, "handle">;
  logger: Logger;
  metrics: Pick<Metrics, "answered">;
  /** The program of the thread that renders. */
  program?: URL;
  limits?: PageLimits;
}

export interface PageLimits {
  /** Pages that are rendered at once. They share one thread: more would only take longer each. */
  slots: number;
  /** Pages that may wait for a slot. */
  places: number;
  /** How long a request may wait for pages to be started, or for a slot. */
  waitMs: number;
  /** How long a page may be rendered: longer than the 6 s that a lookup may take. */
  firstByteMs: number;
  /** How long a request may take once the process is to end. */
  drainMs: number;
  /** Bytes of responses that clients have not read yet; above this, no page is rendered. */
  bytesHeld: number;
}

const LIMITS: PageLimits = {
  slots: 16,
  places: 256,
  waitMs: 10_000,
  firstByteMs: 10_000,
  drainMs: 5_000,
  bytesHeld: 64 * 1024 * 1024,
};

/** Scripts, styles and fonts do not queue behind pages: they complete pages that were served. */
const FILE = /^\/(?:_next|fonts|icons)\//;

/** Requests taken on in one turn of the event loop: between those of a flood the API is answered. */
const ADMITTED_AT_ONCE = 32;

/** Rendered before pages are ready, so that the first visitors do not wait for code to be loaded. */
const FIRST_PAGES = ["/en", "/en/player/%3F", "/en/docs"];

/** Renders pages in a thread of their own; the API does not depend on it. */
export function startPages({
  api,
  logger,
  metrics,
  program = new URL("./next-worker.js", import.meta.url),
  limits = LIMITS,
}: PagesOptions): Pages {
  const { slots, drainMs } = limits;
  const socketPath = localSocket();
  const accessLog = createAccessLog(logger);
  const writeRefusal = createPageRefusal();
  const requests = createPageRequests({ ...limits, socketPath, connections: 2 * slots });
  const documents = createPageQueue(limits);
  const files = createPageQueue(limits);
  /** Refuses every request without a response so far. */
  const unanswered = new Set<() => void>();
  let rendering = false;
  let ending = false;
  let closing = false;
  let firstReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    firstReady = resolve;
  });

  const setRendering = (now: boolean) => {
    rendering = now;
    for (const queue of [documents, files]) {
      if (now) queue.resume();
      else queue.pause();
    }
  };

  const renderFirst = async () => {
    try {
      for (const page of FIRST_PAGES) await requests.render(page);
      setRendering(true);
      firstReady();
    } catch (error) {
      if (closing) return;
      logger.error({ err: error }, "The first page could not be rendered");
      worker.restart();
    }
  };

  const worker = startPageWorker({
    socketPath,
    api,
    logger,
    program,
    onListening: () => void renderFirst(),
    onEnd: () => setRendering(false),
  });

  const noteAnswer = ({ method = "" }: IncomingMessage, status: number, started: number) => {
    const seconds = (performance.now() - started) / 1_000;
    const answer = { route: "page", status, cache: "none", seconds } as const;
    metrics.answered(answer);
    accessLog?.({ ...answer, method, requestId: undefined });
  };

  /** Handlers of requests that have just arrived. */
  const arrivals: (() => void)[] = [];
  const admit = () => {
    for (const take of arrivals.splice(0, ADMITTED_AT_ONCE)) take();
    if (arrivals.length > 0) setImmediate(admit);
  };
  const arrive = (request: IncomingMessage, take: () => void) => {
    arrivals.push(() => {
      if (!request.destroyed) take();
    });
    if (arrivals.length === 1) setImmediate(admit);
  };

  const refuse = (request: IncomingMessage, response: ServerResponse, started: number) => {
    noteAnswer(request, 503, started);
    writeRefusal(request, response);
  };

  const serve = (
    request: IncomingMessage,
    response: ServerResponse,
    client: string,
    started: number,
  ) => {
    if (ending || requests.bytesHeld() > limits.bytesHeld)
      return refuse(request, response, started);
    const queue = FILE.test(request.url ?? "") ? files : documents;
    let sent: SentRequest | undefined;
    const refuseOnce = () => {
      if (unanswered.delete(refuseOnce)) refuse(request, response, started);
      leave();
    };
    const queued = {
      start() {
        sent = requests.send(request, response, {
          client,
          onAnswer(status) {
            unanswered.delete(refuseOnce);
            noteAnswer(request, status, started);
          },
          onFailure: refuseOnce,
          onEnd: () => queue.leave(queued),
        });
      },
      refuse: refuseOnce,
    };
    const leave = () => {
      queue.leave(queued);
      sent?.cancel();
    };
    unanswered.add(refuseOnce);
    // Also of one that waits behind another request of its connection; see `page-requests.ts`.
    request.once("close", () => {
      unanswered.delete(refuseOnce);
      leave();
    });
    queue.enter(queued);
  };

  return {
    ready,
    isReady: () => rendering,
    underWay: () => documents.size() + files.size(),

    serve(request, response, client) {
      const started = performance.now();
      arrive(request, () => serve(request, response, client, started));
    },

    refuse(request, response) {
      const started = performance.now();
      arrive(request, () => refuse(request, response, started));
    },

    drain() {
      setTimeout(() => {
        ending = true;
        for (const refuseNow of unanswered) refuseNow();
      }, drainMs).unref();
    },

    close() {
      closing = true;
      return worker.close();
    },
  };
}

function localSocket(): string {
  const name = `nametag-${process.pid}-${randomUUID().slice(0, 8)}`;
  return process.platform === "win32"
    ? `\\\\.\\pipe\\${name}`
    : path.join(tmpdir(), `${name}.sock`);
}
