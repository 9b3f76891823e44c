import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { profileUrl } from "../lib/contract/urls.ts";
import type { Api } from "../lib/http/api.ts";
import { internalRequest } from "../lib/http/request.ts";
import { routing } from "../lib/i18n/routing.ts";
import { createAccessLog } from "../lib/log/logger.ts";
import type { ResponseLabels, Metrics } from "../lib/metrics/metrics.ts";
import { missingIn, pageAt, type Page, type Redirect } from "../lib/site/page-at.ts";
import { createFiles } from "./files.ts";
import { writePage } from "./finished-page.ts";
import { createPageRefusal } from "./page-refusal.ts";
import { createPageStore, versionOf, type FetchFromApi, type RenderedPage } from "./page-store.ts";
import { startRenderer, type RenderLimits } from "./renderer.ts";

export interface PagesOptions {
  api: Pick<Api, "handle" | "finished"> & { changes: Pick<Api["changes"], "isRecent"> };
  logger: Logger;
  metrics: Pick<Metrics, "response" | "hitCounter">;
  /** The program of the thread that renders. */
  program?: URL;
  limits?: PageLimits;
}

export interface PageLimits extends RenderLimits {
  /** How long a request may take while the process ends. */
  drainMs: number;
  /** Memory for pages and images of players. */
  bytesKept: number;
}

const LIMITS: PageLimits = {
  slots: 1,
  imageSlots: 4,
  places: 256,
  waitMs: 10_000,
  renderMs: 10_000,
  drainMs: 5_000,
  bytesKept: 48 * 1024 * 1024,
};

/** Page requests started in one turn of the event loop, so that a flood of them does not block the API. */
const ADMITTED_AT_ONCE = 32;
/** Cached results of routing a URL, which takes longer than sending a page. */
const URLS = 8_192;

/** A request for a page. */
interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  client: string;
  /** When it arrived, by `performance.now()`. */
  started: number;
}

export type Pages = ReturnType<typeof startPages>;

/** The pages of the site, each rendered once and then sent from memory. */
export function startPages({
  api,
  logger,
  metrics,
  program = new URL("./next-worker.js", import.meta.url),
  limits = LIMITS,
}: PagesOptions) {
  const { finished, changes } = api;
  const accessLog = createAccessLog(logger);
  const writeRefusal = createPageRefusal();
  const files = createFiles(process.cwd());
  const pagesByUrl = new LRUCache<string, Page>({ max: URLS });
  /** Requests that wait for their page; when one is aborted, it is refused. */
  const pending = new Set<AbortController>();
  let ending = false;

  const fetchFromApi: FetchFromApi = async (target, clientAddress) => {
    const { status, headers, body } = await api.handle(internalRequest(target, { clientAddress }));
    return { status, headers, body: Buffer.from(body ?? "") };
  };
  const renderer = startRenderer({ logger, program, limits });
  const store = createPageStore({ renderer, metrics, fetchFromApi, maxBytes: limits.bytesKept });

  const pageOf = ({ url = "", headers }: IncomingMessage): Page => {
    const known = pagesByUrl.get(url);
    if (known !== undefined) return known;
    const { cookie, "accept-language": acceptLanguage } = headers;
    const page = pageAt(url, { cookie, acceptLanguage });
    if (page.kind !== "redirect") pagesByUrl.set(url, page);
    return page;
  };

  const note = (
    { request: { method = "" }, started }: Visit,
    status: number,
    cache: ResponseLabels["cache"] = "none",
  ) => {
    const seconds = (performance.now() - started) / 1_000;
    const handled = { route: "page", status, cache, seconds } as const;
    metrics.response(handled);
    accessLog?.({ ...handled, method, requestId: undefined });
  };

  const refuse = (visit: Visit) => {
    note(visit, 503);
    writeRefusal(visit.request, visit.response);
  };

  /** A page from memory if it is up to date, otherwise rendered; `left` is aborted when the client leaves. */
  const findPage = async (page: RenderedPage, client: string, left: AbortSignal) => {
    const reply =
      page.kind === "player" ? await fetchFromApi(profileUrl(page.id), client) : undefined;
    const cached = store.find(page);
    if (cached !== undefined && cached.version === (reply && versionOf(reply))) {
      return { found: cached, cache: "hit" } as const;
    }
    left.throwIfAborted();
    return { found: await store.make(page, reply, client, left), cache: "miss" } as const;
  };

  const serveRendered = async (visit: Visit, page: RenderedPage): Promise<void> => {
    const leaving = new AbortController();
    const { signal } = leaving;
    pending.add(leaving);
    // Also emitted for a request that waits behind another one on its connection.
    visit.request.once("close", () => leaving.abort());
    try {
      const { found, cache } = await Promise.race([
        findPage(page, visit.client, signal),
        new Promise<never>((_, reject) => signal.addEventListener("abort", reject)),
      ]);
      pending.delete(leaving);
      await writePage(visit.request, visit.response, found);
      note(visit, visit.response.statusCode, cache);
    } catch {
      // Cut off when it failed while being sent; else refused for lack of a slot or time.
      if (!pending.delete(leaving)) visit.response.destroy();
      else if (!visit.request.destroyed) refuse(visit);
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
    const file = await files.find(path);
    if (file === undefined) return serveRendered(visit, missingIn(routing.defaultLocale));
    await writePage(visit.request, visit.response, file);
    return note(visit, visit.response.statusCode);
  };

  const handle = (visit: Visit) => {
    if (ending) return refuse(visit);
    const page = pageOf(visit.request);
    if (page.kind === "redirect") return redirect(visit, page);
    if (page.kind !== "file") return void serveRendered(visit, page);
    serveFile(visit, page.path).catch(() => visit.response.destroy());
  };

  /** Requests that have arrived and not started yet. */
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
    /** Resolves when pages can be rendered for the first time. */
    ready: renderer.ready,
    /** Whether pages can be rendered now. */
    isReady: renderer.isReady,
    /** The number of requests without a response so far, redirects included. */
    underWay: () => arrivals.length + pending.size,

    /** Responds to a GET or HEAD with a cached page; false when there is none. */
    serveCached(request: IncomingMessage, response: ServerResponse): boolean {
      // The access log needs every request noted on its own.
      if (accessLog !== undefined) return false;
      const page = pagesByUrl.get(request.url ?? "");
      if (page === undefined || page.kind === "redirect" || page.kind === "file") return false;
      const cached = store.find(page);
      if (cached === undefined) return false;
      if (page.kind === "player") {
        const profile = changes.isRecent() ? finished.find(profileUrl(page.id)) : undefined;
        if (profile === undefined || (profile.tag ?? profile.body) !== cached.version) return false;
        profile.onHit?.();
      }
      const written = writePage(request, response, cached);
      if (written !== undefined) written.catch(() => response.destroy());
      if (response.statusCode === 304) cached.hits.unchanged += 1;
      else cached.hits.whole += 1;
      return true;
    },

    /** Responds with a page, or with 503 when it cannot be rendered in time. */
    serve(request: IncomingMessage, response: ServerResponse, client: string): void {
      arrive({ request, response, client, started: performance.now() }, handle);
    },

    /** Responds with 503. */
    refuse(request: IncomingMessage, response: ServerResponse): void {
      arrive({ request, response, client: "", started: performance.now() }, refuse);
    },

    /** After this, requests wait no longer than the process has time to end. */
    drain(): void {
      setTimeout(() => {
        ending = true;
        for (const leaving of pending) leaving.abort();
      }, limits.drainMs).unref();
    },

    close: renderer.close,
  };
}
