import { randomUUID } from "node:crypto";
import type { ApiError } from "../contract/errors.ts";
import type { FinishedAnswer } from "./finished.ts";

/** An answer before it meets a server: written by the front, or made a Response for Next. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  /** Set when the same answer may be given again without asking a handler. */
  keep?: Keep;
  /** The same as a finished answer, when it was kept as one: it is written faster. */
  finished?: FinishedAnswer;
}

/** Until when, and while what, a finished answer stays true. */
export interface Keep {
  /** Unix milliseconds. */
  freshUntil: number;
  /** When one of these changes, the answer is outdated. */
  subjects: readonly string[];
  /** Called each time it is given again, with true when as a 304. */
  onHit?(unchanged?: boolean): void;
}

export type CacheState = "HIT" | "MISS" | "STALE";

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

/** How long a browser may remember a preflight, in seconds. */
const PREFLIGHT_SECONDS = 86_400;

export const NO_STORE = "no-store";

/** Headers of every answer, errors and redirects included. */
export function commonHeaders(): Record<string, string> {
  return {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": EXPOSED,
    "cross-origin-resource-policy": "cross-origin",
    "content-security-policy": "default-src 'none'; sandbox",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-request-id": randomUUID(),
  };
}

export function jsonReply(status: number, body: unknown, headers: Record<string, string>): Reply {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(body),
  };
}

/** An error of the contract. It may be cached only while it depends on the address alone. */
export function errorReply(error: ApiError, now = Date.now()): Reply {
  const reply = jsonReply(error.status, error.body, {
    "cache-control": cacheControlOfError(error, now),
    "x-cache": error.cached ? "HIT" : "MISS",
    ...retryAfter(error),
    ...error.headers,
  });
  return { ...reply, ...keepOf(error) };
}

/** An absence that was known already may be told again as it is. */
export function keepOf({ cached, freshUntil, subjects }: ApiError): { keep?: Keep } {
  return cached && freshUntil !== undefined ? { keep: { freshUntil, subjects } } : {};
}

export function retryAfter({ retryAfterSeconds }: ApiError): Record<string, string> {
  return retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
}

/** The answer to OPTIONS: what a browser on another site may do here. */
export function preflightReply(): Reply {
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": "GET, HEAD, OPTIONS",
      "access-control-allow-headers": "*",
      "access-control-max-age": String(PREFLIGHT_SECONDS),
      allow: "GET, HEAD, OPTIONS",
      "cache-control": NO_STORE,
      "x-cache": "MISS",
    },
    body: null,
  };
}

function cacheControlOfError(error: ApiError, now: number): string {
  if (error.freshUntil !== undefined) return publicFor(error.freshUntil, now);
  const ofAddress = error.code === "INVALID_PARAMETER" || error.code === "MISSING_PARAMETER";
  return ofAddress ? "public, max-age=3600" : NO_STORE;
}

/** May be kept until a moment, and not a second longer. */
function publicFor(freshUntil: number, now: number): string {
  return `public, max-age=${Math.max(0, Math.floor((freshUntil - now) / 1_000))}`;
}
