import { hash, randomUUID } from "node:crypto";
import { ApiError } from "../contract/errors.ts";
import { cacheControlOf, cachingOfError, UNCACHED, UNSTORED, type Caching } from "../freshness.ts";
import type { Outcome } from "./preconditions.ts";
import { systemClock } from "../time/clock.ts";

/** A response independent of the server: the front writes it, or Next gets it as a Response. */
export interface Reply {
  status: number;
  /** Its own; those of caching and those of every response are added once it is complete. */
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  /** Set if the route's own caching does not hold. */
  caching?: Caching;
  /** Called each time it is sent again. */
  onHit?: ((outcome: Outcome) => void) | undefined;
}

const EXPOSED = [
  "Age",
  "ETag",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "X-Cache",
  "X-Partial",
  "X-Request-Id",
  "X-Texture-Source",
].join(", ");

/** How long a browser may cache a preflight, in seconds. */
const PREFLIGHT_SECONDS = 86_400;

const NOTHING = "default-src 'none'; sandbox";
/** Browsers put an image that is opened alone into the middle of a page of their own, by inline styles. */
const STYLES_ALONE = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Headers of every response, errors and redirects included, before a response's own. */
export function commonHeaders(
  cacheControl: string,
  headers: Record<string, string>,
): Record<string, string> {
  const isImage = headers["content-type"]?.startsWith("image/") === true;
  // Node 20 adds a property to a spread object in a microsecond each, and spreads into a literal in a tenth.
  return {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": EXPOSED,
    "cross-origin-resource-policy": "cross-origin",
    "content-security-policy": isImage ? STYLES_ALONE : NOTHING,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-request-id": randomUUID(),
    "cache-control": cacheControl,
    ...headers,
  };
}

/** A response's own headers with what says whether it was cached. */
export function withState(
  headers: Record<string, string>,
  { state }: Pick<Caching, "state">,
): Record<string, string> {
  return { ...headers, ...(state !== undefined && { "x-cache": state }) };
}

/** A response without a body has no length either. */
export function hasLength(status: number): boolean {
  return status !== 204 && status !== 304;
}

/** A JSON response. */
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

/** A quoted, strong entity tag, made from everything that decides a body. */
export function entityTag(...parts: readonly string[]): string {
  return `"${hash("sha256", parts.join("\n"), "base64url").slice(0, 27)}"`;
}

/** A time as headers have it, in whole seconds (RFC 9110, 5.6.7). */
export function httpDate(milliseconds: number): string {
  return new Date(milliseconds).toUTCString();
}

/** The public error for a fault of our own. */
export function internalError(cause: unknown): ApiError {
  const sentence = "Something failed inside the service. It has been logged. Retry later.";
  return new ApiError("INTERNAL_ERROR", sentence, { cause });
}

/** A public error. */
export function errorReply(error: ApiError, now: number): Reply & { caching: Caching } {
  const { retryAfterSeconds, headers } = error.details;
  const reply = jsonReply(error.status, error.body, {
    ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
    ...headers,
  });
  return { ...reply, caching: cachingOfError(error, now) };
}

/**
 * For `only-if-cached`, when nothing fresh is cached. Not the 504 of RFC 9111: browsers report that as
 * a failure, and a reverse proxy may mark the service as down.
 */
export function notCached(): Reply {
  return { status: 204, headers: {}, body: null, caching: UNSTORED };
}

/** The error for a client that wants only a version that is not the current one. */
export function preconditionFailed(): ApiError {
  const sentence = "The current version is not the one that If-Match or If-Unmodified-Since names.";
  return new ApiError("PRECONDITION_FAILED", sentence);
}

/** An error with all of its headers; not to be cached, since it depends on more than the URL. */
export function refusalReply(error: ApiError): Reply & { caching: Caching } {
  return uncachedReply(errorReply(error, systemClock.now()));
}

/** A reply with the headers of every response, which must not be cached. */
export function uncachedReply(reply: Reply): Reply & { caching: Caching } {
  const { status, headers, body } = reply;
  const stated = {
    ...withState(headers, UNCACHED),
    ...(hasLength(status) && { "content-length": String(Buffer.byteLength(body ?? "")) }),
  };
  const all = commonHeaders(cacheControlOf(UNCACHED, 0), stated);
  return { ...reply, headers: all, caching: UNCACHED };
}

/** For a client that has the response already. It is not reusable in place of the response. */
export function notModified({ headers: all, caching }: Pick<Reply, "headers" | "caching">): Reply {
  const { "content-type": _, "content-encoding": __, "last-modified": ___, ...headers } = all;
  const reply = { status: 304, headers, body: null };
  return caching === undefined ? reply : { ...reply, caching: { ...caching, isReusable: false } };
}

/** For a client that left, which gets no response: its status, that of nginx, is for metrics and logs. */
export function clientLeft(): Reply {
  return { status: 499, headers: {}, body: null, caching: UNSTORED };
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
    },
    body: null,
    caching: UNCACHED,
  };
}
