import { ApiError } from "../contract/errors.ts";
import type { Freshness } from "../players/texture-resolver.ts";
import { entityTag, freshnessHeaders, IMMUTABLE, matchesTag } from "./caching.ts";
import { errorReply, keepOf, NO_STORE, retryAfter, type Reply } from "./reply.ts";

/** Whose picture it is: the player's own, a default of the game, or this project's placeholder. */
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

/** For so long a picture that never changes is given without asking the handler. */
const KEPT_MS = 86_400_000;
/** After so long it is worth asking again for what is missing now. */
const PLACEHOLDER_MS = 60_000;

/** Everything that decides a picture's bytes, as its entity tag. */
export function pictureTag(...parts: readonly (string | number | boolean)[]): string {
  return entityTag("picture", ...parts.map(String));
}

export type PictureReplies = ReturnType<typeof createPictureReplies>;

/** Replies that caches may give for `staleSeconds` while this service fails. */
export function createPictureReplies(staleSeconds: number) {
  /** A picture is a hit only when its profile and its texture both were there. */
  const headersOf = (
    tag: string,
    source: TextureSource,
    times: Freshness | typeof FOREVER,
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
    /** 304 when the client has this picture already; nothing was fetched or drawn to know it. */
    notModified(
      ifNoneMatch: string | undefined,
      tag: string,
      source: TextureSource,
      times: Freshness | typeof FOREVER,
    ): Reply | null {
      if (!matchesTag(ifNoneMatch, tag)) return null;
      return { status: 304, headers: headersOf(tag, source, times), body: null };
    },

    /** A picture with status 200. */
    picture(picture: Picture, tag: string, times: Freshness | typeof FOREVER): Reply {
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
    ...(cacheable ? keepOf(error) : {}),
  };
}

/** Freshness of a placeholder with status 200: fresh for a minute at most. */
export function placeholderTimes(times: Freshness | typeof FOREVER): Freshness {
  const now = Date.now();
  const soon = now + PLACEHOLDER_MS;
  return times === FOREVER
    ? { fetchedAt: now, freshUntil: soon, stale: false, cached: false, subjects: [] }
    : { ...times, freshUntil: Math.min(times.freshUntil, soon), cached: false };
}

export function unknownPlayer(times: Freshness): ApiError {
  return new ApiError(
    "NOT_FOUND",
    "No player is known by this name, UUID, XUID or gamertag.",
    times,
  );
}

export function noCape(times: Freshness): ApiError {
  return new ApiError("NOT_FOUND", "This player wears no cape that is publicly known.", times);
}

export function unknownTexture(): ApiError {
  return new ApiError("NOT_FOUND", "No such texture is known, or it is not of this kind.", {
    freshUntil: Date.now() + PLACEHOLDER_MS,
  });
}
