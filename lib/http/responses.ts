import { LRUCache } from "lru-cache";
import { systemClock, type Clock } from "../time/clock.ts";
import { cacheControlOf, isCounted, secondsUntil, type Caching } from "../freshness.ts";
import type { CachedResponse } from "./cached-response.ts";

/**
 * For this long before its freshness ends, a response is made again every `REMAKE_MS`, so that the early
 * refresh of popular players can start there.
 */
const HAND_OVER_MS = 2_000;
const REMAKE_MS = 250;
/** How many invalidations are remembered. */
const MOST_INVALIDATIONS = 4_096;
/** Which part of the memory is for other URLs of responses. */
const OTHER_URLS = 1 / 16;
/** Memory of one of them besides its text. */
const OVERHEAD_OF_URL = 200;

type Entry = CachedResponse & {
  /** A clock that shows less than this was set back, and says nothing about the age. */
  storedAt: number;
  /** Until when it is sent without being made again. */
  givenUntil: number;
};

export type Responses = ReturnType<typeof createResponses>;

export interface ResponsesOptions {
  maxBytes: number;
  /** How long caches may serve data about players while this service fails. */
  staleSeconds: number;
  clock?: Clock;
}

/**
 * The responses that this process can send again, of the API, pages and files, by request target: an LRU
 * cache bounded in bytes. Files of the build never change and are not counted: about 2 MB. `max-age`
 * is counted down, so that no client caches a response for too long.
 */
export function createResponses({ maxBytes, staleSeconds, clock = systemClock }: ResponsesOptions) {
  const invalidations = rememberInvalidations();
  const index = indexByTag();
  const constant = new Map<string, CachedResponse>();
  const entries = new LRUCache<string, Entry>({
    maxSize: Math.ceil(maxBytes * (1 - OTHER_URLS)),
    sizeCalculation: ({ size }, key) => size + key.length,
    dispose: ({ caching }, key) => {
      for (const tag of caching.tags) index.remove(tag, key);
    },
  });
  /** The keys of responses that have more than one URL, by those URLs. */
  const otherUrls = new LRUCache<string, string>({
    maxSize: Math.ceil(maxBytes * OTHER_URLS),
    sizeCalculation: (key, url) => url.length + key.length + OVERHEAD_OF_URL,
  });

  const store = (key: string, response: CachedResponse) => {
    const time = clock.now();
    const { caching, size } = response;
    if (!caching.isReusable) return;
    if (caching.freshUntil === Infinity) return void constant.set(key, response);
    if (size > maxBytes / 64) return;
    const entry = Object.assign(response, {
      storedAt: time,
      givenUntil: givenUntil(caching, time),
    });
    // A response that is out of date is kept only if it can be renewed.
    if (caching.freshUntil <= time && response.version === undefined) return;
    entries.set(key, entry);
    for (const tag of caching.tags) index.add(tag, key);
  };

  const countDown = (entry: Entry, seconds: number) => {
    entry.caching.seconds = seconds;
    entry.cacheControl = cacheControlOf(entry.caching, staleSeconds);
  };

  return {
    staleSeconds,

    /** The number of invalidations so far; see `add`. */
    get version() {
      return invalidations.count();
    },

    /** The response of exactly this key or URL, if it may be sent as it is. */
    find(key: string): CachedResponse | undefined {
      const entry = entries.get(key) ?? entries.get(otherUrls.get(key) ?? "");
      if (entry === undefined) return constant.get(key);
      const time = clock.now();
      if (entry.givenUntil <= time || time < entry.storedAt) {
        if (entry.version === undefined) entries.delete(key);
        return undefined;
      }
      if (isCounted(entry.caching)) {
        const seconds = secondsUntil(entry.caching.freshUntil, time);
        if (entry.caching.seconds !== seconds) countDown(entry, seconds);
      }
      return entry;
    },

    /**
     * Keeps a response if it may be kept, unless one of its cache tags was invalidated since version `since`: it
     * may have been made from older data.
     */
    add(key: string, response: CachedResponse, since: number): void {
      if (!invalidations.mayConcern(response.caching.tags, since)) store(key, response);
    },

    /** From now on, the response of a key is found by this URL, too. However many there are, they displace no response. */
    addUrl(url: string, key: string): void {
      otherUrls.set(url, key);
    },

    /** The response of a key whose content has still this version: fresh for longer. */
    renew(key: string, content: string, caching: Caching): CachedResponse | undefined {
      const entry = entries.peek(key);
      if (entry?.version !== content) return undefined;
      const renewed = { ...entry, caching };
      store(key, renewed);
      return renewed;
    },

    size: () => ({
      entries: entries.size,
      bytes: entries.calculatedSize + otherUrls.calculatedSize,
    }),

    /** Drops responses with this cache tag. */
    forget(tag: string) {
      invalidations.add(tag);
      for (const key of index.keysOf(tag)) entries.delete(key);
    },

    forgetAll() {
      invalidations.addAll();
      entries.clear();
    },
  };
}

/** Remembers the last invalidations by cache tag. */
function rememberInvalidations() {
  let count = 0;
  /** Up to this one, some may be missing. */
  let unknownUntil = 0;
  const last = new LRUCache<string, number>({
    max: MOST_INVALIDATIONS,
    dispose: (at, _, reason) => {
      if (reason === "evict") unknownUntil = Math.max(unknownUntil, at);
    },
  });
  return {
    count: () => count,
    add(tag: string): void {
      count += 1;
      last.set(tag, count);
    },
    /** Invalidates every tag. */
    addAll(): void {
      count += 1;
      unknownUntil = count;
    },
    /** True if one of these tags was invalidated after so many invalidations, or may have been. */
    mayConcern(tags: readonly string[], since: number): boolean {
      return since < unknownUntil || tags.some((tag) => (last.peek(tag) ?? 0) > since);
    },
  };
}

/** Finds the keys of the responses with a cache tag. Most tags have one response, which then needs no set. */
function indexByTag() {
  const byTag = new Map<string, string | Set<string>>();
  return {
    add(tag: string, key: string): void {
      const keys = byTag.get(tag);
      if (keys instanceof Set) keys.add(key);
      else byTag.set(tag, keys === undefined || keys === key ? key : new Set([keys, key]));
    },
    remove(tag: string, key: string): void {
      const keys = byTag.get(tag);
      if (keys instanceof Set) keys.delete(key);
      if (keys === key || (keys instanceof Set && keys.size === 0)) byTag.delete(tag);
    },
    keysOf(tag: string): Iterable<string> {
      const keys = byTag.get(tag) ?? [];
      return typeof keys === "string" ? [keys] : keys;
    },
  };
}

function givenUntil({ freshUntil, tags }: Caching, now: number): number {
  // Made from no cache entry: there is nothing to refresh early.
  if (tags.length === 0) return freshUntil;
  const handOver = freshUntil - HAND_OVER_MS;
  return handOver > now ? handOver : Math.min(freshUntil, now + REMAKE_MS);
}
