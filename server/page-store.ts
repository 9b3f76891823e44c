import { LRUCache } from "lru-cache";
import { profileUrl } from "../lib/contract/urls.ts";
import type { PageReply } from "../lib/http/page-host.ts";
import type { HitCounter, Metrics } from "../lib/metrics/metrics.ts";
import { pathInLanguages, type Page } from "../lib/site/page-at.ts";
import { finishPage, type FinishedPage } from "./finished-page.ts";
import type { Renderer } from "./renderer.ts";

/** A page that Next renders. */
export type RenderedPage = Exclude<Page, { kind: "redirect" | "file" }>;

/** A page in memory. */
export interface KeptPage extends FinishedPage {
  /** What it was made from; undefined for a page that is always the same. */
  version: string | undefined;
  hits: HitCounter;
}

/** A page that is being made. */
export interface Flight {
  page: Promise<FinishedPage>;
  /** Those who wait for it. When the last one leaves, it is abandoned. */
  join(): void;
  leave(): void;
}

export interface PageStore {
  /** The page in memory, of whatever version. */
  find(page: RenderedPage): KeptPage | undefined;
  /**
   * Makes a page, or joins those who wait for the same one already, and keeps it unless it is a failure.
   * @param answer The answer of the API that a player's page is made from.
   * @param client The network address of the visitor, for the limits.
   */
  make(page: RenderedPage, answer: PageReply | undefined, client: string): Flight;
}

export interface PageStoreOptions {
  renderer: Pick<Renderer, "render">;
  metrics: Pick<Metrics, "hitCounter">;
  /** Memory for pages and pictures of players. */
  maxBytes: number;
}

const LIVE_PAGES = 32;
const LIVE_MS = 2_000;

export function createPageStore({ renderer, metrics, maxBytes }: PageStoreOptions): PageStore {
  /** Pages that are the same as long as the process runs: a finite number. */
  const constant = new Map<string, KeptPage>();
  const ofPlayers = new LRUCache<string, KeptPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => size,
  });
  /** Pages with figures that change all the time: at most one is rendered in this time. */
  const live = new LRUCache<string, KeptPage>({ max: LIVE_PAGES, ttl: LIVE_MS });
  const flights = new Map<string, Flight>();

  const placeOf = ({ kind }: RenderedPage) => {
    if (kind === "live") return live;
    return kind === "static" || kind === "missing" ? constant : ofPlayers;
  };

  const render = async (
    page: RenderedPage,
    answer: PageReply | undefined,
    client: string,
    signal: AbortSignal,
  ): Promise<FinishedPage> => {
    const { kind, target, locale } = page;
    const given =
      kind === "player" && answer !== undefined
        ? { target: profileUrl(page.id), reply: answer }
        : undefined;
    const path = pathInLanguages(page);
    const rendered = await renderer.render({ target, locale, path, client, answer: given }, signal);
    const status = kind === "impossible" ? 400 : answer?.status;
    const finished = finishPage(kind, rendered, status, answer?.headers["retry-after"]);
    if (finished.isCacheable) {
      const hits = metrics.hitCounter({ route: "page", status: finished.status, cache: "hit" });
      const version = answer === undefined ? undefined : versionOf(answer);
      placeOf(page).set(target, { ...finished, version, hits });
    }
    return finished;
  };

  return {
    find: (page) => placeOf(page).get(page.target),

    make(page, answer, client) {
      const key = `${page.target}\n${answer === undefined ? "" : versionOf(answer)}`;
      const known = flights.get(key);
      if (known !== undefined) return known;
      const abandoned = new AbortController();
      let waiting = 0;
      const flight: Flight = {
        page: render(page, answer, client, abandoned.signal).finally(() => flights.delete(key)),
        join: () => void (waiting += 1),
        leave() {
          waiting -= 1;
          if (waiting === 0) abandoned.abort();
        },
      };
      flights.set(key, flight);
      return flight;
    },
  };
}

/** What tells one answer of the API from another: its tag or, of an error, the body. */
export function versionOf({ headers, body }: PageReply): string {
  return headers["etag"] ?? Buffer.from(body).toString("latin1");
}
