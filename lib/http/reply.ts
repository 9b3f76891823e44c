import { randomUUID } from "node:crypto";
import { ApiError } from "../contract/errors.ts";
import { reasonOf } from "../players/profile.ts";
import { BusyError } from "../limits/queue.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import type { FinishedResponse } from "./finished.ts";

/** A response independent of the server: the front writes it, or Next gets it as a Response. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  /** Set when the same reply may be sent again without its handler. */
  cacheable?: Cacheable;
  /** The finished response it was kept as, which is faster to write. */
  finished?: FinishedResponse;
}

/** How long a reply may be served from memory. */
export interface Cacheable {
  /** Unix milliseconds. */
  freshUntil: number;
  /** The cache entries it was made from: a change of one of them invalidates it. */
  tags: readonly string[];
  /** Called each time it is sent again; `unchanged` is true for a 304. */
  onHit?(unchanged?: boolean): void;
}

const EXPOSED = [
  "Age",
  "ETag",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "X-Cache",
  "X-Request-Id",
  "X-Texture-Source",
].join(", ");

/** How long a browser may cache a preflight, in seconds. */
const PREFLIGHT_SECONDS = 86_400;

/** `Retry-After` of an upstream's failure that names no time itself, in seconds. */
const RETRY_SECONDS = 5;

export const NO_STORE = "no-store";
export const UNCACHED = { "cache-control": NO_STORE, "x-cache": "MISS" } as const;

/** Headers of every response, errors and redirects included, before a response's own. */
export function commonHeaders(own: Record<string, string> = {}): Record<string, string> {
  // Node 20 adds a property to a spread object in a microsecond each, and spreads into a literal in a tenth.
  return {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": EXPOSED,
    "cross-origin-resource-policy": "cross-origin",
    "content-security-policy": "default-src 'none'; sandbox",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-request-id": randomUUID(),
    ...own,
  };
}

export function jsonReply(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Reply {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(body),
  };
}

/** The public error for a thrown failure; undefined when it is our own fault. */
export function apiErrorOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof BusyError) {
    const sentence = "Too many images are being rendered. Retry in a moment.";
    return new ApiError("OVERLOADED", sentence, { retryAfterSeconds: 1, cause: error });
  }
  if (error instanceof UpstreamFailure) {
    const sentence = `The player could not be looked up: ${reasonOf(error)}. Retry later.`;
    const { retryAfterSeconds = RETRY_SECONDS } = error;
    return new ApiError("BAD_GATEWAY", sentence, { retryAfterSeconds, cause: error });
  }
  return undefined;
}

/** A public error. Without a freshness of its own it is cacheable only if it depends on the URL alone. */
export function errorReply(error: ApiError, now = Date.now()): Reply {
  const { status, body, details } = error;
  const { cached = false, retryAfterSeconds, freshUntil, tags = [], headers } = details;
  const reply = jsonReply(status, body, {
    "cache-control": cacheControlOfError(error, now),
    "x-cache": cached ? "HIT" : "MISS",
    ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
    ...headers,
  });
  // A "not found" from the cache can be sent again without its handler.
  return cached && freshUntil !== undefined ? { ...reply, cacheable: { freshUntil, tags } } : reply;
}

/**
 * For `only-if-cached`, when nothing fresh is cached. Not the 504 of RFC 9111: browsers report that as
 * a failure, and a reverse proxy may mark the service as down.
 */
export function notCached(): Reply {
  return { status: 204, headers: { "cache-control": NO_STORE }, body: null };
}

/** The response to OPTIONS: what browsers on other sites may do here. */
export function preflightReply(methods: string): Reply {
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": methods,
      "access-control-allow-headers": "*",
      "access-control-max-age": String(PREFLIGHT_SECONDS),
      allow: methods,
      ...UNCACHED,
    },
    body: null,
  };
}

function cacheControlOfError({ code, details: { freshUntil } }: ApiError, now: number): string {
  if (freshUntil !== undefined) {
    return `public, max-age=${Math.max(0, Math.floor((freshUntil - now) / 1_000))}`;
  }
  const dependsOnUrl = code === "INVALID_PARAMETER" || code === "MISSING_PARAMETER";
  return dependsOnUrl ? "public, max-age=3600" : NO_STORE;
}
