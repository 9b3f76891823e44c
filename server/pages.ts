import { randomUUID } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Logger } from "pino";
import type { Api } from "../lib/app/app.ts";
import { ApiError } from "../lib/contract/errors.ts";
import { PAGE_ROUTE } from "../lib/contract/paths.ts";
import { fixedCacheControl } from "../lib/freshness.ts";
import { internalError, refusalReply } from "../lib/http/reply.ts";
import { callerOf } from "../lib/http/request.ts";
import { memoryFor, pagesHeapMb } from "../lib/process/memory.ts";
import { createAccessLog } from "../lib/log/logger.ts";
import type { ResponseLabels, Metrics } from "../lib/metrics/metrics.ts";
import type { AppRoutes } from "../site/pages/app-routes.ts";
import { pageAt, type Page, type Redirect, type RenderedPage } from "../site/pages/page-at.ts";
import { createArrivals } from "./arrivals.ts";
import { createFiles } from "./files.ts";
import { createPageMaker, createReplies } from "./make-page.ts";
import { createPageRefusal } from "./page-refusal.ts";
import { headersForVisitor, routerParameter, passedHeaders } from "./passed-headers.ts";
import { startRenderer, type RenderLimits } from "./renderer.ts";
import { writeFirst, writeHit, writeReply } from "./write.ts";

export interface PagesOptions {
  api: Pick<Api, "replyTo" | "responses">;
  logger: Logger;
  metrics: Pick<Metrics, "response" | "hitCounter">;
  /** The program of the thread that renders. */
  program?: URL;
  limits?: PageLimits;
  /** The limit of the heap of that thread, in MB. */
  heapMb?: number;
  /** The URLs that are passed on to Next if they have no rule of their own. */
  routes: AppRoutes;
}

export interface PageLimits extends RenderLimits {
  /** How long a request may take while the process ends. */
  drainMs: number;
}

const LIMITS: PageLimits = {
  slots: 1,
  imageSlots: 4,
  passSlots: 4,
  room: 256,
  waitMs: 10_000,
  renderMs: 10_000,
  drainMs: 5_000,
};

/** Matches the link to an icon, which Next gives a digest of its content as its query. */
const ICON_LINK = /<link rel="(?:apple-touch-)?icon" href="([^"&]+\?[^"&]+)"/g;

/** Next's router may ask for the components of these. Instead of others it gets what is kept, and loads the document. */
const WITH_COMPONENTS: ReadonlySet<RenderedPage["kind"]> = new Set(["static", "live", "player"]);

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
  program = new URL("./next-thread.js", import.meta.url),
  limits = LIMITS,
  heapMb = pagesHeapMb(memoryFor(1)),
  routes,
}: PagesOptions) {
  const { responses } = api;
  const accessLog = createAccessLog(logger);
  const writeRefusal = createPageRefusal();
  const hitsOfFiles = metrics.hitCounter({ route: PAGE_ROUTE, status: 200, cache: "none" });
  const files = createFiles(process.cwd(), responses, hitsOfFiles);
  /** URLs of icons with a digest of their content, as pages link them. */
  let iconUrls = new Set<string>();
  const onFirstPage = (html: string) => {
    iconUrls = new Set(Array.from(html.matchAll(ICON_LINK), ([, url = ""]) => url));
  };
  const renderer = startRenderer({ logger, program, limits, heapMb, onFirstPage });
  const isIcon = (url: string) => iconUrls.has(url);
  const makePage = createPageMaker({ api, renderer, metrics, isIcon });
  const arrivals = createArrivals();
  const pending = createPending();
  let ending = false;

  const note = (
    { request: { method = "" }, started }: Visit,
    status: number,
    cache: ResponseLabels["cache"] = "none",
  ) => {
    const seconds = (performance.now() - started) / 1_000;
    const handled = { route: PAGE_ROUTE, status, cache, seconds } as const;
    metrics.response(handled);
    accessLog?.({ ...handled, method, requestId: undefined });
  };

  const refuse = (visit: Visit) => {
    note(visit, 503);
    writeRefusal(visit.request, visit.response);
  };

  /** A bug: the visitor gets a 500, unless a part of the response is sent already. */
  const fail = (visit: Visit, error: unknown) => {
    logger.error({ err: error }, "A page could not be sent");
    if (visit.response.headersSent) return void visit.response.destroy();
    note(visit, 500);
    writeReply(visit.response, refusalReply(internalError(error)));
  };

  const serveRendered = async (visit: Visit, page: RenderedPage): Promise<void> => {
    const { request, response } = visit;
    // The log of all requests has those for profiles as well.
    const isLogged = accessLog !== undefined;
    const kept = isLogged && page.id !== undefined ? undefined : responses.find(page.url);
    if (kept !== undefined && !isLogged) return writeHit(request, response, kept);
    if (kept !== undefined) {
      await writeFirst(request, response, kept);
      return note(visit, response.statusCode, "hit");
    }
    // It cannot be made for lack of a slot or time, or since the visitor left.
    const making = pending.wait(request, (signal) => makePage(page, visit.client, signal));
    const made = await making.catch(() => undefined);
    if (made === undefined) return request.destroyed ? undefined : refuse(visit);
    try {
      await writeFirst(request, response, made.response);
      note(visit, response.statusCode, made.cache);
    } catch {
      // A part of it may have been sent.
      response.destroy();
    }
  };

  /** Passes a request on to Next, and its response to the visitor while it comes. */
  const pass = async (visit: Visit, url: string): Promise<void> => {
    const { request, response, client } = visit;
    const passing = pending.wait(request, (signal, isDone) =>
      renderer.pass(callerOf({ clientAddress: client, whenClientLeaves: () => signal }), {
        url,
        method: request.method ?? "GET",
        headers: passedHeaders(request.headers),
        replyTo: createReplies(api, client),
        async deliver(rendered) {
          // From here on it takes as long as the visitor reads.
          isDone();
          response.writeHead(rendered.statusCode ?? 500, headersForVisitor(rendered.headers));
          response.flushHeaders();
          await pipeline(rendered, response);
        },
      }),
    );
    try {
      await passing;
      note(visit, response.statusCode, "miss");
    } catch {
      if (response.headersSent) response.destroy();
      else if (!request.destroyed) refuse(visit);
    }
  };

  const redirect = (visit: Visit, { status, location, byVisitor }: Redirect) => {
    note(visit, status);
    visit.response.writeHead(status, redirectHeaders(location, byVisitor)).end();
  };

  const serveFile = async (visit: Visit, path: string) => {
    const file = await files.find(path);
    if (file === undefined) {
      note(visit, 404);
      return writeReply(visit.response, refusalReply(noSuchFile()));
    }
    await writeFirst(visit.request, visit.response, file);
    return note(visit, visit.response.statusCode);
  };

  const serve = (visit: Visit, page: Exclude<Page, Redirect>): Promise<void> => {
    if (page.kind === "file") return serveFile(visit, page.path);
    if (page.kind === "next") return pass(visit, page.url);
    const parameter = routerParameter(visit.request.url ?? "");
    if (parameter === undefined || !WITH_COMPONENTS.has(page.kind))
      return serveRendered(visit, page);
    // Components are those of the HTML, which was rendered without the visitor's query.
    return pass(visit, `${page.url}?${parameter}`);
  };

  const respond = (visit: Visit) => {
    if (ending) return refuse(visit);
    const { url = "", headers } = visit.request;
    const { cookie, "accept-language": acceptLanguage } = headers;
    const found = pageAt(url, { cookie, acceptLanguage }, routes);
    // With its digest, an icon is a page of its own; any other query changes nothing.
    const page = found.kind === "static" && isIcon(url) ? { ...found, url } : found;
    if (page.kind === "redirect") return redirect(visit, page);
    serve(visit, page).catch((error: unknown) => fail(visit, error));
  };

  const enqueue = (visit: Visit, start: (visit: Visit) => void) =>
    arrivals.add(callerOf({ clientAddress: visit.client }), () => {
      if (visit.request.destroyed) return;
      try {
        start(visit);
      } catch (error) {
        fail(visit, error);
      }
    });

  return {
    /** Resolves when pages can be rendered for the first time. */
    ready: renderer.ready,
    /** True if pages can be rendered now. */
    isReady: renderer.isReady,
    /** The number of requests without a response so far, redirects included. */
    underWay: () => arrivals.size() + pending.size(),

    /** Responds with a page, or with 503 when it cannot be rendered in time. */
    serve(request: IncomingMessage, response: ServerResponse, client: string): void {
      enqueue({ request, response, client, started: performance.now() }, respond);
    },

    /** Responds with 503. */
    refuse(request: IncomingMessage, response: ServerResponse, client: string): void {
      enqueue({ request, response, client, started: performance.now() }, refuse);
    },

    /** After this, requests wait no longer than the process has time to end. */
    drain(): void {
      setTimeout(() => {
        ending = true;
        pending.end();
      }, limits.drainMs).unref();
    },

    close: renderer.close,
  };
}

/** Requests that wait for their page. */
function createPending() {
  const pending = new Set<AbortController>();

  return {
    size: () => pending.size,

    /** Waits for work, and rejects when the visitor leaves or this process ends. `isDone` ends the waiting before. */
    async wait<Result>(
      request: IncomingMessage,
      work: (signal: AbortSignal, isDone: () => void) => Promise<Result>,
    ): Promise<Result> {
      const leaving = new AbortController();
      const { signal } = leaving;
      pending.add(leaving);
      // Also emitted for a request that waits behind another one on its connection.
      request.once("close", () => leaving.abort());
      const refused = new Promise<never>((_, reject) => signal.addEventListener("abort", reject));
      try {
        return await Promise.race([work(signal, () => pending.delete(leaving)), refused]);
      } finally {
        pending.delete(leaving);
      }
    },

    end(): void {
      for (const leaving of pending) leaving.abort();
    },
  };
}

function redirectHeaders(location: string, byVisitor: Redirect["byVisitor"]): OutgoingHttpHeaders {
  return {
    location,
    "cache-control": fixedCacheControl(byVisitor ? "visitor" : "hour"),
    ...(byVisitor && { vary: "Accept-Language, Cookie" }),
    // `/player/Lantern_Lou` looks like the API: scripts of other sites may read where it leads.
    "access-control-allow-origin": "*",
    "x-request-id": randomUUID(),
    "content-length": 0,
  };
}

/**
 * While instances are replaced one after another, the page of one names files of another: a proxy asks the next
 * instance, and no cache may keep that this one lacks them.
 */
function noSuchFile(): ApiError {
  return new ApiError("ROUTE_NOT_FOUND", "This build has no such file. Reload the page.");
}
