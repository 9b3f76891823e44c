import { ApiError } from "../contract/errors.ts";
import type { Times } from "../players/wardrobe.ts";
import { entityTag, freshnessHeaders, IMMUTABLE, matchesTag } from "./caching.ts";
import { errorReply, NO_STORE, retryAfter, type Reply } from "./reply.ts";

/** Whose picture it is: the player's own, a default of the game, or one drawn by this project. */
export type TextureSource = "player" | "default" | "placeholder";

export interface Picture {
  bytes: Uint8Array;
  type: "image/png" | "image/webp";
  source: TextureSource;
}

/** Sent in place of a freshness for a picture that never changes. */
export const FOREVER = "forever";

/** Everything that decides a picture's bytes, as its entity tag. */
export function pictureTag(...parts: readonly (string | number | boolean)[]): string {
  return entityTag("picture", ...parts.map(String));
}

/** Headers of a picture, without those of its body. */
export function pictureHeaders(
  tag: string,
  source: TextureSource,
  freshness: Times | typeof FOREVER,
): Record<string, string> {
  return {
    ...(freshness === FOREVER
      ? { "cache-control": IMMUTABLE, "x-cache": "HIT" }
      : freshnessHeaders(freshness)),
    "x-texture-source": source,
    etag: tag,
  };
}

/** 304 when the client has this picture already; nothing was fetched or drawn to know it. */
export function notModified(
  ifNoneMatch: string | undefined,
  headers: Record<string, string>,
): Reply | null {
  return matchesTag(ifNoneMatch, headers["etag"] ?? "")
    ? { status: 304, headers, body: null }
    : null;
}

/** An error whose body is a picture: an `<img>` shows it, a program still sees the status. */
export function pictureError(error: ApiError, picture: Picture): Reply {
  const { headers } = errorReply(error);
  const cacheControl =
    error.code === "NOT_FOUND" ? (headers["cache-control"] ?? NO_STORE) : NO_STORE;
  return {
    status: error.status,
    headers: {
      "content-type": picture.type,
      "cache-control": cacheControl,
      "x-cache": error.cached ? "HIT" : "MISS",
      "x-texture-source": picture.source,
      ...retryAfter(error),
    },
    body: picture.bytes,
  };
}
