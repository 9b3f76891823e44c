import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { profileUrl } from "../lib/contract/urls.ts";
import type { Api } from "../lib/http/api.ts";
import { replyOf, type FinishedAnswer } from "../lib/http/finished.ts";
import type { PageReply } from "../lib/http/page-host.ts";
import { routing } from "../lib/i18n/routing.ts";
import type { ApiRequest } from "../lib/http/request.ts";
import { createAccessLog } from "../lib/log/logger.ts";
import type { HitCounter } from "../lib/metrics/hits.ts";
import type { Metrics } from "../lib/metrics/metrics.ts";
import { missingIn, pageAt, type Page } from "../lib/site/page-at.ts";
import { createFiles } from "./files.ts";
import { finishPage, writePage, type FinishedPage } from "./finished-page.ts";
import { createPageRefusal } from "./page-refusal.ts";
import { splitOnce } from "./refusals.ts";
import { startRenderer, type RenderLimits } from "./renderer.ts";

/** The pages of the site. Each is rendered once, and then kept as bytes. */
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
/** Addresses whose page is remembered; finding it out takes longer than sending it. */
const ADDRESSES = 8_192;

type RenderedPage = Exclude<Page, { kind: "redirect" | "file" }>;

/** A page in memory. */
interface Kept {
  page: FinishedPage;
  /** What it was made from; see `versionOf`. */
  version: string | undefined;
  counter: HitCounter;
}

/** A page that is being made, and those who wait for it. */
interface Flight {
  page: Promise<FinishedPage>;
  waiting: number;
  abort: AbortController;
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
  /** Pages that are the same as long as the process runs: a finite number. */
  const constant = new Map<string, Kept>();
  const ofPlayers = new LRUCache<string, Kept>({
    maxSize: limits.bytesKept,
    sizeCalculation: ({ page }) => Math.ceil(page.size),
  });
  const flights = new Map<string, Flight>();
  /** Refuses every request without a response so far. */
  const unanswered = new Set<() => void>();
  let ending = false;
  let firstReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    firstReady = resolve;
  });
  const home = pageAt("/en", { cookie: undefined, acceptLanguage: undefined }) as RenderedPage;
  const renderer = startRenderer({
    api,
    logger,
    program,
    limits,
    first: { target: home.target, locale: home.locale, client: "127.0.0.1" },
    onReady: () => firstReady(),
  });

  const pageOf = ({ url = "", headers }: IncomingMessage): Page => {
    const known = addresses.get(url);
    if (known !== undefined) return known;
    const { cookie, "accept-language": acceptLanguage } = headers;
    const page = pageAt(url, { cookie, acceptLanguage });
    if (page.kind !== "redirect") addresses.set(url, page);
    return page;
  };

  const placeOf = ({ kind }: RenderedPage) =>
    kind === "static" || kind === "missing" ? constant : ofPlayers;

  const noteAnswer = (
    { method = "" }: IncomingMessage,
    status: number,
    cache: "hit" | "miss" | "none",
    started: number,
  ) => {
    const seconds = (performance.now() - started) / 1_000;
    const answer = { route: "page", status, cache, seconds } as const;
    metrics.answered(answer);
    accessLog?.({ ...answer, method, requestId: undefined });
  };

  /** The answer of the API that a player's page is made from. */
  const answerFor = async (target: string, client: string): Promise<PageReply> => {
    const [path, query] = splitOnce(target, "?");
    const request: ApiRequest = {
      method: "GET",
      path,
      query,
      search: new URLSearchParams(query),
      ifNoneMatch: undefined,
      clientAddress: client,
    };
    if (!changes.isRecent()) await changes.catchUp();
    const known = finished.find(target);
    const reply = known === undefined ? await api.handle(request) : replyOf(known, request);
    const { status, headers, body } = reply;
    return { status, headers, body: Buffer.from(body ?? "") };
  };

  /** Makes a page, or joins those who wait for the same one already. */
  const make = (page: RenderedPage, answer: PageReply | undefined, client: string): Flight => {
    const { kind, target, locale } = page;
    const version = answer === undefined ? undefined : versionOf(answer);
    const key = `${target}\n${version ?? ""}`;
    const known = flights.get(key);
    if (known !== undefined) return known;
    const abort = new AbortController();
    const of =
      page.kind === "player" && answer !== undefined
        ? { target: profileUrl(page.id), reply: answer }
        : undefined;
    const made = async () => {
      const rendered = await renderer.render({ target, locale, client, answer: of }, abort.signal);
      const status = kind === "impossible" ? 400 : answer?.status;
      const done = finishPage(kind, rendered, status, answer?.headers["retry-after"]);
      if (done.isCacheable) {
        const labels = { route: "page", status: done.status, cache: "hit" } as const;
        placeOf(page).set(target, { page: done, version, counter: metrics.hitCounter(labels) });
      }
      return done;
    };
    const flight = { page: made().finally(() => flights.delete(key)), waiting: 0, abort };
    flights.set(key, flight);
    return flight;
  };

  const refuse = (request: IncomingMessage, response: ServerResponse, started: number) => {
    noteAnswer(request, 503, "none", started);
    writeRefusal(request, response);
  };

  const writeKept = (
    request: IncomingMessage,
    response: ServerResponse,
    { page, counter }: Kept,
    started?: number,
  ) => {
    const written = writePage(request, response, page);
    const unchanged = response.statusCode === 304;
    // A log of every request needs every request to be noted by itself.
    if (accessLog !== undefined && started !== undefined) {
      noteAnswer(request, unchanged ? 304 : page.status, "hit", started);
    } else if (unchanged) counter.unchanged += 1;
    else counter.whole += 1;
    return written;
  };

  /** Answers with a page that Next renders; resolves when it is written. */
  const serveRendered = async (
    page: RenderedPage,
    request: IncomingMessage,
    response: ServerResponse,
    client: string,
    started: number,
  ) => {
    let flight: Flight | undefined;
    let isOpen = true;
    const close = () => {
      if (!isOpen) return false;
      isOpen = false;
      unanswered.delete(refuseOnce);
      if (flight !== undefined && (flight.waiting -= 1) === 0) flight.abort.abort();
      return true;
    };
    const refuseOnce = () => {
      if (close()) refuse(request, response, started);
    };
    unanswered.add(refuseOnce);
    // Also of one that waits behind another request of its connection.
    request.once("close", close);
    try {
      const answer =
        page.kind === "player" ? await answerFor(profileUrl(page.id), client) : undefined;
      const kept = placeOf(page).get(page.target);
      if (kept !== undefined && kept.version === (answer && versionOf(answer))) {
        if (close()) await writeKept(request, response, kept, started);
        return;
      }
      if (!isOpen) return;
      flight = make(page, answer, client);
      flight.waiting += 1;
      const made = await flight.page;
      if (!close()) return;
      noteAnswer(request, made.status, "miss", started);
      await writePage(request, response, made);
    } catch {
      refuseOnce();
    }
  };

  const answerNow = (
    request: IncomingMessage,
    response: ServerResponse,
    client: string,
    started: number,
  ) => {
    if (ending) return refuse(request, response, started);
    const page = pageOf(request);
    if (page.kind === "redirect") {
      const { status, location, byVisitor } = page;
      noteAnswer(request, status, "none", started);
      const forCaches = byVisitor
        ? { "cache-control": "private, no-cache", vary: "Accept-Language, Cookie" }
        : { "cache-control": "public, max-age=3600" };
      response.writeHead(status, { location, ...forCaches, "content-length": 0 }).end();
      return;
    }
    if (page.kind !== "file") return void serveRendered(page, request, response, client, started);
    const served = files.serve(page.path, request, response);
    if (served === false) {
      const missing = missingIn(routing.defaultLocale);
      return void serveRendered(missing, request, response, client, started);
    }
    void Promise.resolve(served).then(
      () => noteAnswer(request, response.statusCode, "none", started),
      () => response.destroy(),
    );
  };

  /** Requests that have just arrived. */
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

  return {
    ready,
    isReady: renderer.isReady,
    underWay: () => unanswered.size,

    serveKept(request, response) {
      if (accessLog !== undefined) return false;
      const page = addresses.get(request.url ?? "");
      if (page === undefined || page.kind === "redirect" || page.kind === "file") return false;
      const kept = placeOf(page).get(page.target);
      if (kept === undefined) return false;
      if (page.kind === "player") {
        const profile = changes.isRecent() ? finished.find(profileUrl(page.id)) : undefined;
        if (profile === undefined || versionOfFinished(profile) !== kept.version) return false;
        profile.onHit?.();
      }
      void writeKept(request, response, kept);
      return true;
    },

    serve(request, response, client) {
      const started = performance.now();
      arrive(request, () => answerNow(request, response, client, started));
    },

    refuse(request, response) {
      const started = performance.now();
      arrive(request, () => refuse(request, response, started));
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

/** What tells one answer of the API from another: its tag or, of an error, the body. */
function versionOf({ headers, body }: PageReply): string {
  return headers["etag"] ?? Buffer.from(body).toString("latin1");
}

function versionOfFinished({ tag, body }: FinishedAnswer): string {
  return tag ?? body;
}
