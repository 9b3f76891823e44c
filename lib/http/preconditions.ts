import { splitList } from "../contract/headers.ts";

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
  return namesTag(wanted["if-none-match"] ?? "", tag);
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

/** Matches what proxies that compress append to a tag: `-gzip` of Apache, in or behind the quotes, `--gzip` of Jetty. */
const MARK = /(?:--?|;)(?:br|deflate|gzip|zstd)("?)$/;

function isSame(received: string, tag: string): boolean {
  return received === tag || received.replace(MARK, "$1") === tag;
}

/** The oldest form of a date (5.6.7), which does not name its time zone: it is UTC. */
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/** A date of a header in Unix milliseconds; NaN, which is neither earlier nor later, when it is none. */
function timeOf(date = ""): number {
  if (ASCTIME.test(date)) return Date.parse(`${date} GMT`);
  return date.endsWith(" GMT") ? Date.parse(date) : NaN;
}
