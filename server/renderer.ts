import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Api } from "../lib/http/api.ts";
import { RENDER_HEADER } from "../lib/http/page-host.ts";
import { internalRequest } from "../lib/http/request.ts";
import { LOCALE_HEADER, PATH_HEADER } from "../lib/i18n/routing.ts";
import { createPageQueue } from "./page-queue.ts";
import { startPageWorker } from "./page-worker.ts";
import type { ApiReply, FromRenderer, Rendered } from "./render-messages.ts";

/** A page to render. Nothing else of a visitor's request reaches Next: a page is the same for everyone. */
export interface RenderJob {
  /** Path and query, as Next routes them. */
  target: string;
  locale: string;
  /** Its path without the language. */
  path: string;
  /** The IP address of the first visitor, for the rate limits. */
  client: string;
  /** Whether it is an image. */
  isImage?: boolean;
  /** Responses of the API that the page will request, so that it waits for nothing. */
  replies?: readonly ApiReply[];
}

/** Renders pages with Next in a thread of its own; the API does not depend on it. */
export interface Renderer {
  /** Whether pages can be rendered now. */
  isReady(): boolean;
  /**
   * Renders a page, in turn. Rejects when the queue is full, when it takes too long, when the thread ends,
   * and on `signal`.
   */
  render(job: RenderJob, signal: AbortSignal): Promise<Rendered>;
  close(): Promise<void>;
}

export interface RenderLimits {
  /**
   * How many pages are rendered at once, in one thread. A page waits for nothing, so one keeps the thread
   * busy. With more, each takes longer, and what it allocates outlives the young generation: 16 at once took
   * a quarter more processor time.
   */
  slots: number;
  /** How many images are rendered at once. Each waits for a head, which may have to be downloaded. */
  imageSlots: number;
  /** How many pages may wait for a slot. */
  places: number;
  /** How long a page may wait for the thread to start, or for a slot. */
  waitMs: number;
  /** How long a render may take: longer than the 6 s of a lookup. */
  renderMs: number;
}

export interface RendererOptions {
  /** The API that pages get their content from. */
  api: Pick<Api, "handle">;
  logger: Logger;
  /** The program of the thread. */
  program: URL;
  limits: RenderLimits;
  /** Rendered before the renderer is ready, so that the first visitors need not wait for code to load. */
  first: RenderJob;
  /** Called whenever the first page is rendered: at the start, and after the thread was replaced. */
  onReady(): void;
}

/** For the first page of a new thread, which loads all of its code. */
const FIRST_RENDER_MS = 30_000;

export function startRenderer({
  api,
  logger,
  program,
  limits,
  first,
  onReady,
}: RendererOptions): Renderer {
  const pages = createPageQueue(limits);
  const images = createPageQueue({ ...limits, slots: limits.imageSlots });
  const underWay = new Map<
    string,
    { job: RenderJob; resolve(page: Rendered): void; fail(): void }
  >();
  let rendering = false;
  let closing = false;

  const send = (job: RenderJob, signal: AbortSignal): Promise<Rendered> => {
    const id = randomUUID();
    const { target, locale, path, replies = [] } = job;
    const headers = { [RENDER_HEADER]: id, [LOCALE_HEADER]: locale, [PATH_HEADER]: path };
    let abandon: () => void;
    return new Promise<Rendered>((resolve, reject) => {
      const fail = () => reject(new Error("The page could not be rendered, or its thread ended."));
      underWay.set(id, { job, resolve, fail });
      abandon = () => {
        worker.send({ kind: "abandon", id });
        reject(new Error("The page was not rendered in time, or is no longer wanted."));
      };
      signal.addEventListener("abort", abandon);
      worker.send({ kind: "render", id, target, headers, replies });
    }).finally(() => {
      // Node keeps a signal that follows others for as long as it has a listener, and the page with it.
      signal.removeEventListener("abort", abandon);
      underWay.delete(id);
    });
  };

  /** Sends a page's request to the API, with the visitor's IP address for the rate limits. */
  const fetchFromApi = async ({
    number,
    id,
    target,
  }: Extract<FromRenderer, { kind: "request" }>) => {
    const clientAddress = underWay.get(id)?.job.client ?? "unknown";
    const { status, headers, body } = await api.handle(internalRequest(target, { clientAddress }));
    const reply = { status, headers, body: Buffer.from(body ?? "") };
    worker.send({ kind: "reply", number, reply });
  };

  const renderFirst = async () => {
    try {
      const { status } = await send(first, AbortSignal.timeout(FIRST_RENDER_MS));
      if (status >= 500) throw new Error(`${first.target} was rendered with status ${status}.`);
      rendering = true;
      pages.resume();
      images.resume();
      onReady();
    } catch (error) {
      if (closing) return;
      logger.error({ err: error }, "The first page could not be rendered");
      worker.restart();
    }
  };

  const worker = startPageWorker({
    logger,
    program,
    onMessage(message) {
      if (message.kind === "ready") return void renderFirst();
      if (message.kind === "request") return void fetchFromApi(message);
      if (message.kind === "failed") return underWay.get(message.id)?.fail();
      const { id, status, headers, body } = message;
      underWay.get(id)?.resolve({ status, headers, body: Buffer.from(body.buffer) });
    },
    onEnd() {
      rendering = false;
      pages.pause();
      images.pause();
      for (const { fail } of underWay.values()) fail();
    },
  });

  return {
    isReady: () => rendering,

    render: (job, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(new Error("No visitor waits for the page any more."));
        const queue = job.isImage === true ? images : pages;
        const queued = {
          start() {
            const timeout = AbortSignal.timeout(limits.renderMs);
            void send(job, AbortSignal.any([signal, timeout]))
              .finally(() => queue.leave(queued))
              .then(resolve, reject);
          },
          refuse: () => reject(new Error("The queue for rendering pages is full.")),
        };
        signal.addEventListener("abort", () => {
          queue.leave(queued);
          reject(new Error("No visitor waits for the page any more."));
        });
        queue.enter(queued);
      }),

    close() {
      closing = true;
      return worker.close();
    },
  };
}
