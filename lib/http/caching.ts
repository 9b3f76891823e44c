import { createHash } from "node:crypto";
import type { CacheState } from "./reply.ts";

/** How long an answer may be believed. */
export interface Freshness {
  /** Unix milliseconds. */
  fetchedAt: number;
  freshUntil: number;
  stale: boolean;
  cached: boolean;
}

const REVALIDATE_SECONDS = 60;

/** For pictures that never change. */
export const IMMUTABLE = "public, max-age=31536000, immutable";

/**
 * Headers that tell caches what is left of an answer's freshness, so that none of them stretches
 * it. Therefore a fresh answer has no `Age`: it would be counted twice. For `staleSeconds` they may
 * give it while this service fails.
 */
export function freshnessHeaders(
  freshness: Freshness,
  staleSeconds: number,
  now = Date.now(),
): Record<string, string> {
  const state: CacheState = freshness.stale ? "STALE" : freshness.cached ? "HIT" : "MISS";
  const left = Math.max(0, Math.floor((freshness.freshUntil - now) / 1_000));
  const age = Math.max(0, Math.floor((now - freshness.fetchedAt) / 1_000));
  return {
    "cache-control": freshness.stale
      ? `public, max-age=0, s-maxage=30, stale-if-error=${staleSeconds}`
      : `public, max-age=${left}, stale-while-revalidate=${REVALIDATE_SECONDS}, stale-if-error=${staleSeconds}`,
    "x-cache": state,
    ...(freshness.stale ? { age: String(age) } : {}),
  };
}

/** Whether `Cache-Control` of a request says `only-if-cached` (RFC 9111, 5.2.1.7). */
export function saysOnlyIfCached(cacheControl: string | undefined): boolean {
  if (cacheControl === undefined) return false;
  return cacheControl.split(",").some((part) => part.trim().toLowerCase() === "only-if-cached");
}

/** A quoted, strong entity tag of everything that decides a body. */
export function entityTag(...parts: readonly string[]): string {
  return `"${createHash("sha256").update(parts.join("\n")).digest("base64url").slice(0, 27)}"`;
}

/**
 * Whether `If-None-Match` names this tag; compared weakly, as for GET (RFC 9110, 13.1.2). `*` matches
 * nothing: it would have to be known first that there is something.
 */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  // What nearly every client sends: the tag alone, as it was given.
  if (ifNoneMatch === tag) return true;
  return ifNoneMatch
    .split(",")
    .some((candidate) => candidate.trim().replace(/^W\//, "") === tag.replace(/^W\//, ""));
}
