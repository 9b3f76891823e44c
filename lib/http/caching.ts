import { hash } from "node:crypto";
import { listOf } from "../contract/header-list.ts";
import type { Freshness } from "../players/resolver.ts";
import type { Cacheable, Reply } from "./reply.ts";
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
  { freshUntil, stale, cached }: Omit<Freshness, "tags">,
  staleSeconds: number,
  now = Date.now(),
): Record<string, string> {
  const state = stale ? "STALE" : cached ? "HIT" : "MISS";
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
  return listOf(cacheControl).some((part) => part.trim().toLowerCase() === "only-if-cached");
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
  const opaque = tag.replace(/^W\//, "");
  return listOf(ifNoneMatch).some((candidate) => candidate.trim().replace(/^W\//, "") === opaque);
}

/** A reply with an `ETag`; 304 without its body when the client has it already. */
export function unlessKnown({ ifNoneMatch }: ApiRequest, reply: Reply): Reply {
  const { "content-type": _, "content-encoding": __, ...headers } = reply.headers;
  if (!matchesTag(ifNoneMatch, headers["etag"] ?? "")) return reply;
  return { status: 304, headers, body: null };
}

/** A reply as fresh as its data. It can be sent again without its handler if nothing was fetched for it. */
export function freshReply(
  request: ApiRequest,
  reply: Reply,
  freshness: Freshness & Pick<Cacheable, "onHit">,
  staleSeconds: number,
): Reply {
  const { cached, stale, freshUntil, tags, onHit } = freshness;
  const headers = { ...reply.headers, ...freshnessHeaders(freshness, staleSeconds) };
  const cacheable = { freshUntil, tags, ...(onHit && { onHit }) };
  return unlessKnown(request, { ...reply, headers, ...(cached && !stale && { cacheable }) });
}
