import { hash } from "node:crypto";
import type { CacheResult } from "../cache/cache.ts";
import { jsonReply, type Cacheable, type CacheState, type Reply } from "./reply.ts";
import type { ApiRequest } from "./request.ts";

const REVALIDATE_SECONDS = 60;
/** How long shared caches serve a stale response; browsers revalidate it each time. */
const STALE_SHARED_SECONDS = 30;

/** For images that never change. */
export const IMMUTABLE = "public, max-age=31536000, immutable";

/**
 * Headers that give caches the rest of a response's freshness. There is never an `Age`: caches
 * subtract it from the freshness (RFC 9111, 4.2.3), so the age of the data would count twice in a
 * fresh response, and a stale one would be useless on arrival.
 *
 * Caches may serve the response for `staleSeconds` while this service fails (RFC 5861, 4). Strictly,
 * `s-maxage` forbids that to shared caches for a stale one (RFC 9111, 5.2.2.10); nginx and some others
 * do it anyway.
 */
export function freshnessHeaders(
  { freshUntil, stale, cached }: Pick<CacheResult<unknown>, "freshUntil" | "stale" | "cached">,
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

/** A quoted, strong entity tag, made from everything that decides a body. */
export function entityTag(...parts: readonly string[]): string {
  return `"${hash("sha256", parts.join("\n"), "base64url").slice(0, 27)}"`;
}

/**
 * Whether `If-None-Match` names this tag, by the weak comparison of GET (RFC 9110, 13.1.2). `*` never
 * matches: it would first have to be known that the resource exists.
 */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  // The common case: one tag, exactly as it was sent.
  if (ifNoneMatch === tag) return true;
  return ifNoneMatch
    .split(",")
    .some((candidate) => candidate.trim().replace(/^W\//, "") === tag.replace(/^W\//, ""));
}

/** A JSON body with status 200; 304 without it when the client has it already. */
export function taggedReply(
  { ifNoneMatch }: ApiRequest,
  body: object,
  headers: Record<string, string> & { etag: string },
  cacheable?: Cacheable | false,
): Reply {
  if (matchesTag(ifNoneMatch, headers.etag)) return { status: 304, headers, body: null };
  return { ...jsonReply(200, body, headers), ...(cacheable && { cacheable }) };
}
