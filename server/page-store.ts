import { LRUCache } from "lru-cache";
import type { ProfileBody } from "../lib/contract/profile.ts";
import { historyUrl, profileUrl } from "../lib/contract/urls.ts";
import type { PageReply } from "../lib/http/page-host.ts";
import type { HitCounter, Metrics } from "../lib/metrics/metrics.ts";
import { newNonce } from "../lib/site/content-policy.ts";
import { pathInLanguages, type Page } from "../lib/site/page-at.ts";
import { previewHeadOf } from "../lib/site/people.ts";
import { finishPage, type FinishedPage } from "./finished-page.ts";
import type { Renderer } from "./renderer.ts";

/** A page that Next renders. */
export type RenderedPage = Exclude<Page, { kind: "redirect" | "file" }>;

/** A page in memory. */
export interface CachedPage extends FinishedPage {
  /** The version of its content; undefined for a page that is always the same. */
  version: string | undefined;
  hits: HitCounter;
}

/** Gets a response of the API; `client` is the visitor's IP address, for the rate limits. */
export type FetchFromApi = (target: string, client: string) => Promise<PageReply>;

export interface PageStoreOptions {
  renderer: Pick<Renderer, "render">;
  metrics: Pick<Metrics, "hitCounter">;
  fetchFromApi: FetchFromApi;
  /** Memory for pages and images of players. */
  maxBytes: number;
}

interface Flight {
  waiting: number;
  abandoned: AbortController;
  page: Promise<FinishedPage>;
}

const LIVE_PAGES = 32;
const LIVE_MS = 2_000;

export function createPageStore({ renderer, metrics, fetchFromApi, maxBytes }: PageStoreOptions) {
  /** Pages that never change while the process runs: a finite number. */
  const constant = new Map<string, CachedPage>();
  const ofPlayers = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => size,
  });
  /** Pages with frequently changing numbers, rendered at most once in this time. */
  const live = new LRUCache<string, CachedPage>({ max: LIVE_PAGES, ttl: LIVE_MS });
  /** Pages being rendered, each for all visitors who wait for it. */
  const flights = new Map<string, Flight>();

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
    const replies = new Map<string, PageReply>();
    if (kind === "player" && reply !== undefined) replies.set(profileUrl(page.id), reply);
    for (const request of requestsOf(page, reply)) {
      replies.set(request, await fetchFromApi(request, client));
    }
    const isImage = kind === "player" && page.isImage;
    const nonce = newNonce();
    const job = { target, locale, path: pathInLanguages(page), nonce, isImage, replies };
    const rendered = { ...(await renderer.render(job, signal)), nonce };
    const status = kind === "impossible" ? 400 : reply?.status;
    const finished = await finishPage(kind, rendered, status, reply?.headers["retry-after"]);
    if (finished.tag !== undefined) {
      const hits = metrics.hitCounter({ route: "page", status: finished.status, cache: "hit" });
      const version = reply === undefined ? undefined : versionOf(reply);
      placeOf(page).set(target, { ...finished, version, hits });
    }
    return finished;
  };

  const start = (key: string, page: RenderedPage, reply: PageReply | undefined, client: string) => {
    const abandoned = new AbortController();
    const rendered = render(page, reply, client, abandoned.signal).finally(() => {
      // An abandoned render may have been replaced by another one.
      if (flights.get(key) === flight) flights.delete(key);
    });
    const flight = { waiting: 0, abandoned, page: rendered };
    flights.set(key, flight);
    return flight;
  };

  return {
    /** The cached page, whatever its version. */
    find: (page: RenderedPage) => placeOf(page).get(page.target),

    /**
     * Renders a page, or joins a render of the same page, and caches it unless it is a failure.
     * @param reply The API's response with the player's profile, for a player's page.
     * @param client The visitor's IP address, for the rate limits.
     * @param left Aborted when the visitor no longer waits: after the last one, the render is cancelled.
     */
    make(
      page: RenderedPage,
      reply: PageReply | undefined,
      client: string,
      left: AbortSignal,
    ): Promise<FinishedPage> {
      const key = `${page.target}\n${reply === undefined ? "" : versionOf(reply)}`;
      const known = flights.get(key);
      const isWanted = known !== undefined && !known.abandoned.signal.aborted;
      const flight = isWanted ? known : start(key, page, reply, client);
      flight.waiting += 1;
      left.addEventListener("abort", () => {
        flight.waiting -= 1;
        if (flight.waiting === 0) flight.abandoned.abort();
      });
      return flight.page;
    },
  };
}

/** Identifies the content of a response: its ETag or, for an error, the body. */
export function versionOf({ headers, body }: PageReply): string {
  return headers["etag"] ?? Buffer.from(body).toString("latin1");
}

/** What a page requests from the API, besides a player's profile. */
function requestsOf(page: RenderedPage, profile: PageReply | undefined): string[] {
  if (page.kind === "live") return ["/api/status"];
  if (page.kind !== "player") return [];
  if (profile?.status === 404 && !page.isImage) return ["/api?recent=1"];
  if (profile?.status !== 200) return [];
  if (!page.isImage) return [historyUrl(page.id)];
  const head = previewHeadOf(JSON.parse(Buffer.from(profile.body).toString()) as ProfileBody);
  return head === null ? [] : [head];
}
