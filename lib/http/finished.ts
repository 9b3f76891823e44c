import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { matchesTag } from "./caching.ts";
import type { Cacheable, Reply } from "./reply.ts";
import type { ApiRequest } from "./request.ts";

/** A response that only has to be written. */
export interface FinishedResponse {
  status: number;
  /**
   * Header names and values in turn, as `writeHead` takes them; for a 304, without those of the
   * body. The last value is the request's id, to be filled in.
   */
  head: string[];
  notModifiedHead: string[];
  /** One character for each byte: written with the head in one piece. */
  body: string;
  tag: string | undefined;
  /** Called each time it is sent. */
  onHit: ((unchanged?: boolean) => void) | undefined;
}

/** A finished response as a reply to a request: whole, without the body for HEAD, or as a 304. */
export function replyOf(finished: FinishedResponse, request: ApiRequest): Reply {
  const { status, tag } = finished;
  const unchanged = status === 200 && tag !== undefined && matchesTag(request.ifNoneMatch, tag);
  finished.onHit?.(unchanged);
  const pairs = unchanged ? finished.notModifiedHead : finished.head;
  const headers: Record<string, string> = {};
  for (let at = 0; at < pairs.length; at += 2) headers[pairs[at] ?? ""] = pairs[at + 1] ?? "";
  const withBody = !unchanged && request.method !== "HEAD";
  return {
    status: unchanged ? 304 : finished.status,
    headers: { ...headers, "x-request-id": randomUUID() },
    body: withBody ? Buffer.from(finished.body, "latin1") : null,
  };
}

interface Entry extends FinishedResponse {
  freshUntil: number;
  /** A clock that shows less than this was set back, and says nothing about the age. */
  storedAt: number;
  /** Until when it is sent without its handler. */
  givenUntil: number;
  /** Whole seconds of `max-age` in the head; undefined when it has none. */
  secondsLeft: number | undefined;
  /** The rest of `Cache-Control` after the seconds. */
  cacheControlTail: string;
  tags: readonly string[];
  bytes: number;
}

const MAX_AGE = "public, max-age=";
/**
 * For this long before its freshness ends, a response goes through its handler every `AGAIN_MS`, so
 * that the early refresh of popular players can start there.
 */
const HAND_OVER_MS = 2_000;
const AGAIN_MS = 250;
/** Memory of an entry besides its texts, in bytes. */
const OVERHEAD = 512;
/** The index of the value of Cache-Control, which comes first in both heads. */
const CACHE_CONTROL = 1;

export type FinishedResponses = ReturnType<typeof createFinishedResponses>;

/**
 * Finished responses by request target: an LRU cache bounded in bytes. `max-age` is counted down, so
 * that no client caches a response for too long.
 */
export function createFinishedResponses({
  maxBytes,
  now = Date.now,
}: {
  maxBytes: number;
  now?: () => number;
}) {
  let version = 0;
  const targetsOf = new Map<string, Set<string>>();
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: ({ tags }, target) => {
      for (const tag of tags) {
        const targets = targetsOf.get(tag);
        targets?.delete(target);
        if (targets?.size === 0) targetsOf.delete(tag);
      }
    },
  });

  return {
    /** The number of invalidations so far; see `add`. */
    get version() {
      return version;
    },

    /** The fresh response to exactly this request target. */
    find(target: string): FinishedResponse | undefined {
      const entry = entries.get(target);
      if (entry === undefined) return undefined;
      const time = now();
      if (entry.givenUntil <= time || time < entry.storedAt) {
        entries.delete(target);
        return undefined;
      }
      const left = Math.floor((entry.freshUntil - time) / 1_000);
      if (entry.secondsLeft !== undefined && entry.secondsLeft !== left) countDown(entry, left);
      return entry;
    },

    /**
     * Keeps a cacheable reply, unless something was invalidated since version `since`: the reply may
     * have been made from older data. Returns what it holds.
     */
    add(target: string, reply: Reply, since: number): FinishedResponse | undefined {
      if (since !== version) return undefined;
      const time = now();
      const entry = toEntry(target, reply, time);
      if (entry === undefined || entry.freshUntil <= time || entry.bytes > maxBytes / 64) {
        return undefined;
      }
      entries.set(target, entry);
      for (const tag of entry.tags) {
        const targets = targetsOf.get(tag);
        if (targets === undefined) targetsOf.set(tag, new Set([target]));
        else targets.add(target);
      }
      return entry;
    },

    size: () => ({ entries: entries.size, bytes: entries.calculatedSize }),

    /** Drops responses that were made from this cache entry. */
    forget(tag: string) {
      version += 1;
      for (const target of targetsOf.get(tag) ?? []) entries.delete(target);
    },

    forgetAll() {
      version += 1;
      entries.clear();
    },
  };
}

function countDown(entry: Entry, left: number): void {
  entry.secondsLeft = left;
  const value = MAX_AGE + left + entry.cacheControlTail;
  entry.head[CACHE_CONTROL] = value;
  entry.notModifiedHead[CACHE_CONTROL] = value;
}

function toEntry(
  target: string,
  { status, headers, body, cacheable }: Reply,
  now: number,
): Entry | undefined {
  if (cacheable === undefined || body === null) return undefined;
  const cacheControl = headers["cache-control"] ?? "";
  const head = ["cache-control", cacheControl];
  const notModifiedHead = ["cache-control", cacheControl];
  let bytes = target.length + OVERHEAD;
  for (const name in headers) {
    if (name === "cache-control" || name === "x-request-id") continue;
    const value = headers[name] ?? "";
    head.push(name, value);
    const ofBody = name === "content-type" || name === "content-length";
    if (!ofBody) notModifiedHead.push(name, value);
    bytes += 2 * (name.length + value.length);
  }
  head.push("x-request-id", "");
  notModifiedHead.push("x-request-id", "");
  const text = latin1Of(body);
  const aged = cacheControl.startsWith(MAX_AGE) && !cacheControl.includes("immutable");
  return {
    status,
    head,
    notModifiedHead,
    body: text,
    tag: headers["etag"],
    onHit: cacheable.onHit,
    freshUntil: cacheable.freshUntil,
    storedAt: now,
    givenUntil: givenUntil(cacheable, now),
    secondsLeft: aged ? -1 : undefined,
    cacheControlTail: aged ? cacheControl.slice(MAX_AGE.length).replace(/^\d+/, "") : "",
    tags: cacheable.tags,
    bytes: bytes + text.length,
  };
}

function latin1Of(body: string | Uint8Array): string {
  if (typeof body === "string") return Buffer.from(body).toString("latin1");
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1");
}

function givenUntil({ freshUntil, tags }: Cacheable, now: number): number {
  // Made from no cache entry: there is nothing to refresh early.
  if (tags.length === 0) return freshUntil;
  const handOver = freshUntil - HAND_OVER_MS;
  return handOver > now ? handOver : Math.min(freshUntil, now + AGAIN_MS);
}
