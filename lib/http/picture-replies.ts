import type { ApiError } from "../contract/errors.ts";
import type { Freshness } from "../players/texture-resolver.ts";
import { entityTag, freshnessHeaders, IMMUTABLE, matchesTag } from "./caching.ts";
import { cacheableOf, errorReply, NO_STORE, retryAfter, type Reply } from "./reply.ts";

/**
 * Whose picture it is: `player`, or the name of the service that the player's texture comes from, if that
 * is not the game's own; `texture`, one that was sent along with a player; `default`, a default of the game;
 * or `placeholder`, this project's drawing.
 */
export type TextureSource = string;

export interface Picture {
  bytes: Uint8Array;
  type: "image/png" | "image/webp";
  source: TextureSource;
  /** False when its texture had to be fetched for this request. */
  cached: boolean;
}

/** A texture never changes; who wears it does. */
export type PictureFreshness = Freshness | "immutable";

/** How long an immutable picture is served from memory without its handler. */
const IMMUTABLE_MS = 86_400_000;
/** How soon a placeholder or a missing texture is worth another request. */
const PLACEHOLDER_MS = 60_000;

/** The entity tag of a picture: made of everything that decides its bytes. */
export function pictureTag(...parts: readonly (string | number | boolean)[]): string {
  return entityTag("picture", ...parts.map(String));
}

export type PictureReplies = ReturnType<typeof createPictureReplies>;

/** Replies that caches may serve for `staleSeconds` while this service fails. */
export function createPictureReplies(staleSeconds: number) {
  /** A picture is a hit only when both its profile and its texture were cached. */
  const headersOf = (
    tag: string,
    source: TextureSource,
    freshness: PictureFreshness,
    cached = true,
  ): Record<string, string> => {
    const caching =
      freshness === "immutable"
        ? { "cache-control": IMMUTABLE, "x-cache": cached ? "HIT" : "MISS" }
        : freshnessHeaders({ ...freshness, cached: freshness.cached && cached }, staleSeconds);
    return { ...caching, "x-texture-source": source, etag: tag };
  };

  return {
    /** 304 when the client has this picture already. Nothing is fetched or drawn for that. */
    notModified(
      ifNoneMatch: string | undefined,
      tag: string,
      source: TextureSource,
      freshness: PictureFreshness,
    ): Reply | null {
      if (!matchesTag(ifNoneMatch, tag)) return null;
      return { status: 304, headers: headersOf(tag, source, freshness), body: null };
    },

    /** A picture with status 200. */
    picture(picture: Picture, tag: string, freshness: PictureFreshness): Reply {
      const headers: Record<string, string> = {
        "content-type": picture.type,
        ...headersOf(tag, picture.source, freshness, picture.cached),
      };
      const reply = { status: 200, headers, body: picture.bytes };
      if (headers["x-cache"] !== "HIT") return reply;
      const { freshUntil, subjects } =
        freshness === "immutable"
          ? { freshUntil: Date.now() + IMMUTABLE_MS, subjects: [] }
          : freshness;
      return { ...reply, cacheable: { freshUntil, subjects } };
    },
  };
}

/** An error whose body is a picture: an `<img>` shows it, a program still sees the status. */
export function pictureError(error: ApiError, picture: Picture): Reply {
  const { headers } = errorReply(error);
  const cacheable = error.code === "NOT_FOUND" && picture.source === "default";
  return {
    status: error.status,
    headers: {
      "content-type": picture.type,
      "cache-control": cacheable ? (headers["cache-control"] ?? NO_STORE) : NO_STORE,
      "x-cache": error.cached ? "HIT" : "MISS",
      "x-texture-source": picture.source,
      ...retryAfter(error),
    },
    body: picture.bytes,
    ...(cacheable ? cacheableOf(error) : {}),
  };
}

/** The freshness of a picture that shows a player since the texture is unavailable: a minute at most. */
export function replacementFreshness(freshness: Freshness): Freshness {
  return { ...freshness, freshUntil: Math.min(freshness.freshUntil, Date.now() + PLACEHOLDER_MS) };
}

/** The freshness of a placeholder: a minute at most. */
export function placeholderFreshness(freshness?: Freshness): Freshness {
  const unknown = { fetchedAt: Date.now(), freshUntil: Infinity, stale: false, subjects: [] };
  return replacementFreshness({ ...unknown, ...freshness, cached: false });
}
