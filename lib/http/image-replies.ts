import type { ApiError } from "../contract/errors.ts";
import type { Freshness } from "../players/texture-resolver.ts";
import { entityTag, freshnessHeaders, IMMUTABLE, matchesTag } from "./caching.ts";
import { cacheableOf, errorReply, NO_STORE, retryAfter, type Reply } from "./reply.ts";

/**
 * Whose image it is: `player`, or the name of the service that the player's texture comes from, if that
 * is not the game's own; `texture`, one that was sent along with a player; `default`, a default of the game;
 * or `placeholder`, this project's drawing.
 */
export type TextureSource = string;

export interface RenderedImage {
  bytes: Uint8Array;
  type: "image/png" | "image/webp";
  source: TextureSource;
  /** False when its texture had to be fetched for this request. */
  cached: boolean;
}

/** A texture never changes; who wears it does. */
export type ImageFreshness = Freshness | "immutable";

/** How long an immutable image is served from memory without its handler. */
const IMMUTABLE_MS = 86_400_000;
/** How soon a placeholder or a missing texture is worth another request. */
const PLACEHOLDER_MS = 60_000;

/** The entity tag of an image: made of everything that decides its bytes. */
export function imageTag(...parts: readonly (string | number | boolean)[]): string {
  return entityTag("picture", ...parts.map(String));
}

/** Replies that caches may serve for `staleSeconds` while this service fails. */
export function createImageReplies(staleSeconds: number) {
  /** An image is a hit only when both its profile and its texture were cached. */
  const headersOf = (
    tag: string,
    source: TextureSource,
    freshness: ImageFreshness,
    cached = true,
  ): Record<string, string> => {
    const caching =
      freshness === "immutable"
        ? { "cache-control": IMMUTABLE, "x-cache": cached ? "HIT" : "MISS" }
        : freshnessHeaders({ ...freshness, cached: freshness.cached && cached }, staleSeconds);
    return { ...caching, "x-texture-source": source, etag: tag };
  };

  return {
    /** 304 when the client has this image already. Nothing is fetched or drawn for that. */
    notModified(
      ifNoneMatch: string | undefined,
      tag: string,
      source: TextureSource,
      freshness: ImageFreshness,
    ): Reply | null {
      if (!matchesTag(ifNoneMatch, tag)) return null;
      return { status: 304, headers: headersOf(tag, source, freshness), body: null };
    },

    /** An image with status 200. */
    image(image: RenderedImage, tag: string, freshness: ImageFreshness): Reply {
      const headers: Record<string, string> = {
        "content-type": image.type,
        ...headersOf(tag, image.source, freshness, image.cached),
      };
      const reply = { status: 200, headers, body: image.bytes };
      if (headers["x-cache"] !== "HIT") return reply;
      const { freshUntil, subjects } =
        freshness === "immutable"
          ? { freshUntil: Date.now() + IMMUTABLE_MS, subjects: [] }
          : freshness;
      return { ...reply, cacheable: { freshUntil, subjects } };
    },
  };
}

/** An error whose body is an image: an `<img>` shows it, a program still sees the status. */
export function imageError(error: ApiError, image: RenderedImage): Reply {
  const { headers } = errorReply(error);
  const cacheable = error.code === "NOT_FOUND" && image.source === "default";
  return {
    status: error.status,
    headers: {
      "content-type": image.type,
      "cache-control": cacheable ? (headers["cache-control"] ?? NO_STORE) : NO_STORE,
      "x-cache": error.cached ? "HIT" : "MISS",
      "x-texture-source": image.source,
      ...retryAfter(error),
    },
    body: image.bytes,
    ...(cacheable ? cacheableOf(error) : {}),
  };
}

/** The freshness of an image that shows a player since the texture is unavailable: a minute at most. */
export function replacementFreshness(freshness: Freshness): Freshness {
  return { ...freshness, freshUntil: Math.min(freshness.freshUntil, Date.now() + PLACEHOLDER_MS) };
}

/** The freshness of a placeholder: a minute at most. */
export function placeholderFreshness(freshness?: Freshness): Freshness {
  const unknown = { fetchedAt: Date.now(), freshUntil: Infinity, stale: false, subjects: [] };
  return replacementFreshness({ ...unknown, ...freshness, cached: false });
}
