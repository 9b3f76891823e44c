import { hash } from "node:crypto";
import type { CacheState } from "./reply.ts";

/** How long an answer may be believed. */
export interface Freshness {
  /** Unix milliseconds. */
  freshUntil: number;
  stale: boolean;
  cached: boolean;
}

const REVALIDATE_SECONDS = 60;
/** How soon shared caches ask again for a stale answer; browsers ask each time. */
const STALE_SHARED_SECONDS = 30;

/** For pictures that never change. */
export const IMMUTABLE = "public, max-age=31536000, immutable";

/**
 * Headers that tell caches what is left of an answer's freshness, so that none of them stretches
 * it. There is never an `Age`: caches subtract it from the freshness (RFC 9111, 4.2.3), so the age
 * of the data would be counted twice in a fresh answer, and make a stale one useless on arrival.
 *
 * For `staleSeconds` caches may give the answer while this service fails (RFC 5861, 4). By the letter
 * of RFC 9111, 5.2.2.10 a shared cache may not do so with a stale answer, since `s-maxage` forbids
 * it; nginx and some others do.
 */
export function freshnessHeaders(
  { freshUntil, stale, cached }: Freshness,
  staleSeconds: number,
  now = Date.now(),
): Record<string, string> {
  const state: CacheState = stale ? "STALE" : cached ? "HIT" : "MISS";
  const left = Math.max(0, Math.floor((freshUntil - now) / 1_000));
  return {
    "cache-control": stale
      ? `public, max-age=0, s-maxage=${STALE_SHARED_SECONDS}, stale-if-error=${staleSeconds}`
      : `public, max-age=${left}, stale-while-revalidate=${REVALIDATE_SECONDS}, stale-if-error=${staleSeconds}`,
    "x-cache": state,
  };
}

/** Whether `Cache-Control` of a request says `only-if-cached` (RFC 9111, 5.2.1.7). */
export function saysOnlyIfCached(cacheControl: string | undefined): boolean {
  if (cacheControl === undefined) return false;
  return cacheControl.split(",").some((part) => part.trim().toLowerCase() === "only-if-cached");
}

/** A quoted, strong entity tag of everything that decides a body. */
export function entityTag(...parts: readonly string[]): string {
  return `"${hash("sha256", parts.join("\n"), "base64url").slice(0, 27)}"`;
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
