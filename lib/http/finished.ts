import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { matchesTag } from "./caching.ts";
import type { Keep, Reply } from "./reply.ts";
import type { ApiRequest } from "./request.ts";

/** An answer as it goes out: nothing is left to do but to write it. */
export interface FinishedAnswer {
  status: number;
  /**
   * Names and values in turn, as `writeHead` takes them; of a 304, without those of the body. The
   * last value is the request's id, to be filled in.
   */
  head: string[];
  notModifiedHead: string[];
  /** One character for each byte: written with the head in one piece. */
  body: string;
  tag: string | undefined;
  /** To be told of each time it is given. */
  onHit: ((unchanged?: boolean) => void) | undefined;
}

export interface FinishedAnswers {
  /** The answer to a target exactly as it was sent, if there is a fresh one. */
  find(target: string): FinishedAnswer | undefined;
  /** Counts what was forgotten; see `keep`. */
  readonly version: number;
  /**
   * Keeps a reply that says how long it may be kept, unless something was forgotten since
   * `version`: the reply may have been made from what was before. Gives what it keeps.
   */
  keep(target: string, reply: Reply, version: number): FinishedAnswer | undefined;
  size(): { entries: number; bytes: number };
  /** Drops what was made from a subject. */
  forget(subject: string): void;
  forgetAll(): void;
}

/** A finished answer as a reply to a request: the whole of it, its head, or that nothing has changed. */
export function replyOf(answer: FinishedAnswer, request: ApiRequest): Reply {
  const { status, tag } = answer;
  const unchanged = status === 200 && tag !== undefined && matchesTag(request.ifNoneMatch, tag);
  answer.onHit?.(unchanged);
  const pairs = unchanged ? answer.notModifiedHead : answer.head;
  const headers: Record<string, string> = {};
  for (let at = 0; at < pairs.length; at += 2) headers[pairs[at] ?? ""] = pairs[at + 1] ?? "";
  const withBody = !unchanged && request.method !== "HEAD";
  return {
    status: unchanged ? 304 : answer.status,
    headers: { ...headers, "x-request-id": randomUUID() },
    body: withBody ? Buffer.from(answer.body, "latin1") : null,
  };
}

export interface FinishedOptions {
  maxBytes: number;
  now?: () => number;
}

interface Entry extends FinishedAnswer {
  freshUntil: number;
  /** When it was kept: on a clock before that, which was set back, nothing is known of its age. */
  keptAt: number;
  /** Until when it is given without asking a handler. */
  givenUntil: number;
  /** Whole seconds of freshness that the head speaks of; undefined when it speaks of none. */
  secondsLeft: number | undefined;
  /** `Cache-Control` after the number of seconds. */
  cacheControlTail: string;
  subjects: readonly string[];
  bytes: number;
}

const MAX_AGE = "public, max-age=";
/**
 * So long before its freshness ends, an answer goes through its handler again and again: that is
 * where players who are asked for often are loaded anew before their time is over.
 */
const HAND_OVER_MS = 2_000;
const AGAIN_MS = 250;
/** What an entry costs besides its texts. */
const OVERHEAD = 512;
/** Where `head` and `notModifiedHead` hold their Cache-Control: always first. */
const CACHE_CONTROL = 1;

/**
 * Finished answers by request target, bounded in bytes, least recently used out first. The seconds
 * of freshness in a head are counted down, so that a cache never keeps an answer for too long.
 */
export function createFinishedAnswers({
  maxBytes,
  now = Date.now,
}: FinishedOptions): FinishedAnswers {
  let version = 0;
  const targetsOf = new Map<string, Set<string>>();
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: ({ subjects }, target) => {
      for (const subject of subjects) {
        const targets = targetsOf.get(subject);
        targets?.delete(target);
        if (targets?.size === 0) targetsOf.delete(subject);
      }
    },
  });

  return {
    get version() {
      return version;
    },

    find(target) {
      const entry = entries.get(target);
      if (entry === undefined) return undefined;
      const time = now();
      if (entry.givenUntil <= time || time < entry.keptAt) {
        entries.delete(target);
        return undefined;
      }
      const left = Math.floor((entry.freshUntil - time) / 1_000);
      if (entry.secondsLeft !== undefined && entry.secondsLeft !== left) countDown(entry, left);
      return entry;
    },

    keep(target, reply, since) {
      if (since !== version) return undefined;
      const time = now();
      const entry = toEntry(target, reply, time);
      if (entry === undefined || entry.freshUntil <= time || entry.bytes > maxBytes / 64) {
        return undefined;
      }
      entries.set(target, entry);
      for (const subject of entry.subjects) {
        const targets = targetsOf.get(subject);
        if (targets === undefined) targetsOf.set(subject, new Set([target]));
        else targets.add(target);
      }
      return entry;
    },

    size: () => ({ entries: entries.size, bytes: entries.calculatedSize }),

    forget(subject) {
      version += 1;
      for (const target of targetsOf.get(subject) ?? []) entries.delete(target);
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
  { status, headers, body, keep }: Reply,
  now: number,
): Entry | undefined {
  if (keep === undefined || body === null) return undefined;
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
    onHit: keep.onHit,
    freshUntil: keep.freshUntil,
    keptAt: now,
    givenUntil: givenUntil(keep, now),
    secondsLeft: aged ? -1 : undefined,
    cacheControlTail: aged ? cacheControl.slice(MAX_AGE.length).replace(/^\d+/, "") : "",
    subjects: keep.subjects,
    bytes: bytes + text.length,
  };
}

function latin1Of(body: string | Uint8Array): string {
  if (typeof body === "string") return Buffer.from(body).toString("latin1");
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1");
}

function givenUntil({ freshUntil, subjects }: Keep, now: number): number {
  // What was not made of anything needs no loading.
  if (subjects.length === 0) return freshUntil;
  const handOver = freshUntil - HAND_OVER_MS;
  return handOver > now ? handOver : Math.min(freshUntil, now + AGAIN_MS);
}
