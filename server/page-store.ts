import { LRUCache } from "lru-cache";
import { historyUrl, profileUrl } from "../lib/contract/urls.ts";
import type { PageReply } from "../lib/http/page-host.ts";
import type { HitCounter, Metrics } from "../lib/metrics/metrics.ts";
import { pathInLanguages, type Page } from "../lib/site/page-at.ts";
import { finishPage, type FinishedPage } from "./finished-page.ts";
import type { ApiReply } from "./render-messages.ts";
import type { Renderer } from "./renderer.ts";

/** A page that Next renders. */
export type RenderedPage = Exclude<Page, { kind: "redirect" | "file" }>;

/** A page in memory. */
export interface CachedPage extends FinishedPage {
  /** The version of its content; undefined for a page that is always the same. */
  version: string | undefined;
  hits: HitCounter;
}

/** A page that is being rendered, for all visitors who wait for it. */
export interface Flight {
  page: Promise<FinishedPage>;
  /** To be called by each visitor who does not wait any more: after the last one, the render is cancelled. */
  leave(): void;
}

export interface PageStore {
  /** The cached page, whatever its version. */
  find(page: RenderedPage): CachedPage | undefined;
  /**
   * Renders a page, or joins a render of the same page, and caches it unless it is a failure.
   * @param reply The API's response with the player's profile, for a player's page.
   * @param client The visitor's IP address, for the rate limits.
   */
  make(page: RenderedPage, reply: PageReply | undefined, client: string): Flight;
}

export interface PageStoreOptions {
  renderer: Pick<Renderer, "render">;
  metrics: Pick<Metrics, "hitCounter">;
  /** @param client The visitor's IP address, for the rate limits. */
  fetchFromApi(target: string, client: string): Promise<PageReply>;
  /** Memory for pages and images of players. */
  maxBytes: number;
}

const LIVE_PAGES = 32;
const LIVE_MS = 2_000;

export function createPageStore({
  renderer,
  metrics,
  fetchFromApi,
  maxBytes,
}: PageStoreOptions): PageStore {
  /** Pages that never change while the process runs: a finite number. */
  const constant = new Map<string, CachedPage>();
  const ofPlayers = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => size,
  });
  /** Pages with frequently changing numbers, rendered at most once in this time. */
  const live = new LRUCache<string, CachedPage>({ max: LIVE_PAGES, ttl: LIVE_MS });
  const flights = new Map<string, Flight & { waiting: number }>();

  const placeOf = ({ kind }: RenderedPage) => {
    if (kind === "live") return live;
    return kind === "static" || kind === "missing" ? constant : ofPlayers;
  };

  const render = async (
    page: RenderedPage,
    reply: PageReply | undefined,
    client: string,
    signal: AbortSignal,
  ): Promise<FinishedPage> => {
    const { kind, target, locale } = page;
    const replies: ApiReply[] = [];
    const isImage = kind === "player" && page.isImage;
    if (kind === "player" && reply !== undefined) {
      replies.push({ target: profileUrl(page.id), reply });
      if (!isImage && reply.status === 200) {
        const history = historyUrl(page.id);
        replies.push({ target: history, reply: await fetchFromApi(history, client) });
      }
    }
    const path = pathInLanguages(page);
    const job = { target, locale, path, client, isImage, replies };
    const rendered = await renderer.render(job, signal);
    const status = kind === "impossible" ? 400 : reply?.status;
    const finished = await finishPage(kind, rendered, status, reply?.headers["retry-after"]);
    if (finished.isCacheable) {
      const hits = metrics.hitCounter({ route: "page", status: finished.status, cache: "hit" });
      const version = reply === undefined ? undefined : versionOf(reply);
      placeOf(page).set(target, { ...finished, version, hits });
    }
    return finished;
  };

  const start = (key: string, ...[page, reply, client]: Parameters<PageStore["make"]>) => {
    const abandoned = new AbortController();
    const flight = {
      waiting: 0,
      page: render(page, reply, client, abandoned.signal).finally(() => flights.delete(key)),
      leave() {
        flight.waiting -= 1;
        if (flight.waiting === 0) abandoned.abort();
      },
    };
    flights.set(key, flight);
    return flight;
  };

  return {
    find: (page) => placeOf(page).get(page.target),

    make(page, reply, client) {
      const key = `${page.target}\n${reply === undefined ? "" : versionOf(reply)}`;
      const flight = flights.get(key) ?? start(key, page, reply, client);
      flight.waiting += 1;
      return flight;
    },
  };
}

/** Identifies the content of a response: its ETag or, for an error, the body. */
export function versionOf({ headers, body }: PageReply): string {
  return headers["etag"] ?? Buffer.from(body).toString("latin1");
}
