import { randomUUID } from "node:crypto";
import { Agent, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Logger } from "pino";
import type { Api } from "../lib/http/api.ts";
import { RENDER_HEADER, type PageQuestion, type PageReply } from "../lib/http/page-host.ts";
import { LOCALE_HEADER, PATH_HEADER } from "../lib/i18n/routing.ts";
import { createPageQueue } from "./page-queue.ts";
import { startPageWorker } from "./page-worker.ts";
import { splitOnce } from "../lib/http/request.ts";

/** What to render. Nothing else of a visitor's request reaches Next: a page is for everybody. */
export interface RenderJob {
  /** Path and query, as Next routes them. */
  target: string;
  locale: string;
  /** Its address without the language. */
  path: string;
  /** The network address of the first visitor who asked, for the limits. */
  client: string;
  /** The answer of the API that the page is made from; it is not asked for again. */
  answer?: { target: string; reply: PageReply } | undefined;
}

/** A page as Next rendered it. */
export type Rendered = { status: number; headers: Record<string, string>; body: Buffer };

/** Renders pages with Next in a thread of its own; the API does not depend on it. */
export interface Renderer {
  /** Whether pages can be rendered now. */
  isReady(): boolean;
  /**
   * Renders a page, in turn. Rejects when there is no place, when it takes too long, when the thread
   * ends, and on `signal`.
   */
  render(job: RenderJob, signal: AbortSignal): Promise<Rendered>;
  close(): Promise<void>;
}

export interface RenderLimits {
  /** Pages that are rendered at once. They share one thread: more would only take longer each. */
  slots: number;
  /** Pages that may wait for a slot. */
  places: number;
  /** How long a page may wait for the thread to start, or for a slot. */
  waitMs: number;
  /** How long a page may be rendered: longer than the 6 s that a lookup may take. */
  renderMs: number;
}

export interface RendererOptions {
  /** What pages ask for their content. */
  api: Pick<Api, "handle">;
  logger: Logger;
  /** The program of the thread. */
  program: URL;
  limits: RenderLimits;
  /** Rendered before the renderer is ready, so that the first visitors do not wait for code to be loaded. */
  first: RenderJob;
  /** Called whenever the first page was rendered: at the start, and after the thread was replaced. */
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
  const socketPath = localSocket();
  const agent = new Agent({ keepAlive: true });
  const queue = createPageQueue(limits);
  const underWay = new Map<string, RenderJob>();
  let rendering = false;
  let closing = false;

  const send = (job: RenderJob, signal: AbortSignal): Promise<Rendered> => {
    const id = randomUUID();
    underWay.set(id, job);
    const { target, locale, path: ownPath } = job;
    const headers = { [RENDER_HEADER]: id, [LOCALE_HEADER]: locale, [PATH_HEADER]: ownPath };
    return new Promise<Rendered>((resolve, reject) => {
      const inner = httpRequest({ agent, socketPath, path: target, headers, signal });
      inner.once("error", reject);
      inner.once("response", (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.once("error", reject);
        answer.once("end", () => {
          const fields = Object.entries(answer.headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.join(", ") : (value ?? ""),
          ]);
          resolve({
            status: answer.statusCode ?? 502,
            headers: Object.fromEntries(fields) as Record<string, string>,
            body: Buffer.concat(chunks),
          });
        });
      });
      inner.end();
    }).finally(() => underWay.delete(id));
  };

  const answerPage = async ({ target, render }: PageQuestion): Promise<PageReply> => {
    const job = underWay.get(render);
    if (job?.answer?.target === target) return job.answer.reply;
    const [path, query] = splitOnce(target, "?");
    const { status, headers, body } = await api.handle({
      method: "GET",
      path,
      query,
      search: new URLSearchParams(query),
      ifNoneMatch: undefined,
      clientAddress: job?.client ?? "unknown",
    });
    return { status, headers, body: Buffer.from(body ?? "") };
  };

  const renderFirst = async () => {
    try {
      const { status } = await send(first, AbortSignal.timeout(FIRST_RENDER_MS));
      if (status >= 500) throw new Error(`${first.target} was rendered with status ${status}.`);
      rendering = true;
      queue.resume();
      onReady();
    } catch (error) {
      if (closing) return;
      logger.error({ err: error }, "The first page could not be rendered");
      worker.restart();
    }
  };

  const worker = startPageWorker({
    socketPath,
    answerPage,
    logger,
    program,
    onListening: () => void renderFirst(),
    onEnd() {
      rendering = false;
      queue.pause();
    },
  });

  return {
    isReady: () => rendering,

    render: (job, signal) =>
      new Promise((resolve, reject) => {
        const queued = {
          start() {
            const timeout = AbortSignal.timeout(limits.renderMs);
            void send(job, AbortSignal.any([signal, timeout]))
              .finally(() => queue.leave(queued))
              .then(resolve, reject);
          },
          refuse: () => reject(new Error("There is no place to render a page.")),
        };
        signal.addEventListener("abort", () => {
          queue.leave(queued);
          reject(new Error("Nobody waits for the page any longer."));
        });
        queue.enter(queued);
      }),

    close() {
      closing = true;
      agent.destroy();
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
