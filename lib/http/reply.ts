import { hash, randomUUID } from "node:crypto";
import { ApiError } from "../contract/errors.ts";
import { cacheControlOf, cachingOfError, UNCACHED, UNSTORED, type Caching } from "../freshness.ts";
import { systemClock } from "../time/clock.ts";
import { splitList } from "../contract/headers.ts";

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

/** A reply that says how it may be cached. */
export interface CompleteReply extends Reply {
  caching: Caching;
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
export function errorReply(error: ApiError, now: number): CompleteReply {
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
export function refusalReply(error: ApiError): CompleteReply {
  return uncachedReply(errorReply(error, systemClock.now()));
}

/** A reply with the headers of every response, which must not be cached. */
export function uncachedReply(reply: Reply): CompleteReply {
  return completeReply({ ...reply, caching: UNCACHED }, 0);
}

/** A reply with the headers of every response. */
export function completeReply(reply: CompleteReply, staleSeconds: number): CompleteReply {
  const { status, headers, body, caching } = reply;
  const stated = {
    ...withState(headers, caching),
    ...(hasLength(status) && { "content-length": String(Buffer.byteLength(body ?? "")) }),
  };
  return { ...reply, headers: commonHeaders(cacheControlOf(caching, staleSeconds), stated) };
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

/** The preconditions of a request (RFC 9110, 13.1), by the names of its headers. */
export interface Preconditions {
  "if-match"?: string | undefined;
  "if-none-match"?: string | undefined;
  "if-modified-since"?: string | undefined;
  "if-unmodified-since"?: string | undefined;
}

/** Preconditions of a response depend on these. */
export interface Validators {
  status: number;
  /** Its entity tag. */
  tag: string | undefined;
  /** The value of `Last-Modified`. */
  lastModified?: string | undefined;
}

/** A client gets the response as a whole, a 304, or a 412. */
export type Outcome = "whole" | "unchanged" | "failed";

/** Decides what a client gets of a response to GET or HEAD, in the order of RFC 9110, 13.2.2. Nothing else decides it. */
export function preconditionOutcome(wanted: Preconditions, response: Validators): Outcome {
  const { status, tag, lastModified } = response;
  // A response of any other status has no representation, so preconditions mean nothing (13.2.1).
  if (status !== 200) return "whole";
  const ifMatch = wanted["if-match"];
  const ifUnmodifiedSince = wanted["if-unmodified-since"];
  if (ifMatch !== undefined) {
    if (!isStar(ifMatch) && !namesStrongly(ifMatch, tag)) return "failed";
  } else if (ifUnmodifiedSince !== undefined) {
    if (timeOf(lastModified) > timeOf(ifUnmodifiedSince)) return "failed";
  }
  const ifNoneMatch = wanted["if-none-match"];
  if (ifNoneMatch !== undefined) {
    return isStar(ifNoneMatch) || namesTag(ifNoneMatch, tag) ? "unchanged" : "whole";
  }
  const ifModifiedSince = wanted["if-modified-since"];
  if (ifModifiedSince === undefined) return "whole";
  return timeOf(lastModified) <= timeOf(ifModifiedSince) ? "unchanged" : "whole";
}

/** True if a client has this version: it gets a 304, before it is known whether the version can be had at all. */
export function hasVersion(wanted: Preconditions, tag: string): boolean {
  if (wanted["if-match"] !== undefined || wanted["if-unmodified-since"] !== undefined) return false;
  return wanted["if-none-match"] !== undefined && namesTag(wanted["if-none-match"], tag);
}

/** Any representation, but there must be one. */
function isStar(tags: string): boolean {
  return tags.trim() === "*";
}

/** True if a list names this tag by the weak comparison of `If-None-Match` (13.1.2). */
function namesTag(tags: string, tag: string | undefined): boolean {
  // The common case: one tag, exactly as it was sent.
  if (tags === tag) return true;
  if (tag === undefined) return false;
  const opaque = withoutWeakness(tag);
  return splitList(tags).some((one) => isSame(withoutWeakness(one.trim()), opaque));
}

/** The same by the strong comparison of `If-Match` (13.1.1), by which weak tags equal none. */
function namesStrongly(tags: string, tag: string | undefined): boolean {
  if (tag === undefined || tag.startsWith("W/")) return false;
  return splitList(tags).some((one) => isSame(one.trim(), tag));
}

function withoutWeakness(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}

/**
 * Match what proxies that compress append to a tag: `-gzip` of Apache, in or behind the quotes, `--gzip` of Jetty. Both
 * are tried, since a tag of our own may end in a dash.
 */
const MARKS = [/[-;](?:br|deflate|gzip|zstd)("?)$/, /--(?:br|deflate|gzip|zstd)("?)$/];

function isSame(received: string, tag: string): boolean {
  return received === tag || MARKS.some((mark) => received.replace(mark, "$1") === tag);
}

/** The oldest form of a date (5.6.7), which does not name its time zone: it is UTC. */
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/** A date of a header in Unix milliseconds; NaN, which is neither earlier nor later, when it is none. */
function timeOf(date = ""): number {
  if (ASCTIME.test(date)) return Date.parse(`${date} GMT`);
  return date.endsWith(" GMT") ? Date.parse(date) : NaN;
}
