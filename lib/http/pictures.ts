import type { Times } from "../players/wardrobe.ts";
import { entityTag, freshnessHeaders, IMMUTABLE, matchesTag } from "./caching.ts";
import type { Reply } from "./reply.ts";

/** Whose picture it is: the player's own, a default of the game, or one drawn by this project. */
export type TextureSource = "player" | "default" | "placeholder";

export interface Picture {
  bytes: Uint8Array;
  type: "image/png" | "image/webp";
  source: TextureSource;
  /** False when its texture had to be fetched for this request. */
  cached: boolean;
}

/** In place of times, for a picture that never changes. */
export const FOREVER = "forever";

/** A picture that never changes is looked at again once a day, in case it was dropped. */
const KEPT_MS = 86_400_000;
/** A picture drawn for want of a better one is worth asking again after this long. */
export const PLACEHOLDER_MS = 60_000;

/** Everything that decides a picture's bytes, as its entity tag. */
export function pictureTag(...parts: readonly (string | number | boolean)[]): string {
  return entityTag("picture", ...parts.map(String));
}

export interface PictureReplies {
  /** 304 when the client has this picture already; nothing was fetched or drawn to know it. */
  notModified(
    ifNoneMatch: string | undefined,
    tag: string,
    source: TextureSource,
    times: Times | typeof FOREVER,
  ): Reply | null;
  /** A picture with status 200. */
  pictureReply(picture: Picture, tag: string, times: Times | typeof FOREVER): Reply;
}

/** Replies that caches may give for `staleSeconds` while this service fails. */
export function createPictureReplies(staleSeconds: number): PictureReplies {
  /** A picture is a hit only when its profile and its texture both were there. */
  const headersOf = (
    tag: string,
    source: TextureSource,
    times: Times | typeof FOREVER,
    cached = true,
  ): Record<string, string> => {
    const own = { "x-texture-source": source, etag: tag };
    if (times === FOREVER) {
      return { "cache-control": IMMUTABLE, "x-cache": cached ? "HIT" : "MISS", ...own };
    }
    return {
      ...freshnessHeaders({ ...times, cached: times.cached && cached }, staleSeconds),
      ...own,
    };
  };

  return {
    notModified(ifNoneMatch, tag, source, times) {
      if (!matchesTag(ifNoneMatch, tag)) return null;
      return { status: 304, headers: headersOf(tag, source, times), body: null };
    },

    pictureReply(picture, tag, times) {
      const headers: Record<string, string> = {
        "content-type": picture.type,
        ...headersOf(tag, picture.source, times, picture.cached),
      };
      const reply = { status: 200, headers, body: picture.bytes };
      if (headers["x-cache"] !== "HIT") return reply;
      const keep =
        times === FOREVER
          ? { freshUntil: Date.now() + KEPT_MS, subjects: [] }
          : { freshUntil: times.freshUntil, subjects: times.subjects };
      return { ...reply, keep };
    },
  };
}

/** Times of a placeholder with status 200: true for a minute at most. */
export function placeholderTimes(times: Times | typeof FOREVER): Times {
  const now = Date.now();
  const soon = now + PLACEHOLDER_MS;
  return times === FOREVER
    ? { fetchedAt: now, freshUntil: soon, stale: false, cached: false, subjects: [] }
    : { ...times, freshUntil: Math.min(times.freshUntil, soon), cached: false };
}
