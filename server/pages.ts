import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { profileUrl } from "../lib/contract/urls.ts";
import type { Api } from "../lib/http/api.ts";
import { replyOf } from "../lib/http/finished.ts";
import type { PageReply } from "../lib/http/page-host.ts";
import type { ApiRequest } from "../lib/http/request.ts";
import { routing } from "../lib/i18n/routing.ts";
import { createAccessLog } from "../lib/log/logger.ts";
import type { AnswerLabels, Metrics } from "../lib/metrics/metrics.ts";
import { missingIn, pageAt, type Page, type Redirect } from "../lib/site/page-at.ts";
import { createFiles } from "./files.ts";
import { writePage } from "./finished-page.ts";
import { createPageRefusal } from "./page-refusal.ts";
import {
  createPageStore,
  versionOf,
  type Flight,
  type KeptPage,
  type RenderedPage,
} from "./page-store.ts";
import { splitOnce } from "../lib/http/request.ts";
import { startRenderer, type RenderLimits } from "./renderer.ts";

/** The pages of the site. Each is rendered once, and then sent from memory. */
export interface Pages {
  /** Resolves when pages can be rendered for the first time. */
  ready: Promise<void>;
  /** Whether pages can be rendered now. */
  isReady(): boolean;
  /** Requests without an answer so far. */
  underWay(): number;
  /** Answers a GET or HEAD with a page that is in memory; false when there is none. */
  serveKept(request: IncomingMessage, response: ServerResponse): boolean;
  /** Answers with a page, or with 503 when it cannot be rendered in time. */
  serve(request: IncomingMessage, response: ServerResponse, client: string): void;
  /** Answers with 503. */
  refuse(request: IncomingMessage, response: ServerResponse): void;
  /** From now on requests wait no longer than the process has time to end. */
  drain(): void;
  close(): Promise<void>;
}

export interface PagesOptions {
  api: Pick<Api, "handle" | "finished"> & { changes: Pick<Api["changes"], "isRecent" | "catchUp"> };
  logger: Logger;
  metrics: Pick<Metrics, "answered" | "hitCounter">;
  /** The program of the thread that renders. */
  program?: URL;
  limits?: PageLimits;
}

export interface PageLimits extends RenderLimits {
  /** How long a request may take once the process is to end. */
  drainMs: number;
  /** Memory for pages and pictures of players. */
  bytesKept: number;
}

const LIMITS: PageLimits = {
  slots: 16,
  places: 256,
  waitMs: 10_000,
  renderMs: 10_000,
  drainMs: 5_000,
  bytesKept: 48 * 1024 * 1024,
};

/** Requests taken on in one turn of the event loop: between those of a flood the API is answered. */
const ADMITTED_AT_ONCE = 32;
/** Addresses whose page is remembered: to find it out takes longer than to send it. */
const ADDRESSES = 8_192;

/** A request for a page. */
interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  client: string;
  /** When it came, on the clock of `performance.now()`. */
  started: number;
}

export function startPages({
  api,
  logger,
  metrics,
  program = new URL("./next-worker.js", import.meta.url),
  limits = LIMITS,
}: PagesOptions): Pages {
  const { finished, changes } = api;
  const accessLog = createAccessLog(logger);
  const writeRefusal = createPageRefusal();
  const files = createFiles(process.cwd());
  const addresses = new LRUCache<string, Page>({ max: ADDRESSES });
  /** Refuses every request without a response so far. */
  const unanswered = new Set<() => void>();
  let ending = false;
  let firstReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    firstReady = resolve;
  });
  const renderer = startRenderer({
    api,
    logger,
    program,
    limits,
    first: { target: "/en", locale: "en", path: "", client: "127.0.0.1" },
    onReady: () => firstReady(),
  });
  const store = createPageStore({ renderer, metrics, maxBytes: limits.bytesKept });

  const pageOf = ({ url = "", headers }: IncomingMessage): Page => {
    const known = addresses.get(url);
    if (known !== undefined) return known;
    const { cookie, "accept-language": acceptLanguage } = headers;
    const page = pageAt(url, { cookie, acceptLanguage });
    if (page.kind !== "redirect") addresses.set(url, page);
    return page;
  };

  const note = (
    { request: { method = "" }, started }: Visit,
    status: number,
    cache: AnswerLabels["cache"] = "none",
  ) => {
    const seconds = (performance.now() - started) / 1_000;
    const answer = { route: "page", status, cache, seconds } as const;
    metrics.answered(answer);
    accessLog?.({ ...answer, method, requestId: undefined });
  };

  const refuse = (visit: Visit) => {
    note(visit, 503);
    writeRefusal(visit.request, visit.response);
  };

  /** The answer of the API that a player's page is made from. */
  const answerFor = async (target: string, clientAddress: string): Promise<PageReply> => {
    const [path, query] = splitOnce(target, "?");
    const search = new URLSearchParams(query);
    const ifNoneMatch = undefined;
    const request: ApiRequest = { method: "GET", path, query, search, ifNoneMatch, clientAddress };
    if (!changes.isRecent()) await changes.catchUp();
    const known = finished.find(target);
    const reply = known === undefined ? await api.handle(request) : replyOf(known, request);
    const { status, headers, body } = reply;
    return { status, headers, body: Buffer.from(body ?? "") };
  };

  const writeKept = async (visit: Visit, kept: KeptPage) => {
    await writePage(visit.request, visit.response, kept);
    note(visit, visit.response.statusCode, "hit");
  };

  const serveRendered = async (visit: Visit, page: RenderedPage): Promise<void> => {
    let flight: Flight | undefined;
    let isOpen = true;
    /** False when the visitor has left, or has an answer. */
    const close = () => {
      const wasOpen = isOpen;
      if (isOpen) flight?.leave();
      isOpen = false;
      unanswered.delete(refuseOnce);
      return wasOpen;
    };
    const refuseOnce = () => {
      if (close()) refuse(visit);
    };
    unanswered.add(refuseOnce);
    // Also of one that waits behind another request of its connection.
    visit.request.once("close", close);
    try {
      const { client } = visit;
      const answer =
        page.kind === "player" ? await answerFor(profileUrl(page.id), client) : undefined;
      const kept = store.find(page);
      if (kept !== undefined && kept.version === (answer && versionOf(answer))) {
        if (close()) await writeKept(visit, kept);
        return;
      }
      if (!isOpen) return;
      flight = store.make(page, answer, client);
      flight.join();
      const made = await flight.page;
      if (!close()) return;
      note(visit, made.status, "miss");
      await writePage(visit.request, visit.response, made);
    } catch {
      // Without a place or in time there is no page; of one that broke while it was sent, no more.
      if (close()) refuse(visit);
      else visit.response.destroy();
    }
  };

  const redirect = (visit: Visit, { status, location, byVisitor }: Redirect) => {
    note(visit, status);
    const forCaches = byVisitor
      ? { "cache-control": "private, no-cache", vary: "Accept-Language, Cookie" }
      : { "cache-control": "public, max-age=3600" };
    visit.response.writeHead(status, { location, ...forCaches, "content-length": 0 }).end();
  };

  const serveFile = async (visit: Visit, path: string) => {
    const { request, response } = visit;
    if (await files.serve(path, request, response)) return note(visit, response.statusCode);
    return serveRendered(visit, missingIn(routing.defaultLocale));
  };

  const answer = (visit: Visit) => {
    if (ending) return refuse(visit);
    const page = pageOf(visit.request);
    if (page.kind === "redirect") return redirect(visit, page);
    if (page.kind !== "file") return void serveRendered(visit, page);
    serveFile(visit, page.path).catch(() => visit.response.destroy());
  };

  /** Requests that have just arrived. */
  const arrivals: (() => void)[] = [];
  const admit = () => {
    for (const take of arrivals.splice(0, ADMITTED_AT_ONCE)) take();
    if (arrivals.length > 0) setImmediate(admit);
  };
  const arrive = (visit: Visit, take: (visit: Visit) => void) => {
    arrivals.push(() => {
      if (!visit.request.destroyed) take(visit);
    });
    if (arrivals.length === 1) setImmediate(admit);
  };

  return {
    ready,
    isReady: renderer.isReady,
    underWay: () => unanswered.size,

    serveKept(request, response) {
      // A log of every request needs every request to be noted by itself.
      if (accessLog !== undefined) return false;
      const page = addresses.get(request.url ?? "");
      if (page === undefined || page.kind === "redirect" || page.kind === "file") return false;
      const kept = store.find(page);
      if (kept === undefined) return false;
      if (page.kind === "player") {
        const profile = changes.isRecent() ? finished.find(profileUrl(page.id)) : undefined;
        if (profile === undefined || (profile.tag ?? profile.body) !== kept.version) return false;
        profile.onHit?.();
      }
      const written = writePage(request, response, kept);
      if (written !== undefined) written.catch(() => response.destroy());
      if (response.statusCode === 304) kept.hits.unchanged += 1;
      else kept.hits.whole += 1;
      return true;
    },

    serve(request, response, client) {
      arrive({ request, response, client, started: performance.now() }, answer);
    },

    refuse(request, response) {
      arrive({ request, response, client: "", started: performance.now() }, refuse);
    },

    drain() {
      setTimeout(() => {
        ending = true;
        for (const refuseNow of unanswered) refuseNow();
      }, limits.drainMs).unref();
    },

    close: () => renderer.close(),
  };
}
