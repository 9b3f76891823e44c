import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Api } from "../lib/app/app.ts";
import { ApiError } from "../lib/contract/errors.ts";
import { PAGE_ROUTE } from "../lib/contract/paths.ts";
import {
  cachingOfPage,
  fixedCacheControl,
  FRESH_MS,
  UNCACHED,
  type FixedPolicy,
} from "../lib/freshness.ts";
import type { CachedResponse, CompleteReply } from "../lib/http/cached-response.ts";
import type { Outcome } from "../lib/http/preconditions.ts";
import { internalError, refusalReply } from "../lib/http/reply.ts";
import { callerOf, internalRequest } from "../lib/http/request.ts";
import { memoryFor, pagesHeapMb } from "../lib/process/memory.ts";
import type { Caller } from "../lib/scheduling/caller.ts";
import { createWaitingList } from "../lib/scheduling/waiting-list.ts";
import { createAccessLog } from "../lib/log/logger.ts";
import type { ResponseLabels, Metrics } from "../lib/metrics/metrics.ts";
import { pageAt, type Redirect, type RenderedPage } from "../site/pages/page-at.ts";
import { mainTarget, otherTarget } from "../site/pages/page-data.ts";
import { createFiles } from "./files.ts";
import { finishPage } from "./finish-page.ts";
import { createPageRefusal } from "./page-refusal.ts";
import { startRenderer, type Rendered, type RenderLimits } from "./renderer.ts";
import { writeReply, type Writer } from "./write.ts";

export interface PagesOptions {
  api: Pick<Api, "replyTo" | "responses">;
  writer: Writer;
  logger: Logger;
  metrics: Pick<Metrics, "response" | "hitCounter">;
  /** The program of the thread that renders. */
  program?: URL;
  limits?: PageLimits;
  /** The limit of the heap of that thread, in MB. */
  heapMb?: number;
}

export interface PageLimits extends RenderLimits {
  /** How long a request may take while the process ends. */
  drainMs: number;
}

const LIMITS: PageLimits = {
  slots: 1,
  imageSlots: 4,
  room: 256,
  waitMs: 10_000,
  renderMs: 10_000,
  drainMs: 5_000,
};

/** Page requests started in one turn of the event loop, so that a flood of them does not block the API. */
const ADMITTED_AT_ONCE = 32;

/** What caches may do with pages, unless a route handler says something else. */
const POLICIES: Record<RenderedPage["kind"], FixedPolicy> = {
  static: "staticPage",
  live: "livePage",
  player: "playerPage",
  preview: "playerPage",
  impossible: "playerPage",
  missing: "staticPage",
};

/** How Next links an icon: with a digest of its content in the query. */
const ICON_LINK = /<link rel="(?:apple-touch-)?icon" href="([^"&]+\?[^"&]+)"/g;

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
  writer,
  logger,
  metrics,
  program = new URL("./next-thread.js", import.meta.url),
  limits = LIMITS,
  heapMb = pagesHeapMb(memoryFor(1)),
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
  /** Requests that wait for their page; when one is aborted, it is refused. */
  const pending = new Set<AbortController>();
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

  /** A page that is not in memory, or not known to be right; `signal` is aborted when the visitor leaves. */
  const makePage = async (
    page: RenderedPage,
    client: string,
    signal: AbortSignal,
  ): Promise<{ found: CachedResponse; cache: "hit" | "miss" }> => {
    const { kind, url } = page;
    const since = responses.version;
    const caller = callerOf({ clientAddress: client, whenClientLeaves: () => signal });
    /** What this visit has asked the API for; the page gets the same. */
    const replies = new Map<string, Promise<CompleteReply>>();
    const replyTo = (target: string, gone: AbortSignal) => {
      const request = internalRequest(target, {
        clientAddress: client,
        whenClientLeaves: () => gone,
      });
      const reply = replies.get(target) ?? api.replyTo(request);
      replies.set(target, reply);
      return reply;
    };
    const target = mainTarget(page);
    const main = target === undefined ? undefined : await replyTo(target, signal);
    const version = kind === "live" || main === undefined ? undefined : versionOf(main);
    const policy = iconUrls.has(url) ? "immutable" : POLICIES[kind];
    const caching = cachingOfPage(policy, freshUntilOf(kind, main), main?.caching.tags);
    const renewed = version === undefined ? undefined : responses.renew(url, version, caching);
    if (renewed !== undefined) return { found: renewed, cache: "hit" };

    const other = main === undefined ? null : otherTarget(page, main);
    if (other !== null) await replyTo(other, signal);
    const asked = new Set<string>();
    const finish = async (rendered: Rendered) => {
      if (target !== undefined && rendered.status < 500 && !asked.has(target)) {
        throw new Error(`${url} was rendered without ${target}, which decides its status.`);
      }
      const made = await finishPage(rendered, {
        status: kind === "impossible" ? 400 : main?.status,
        retryAfter: main?.headers["retry-after"],
        caching,
      });
      const hits = metrics.hitCounter({ route: PAGE_ROUTE, status: made.status, cache: "hit" });
      const onHit = (outcome: Outcome) => {
        hits[outcome] += 1;
        main?.onHit?.(outcome);
      };
      const page = { ...made, version, onHit };
      responses.add(url, page, since);
      return page;
    };
    const job = {
      url,
      isImage: kind === "preview",
      replyTo: (wanted: string, gone: AbortSignal) => {
        asked.add(wanted);
        return replyTo(wanted, gone);
      },
    };
    const key = `${url}\n${version ?? ""}`;
    return { found: await renderer.render(key, caller, job, finish), cache: "miss" };
  };

  const serveRendered = async (visit: Visit, page: RenderedPage): Promise<void> => {
    const { request, response, client } = visit;
    // The log of all requests has those for profiles as well.
    const isLogged = accessLog !== undefined;
    const known = isLogged && page.id !== undefined ? undefined : responses.find(page.url);
    if (known !== undefined && !isLogged) return writer.write(request, response, known);
    if (known !== undefined) {
      await writer.writeFirst(request, response, known);
      return note(visit, response.statusCode, "hit");
    }
    const leaving = new AbortController();
    const { signal } = leaving;
    pending.add(leaving);
    // Also emitted for a request that waits behind another one on its connection.
    request.once("close", () => leaving.abort());
    try {
      const { found, cache } = await Promise.race([
        makePage(page, client, signal),
        new Promise<never>((_, reject) => signal.addEventListener("abort", reject)),
      ]);
      pending.delete(leaving);
      await writer.writeFirst(request, response, found);
      note(visit, response.statusCode, cache);
    } catch {
      // Cut off when it failed while being sent; else refused for lack of a slot or time.
      if (!pending.delete(leaving)) response.destroy();
      else if (!request.destroyed) refuse(visit);
    }
  };

  const redirect = (visit: Visit, { status, location, byVisitor }: Redirect) => {
    note(visit, status);
    const forCaches = {
      "cache-control": fixedCacheControl(byVisitor ? "visitor" : "hour"),
      ...(byVisitor && { vary: "Accept-Language, Cookie" }),
    };
    visit.response.writeHead(status, { location, ...forCaches, "content-length": 0 }).end();
  };

  const serveFile = async (visit: Visit, path: string) => {
    const file = await files.find(path);
    if (file === undefined) {
      note(visit, 404);
      return writeReply(visit.response, refusalReply(noSuchFile()));
    }
    await writer.writeFirst(visit.request, visit.response, file);
    return note(visit, visit.response.statusCode);
  };

  const handle = (visit: Visit) => {
    if (ending) return refuse(visit);
    const { url = "", headers } = visit.request;
    const { cookie, "accept-language": acceptLanguage } = headers;
    const found = pageAt(url, { cookie, acceptLanguage });
    // With its digest, an icon is a page of its own; any other query changes nothing.
    const page = found.kind === "static" && iconUrls.has(url) ? { ...found, url } : found;
    if (page.kind === "redirect") return redirect(visit, page);
    const serving = page.kind === "file" ? serveFile(visit, page.path) : serveRendered(visit, page);
    serving.catch((error: unknown) => fail(visit, error));
  };

  /** Requests that have arrived and not started yet; each with what is done then. */
  const arrivals = createWaitingList<{ caller: Caller; start(): void }>();
  const admit = () => {
    for (const { start } of arrivals.take(ADMITTED_AT_ONCE)) start();
    if (arrivals.size() > 0) setImmediate(admit);
  };
  const arrive = (visit: Visit, take: (visit: Visit) => void) => {
    const start = () => {
      if (visit.request.destroyed) return;
      // What is thrown and not caught here ends the process.
      try {
        take(visit);
      } catch (error) {
        fail(visit, error);
      }
    };
    arrivals.add({ caller: callerOf({ clientAddress: visit.client }), start });
    if (arrivals.size() === 1) setImmediate(admit);
  };

  return {
    /** Resolves when pages can be rendered for the first time. */
    ready: renderer.ready,
    /** Whether pages can be rendered now. */
    isReady: renderer.isReady,
    /** The number of requests without a response so far, redirects included. */
    underWay: () => arrivals.size() + pending.size,

    /** Responds with a page, or with 503 when it cannot be rendered in time. */
    serve(request: IncomingMessage, response: ServerResponse, client: string): void {
      arrive({ request, response, client, started: performance.now() }, handle);
    },

    /** Responds with 503. */
    refuse(request: IncomingMessage, response: ServerResponse, client: string): void {
      arrive({ request, response, client, started: performance.now() }, refuse);
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

/**
 * While instances are replaced one after another, the page of one names files of another: a proxy asks the next
 * instance, and no cache may keep that this one lacks them.
 */
function noSuchFile(): ApiError {
  return new ApiError("ROUTE_NOT_FOUND", "This build has no such file. Reload the page.");
}

/** Until when a page may be sent as it is; after that, its main response is looked at again. */
function freshUntilOf(kind: RenderedPage["kind"], main: CompleteReply | undefined): number {
  if (kind === "live") return Date.now() + FRESH_MS.livePage;
  // Once a day they are rendered again: only what never ends would be kept without a bound.
  if (kind === "static" || kind === "missing" || kind === "impossible")
    return Date.now() + FRESH_MS.immutable;
  return (main?.caching ?? UNCACHED).freshUntil;
}

/** Identifies the content of a response: its ETag or, for an error, the body. */
function versionOf({ headers, body }: CompleteReply): string {
  return headers["etag"] ?? Buffer.from(body ?? "").toString("latin1");
}
