import { ApiError } from "../contract/errors.ts";
import type { Times } from "../players/wardrobe.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { PLACEHOLDER_MS, type Picture } from "./pictures.ts";
import { errorReply, keepOf, NO_STORE, retryAfter, type Reply } from "./reply.ts";

/** An error whose body is a picture: an `<img>` shows it, a program still sees the status. */
export function pictureError(error: ApiError, picture: Picture): Reply {
  const { headers } = errorReply(error);
  const mayBeKept = error.code === "NOT_FOUND" && picture.source === "default";
  return {
    status: error.status,
    headers: {
      "content-type": picture.type,
      "cache-control": mayBeKept ? (headers["cache-control"] ?? NO_STORE) : NO_STORE,
      "x-cache": error.cached ? "HIT" : "MISS",
      "x-texture-source": picture.source,
      ...retryAfter(error),
    },
    body: picture.bytes,
    ...(mayBeKept ? keepOf(error) : {}),
  };
}

export function unknownPlayer({ freshUntil, cached, subjects }: Times): ApiError {
  return new ApiError("NOT_FOUND", "No player is known by this name, UUID, XUID or gamertag.", {
    freshUntil,
    cached,
    subjects,
  });
}

export function unknownTexture(): ApiError {
  return new ApiError("NOT_FOUND", "No such texture is known, or it is not of this kind.", {
    freshUntil: Date.now() + PLACEHOLDER_MS,
  });
}

/** The profile names a texture that the textures host does not have. */
export function notServed(): UpstreamFailure {
  const call = { provider: "mojang-textures", operation: "texture" };
  return new UpstreamFailure("bad-response", call, "does not have a player's texture");
}

/** Swallows an upstream's failure where something else can be shown. */
export function ignoreUpstream(error: unknown): null {
  if (error instanceof UpstreamFailure) return null;
  throw error;
}
