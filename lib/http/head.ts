import { ApiError } from "../contract/errors.ts";
import { floodgateUuid, type PlayerIdentifier, type TextureHash } from "../contract/identifiers.ts";
import type { Fallback } from "../contract/parameters.ts";
import { headQuery, parseQuery, requirePlayer, type HeadQuery } from "../contract/queries.ts";
import type { TextureLibrary } from "../players/texture-library.ts";
import type { Times, Wardrobe } from "../players/wardrobe.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { defaultSkinOf, namedDefaultSkin } from "../textures/default-skins.ts";
import { drawnSkin } from "../textures/drawn-skin.ts";
import { faceOf, type Face } from "../textures/face.ts";
import { renderHead } from "../textures/head.ts";
import { apiErrorOf } from "./failures.ts";
import {
  FOREVER,
  notModified,
  pictureError,
  pictureHeaders,
  pictureTag,
  type Picture,
  type TextureSource,
} from "./pictures.ts";
import type { Reply } from "./reply.ts";
import type { ApiRequest } from "./request.ts";

export interface PictureServices {
  wardrobe: Wardrobe;
  library: TextureLibrary;
}

/** A picture drawn for want of a better one is worth asking again after this long. */
const PLACEHOLDER_MS = 60_000;

/** `GET /head`: the face of a player, or of a texture, as a square picture. */
export function createHeadHandler({ wardrobe, library }: PictureServices) {
  const draw = async (face: Face, query: HeadQuery, source: TextureSource): Promise<Picture> => ({
    bytes: await renderHead(face, { size: query.size, format: query.format }),
    type: `image/${query.format}`,
    source,
  });

  const placeholder = (query: HeadQuery) =>
    draw(faceOf(drawnSkin(), { overlay: query.overlay }), query, "placeholder");

  /** A default head of the game, or ours while that cannot be had. */
  const defaultHead = async (hash: TextureHash, query: HeadQuery): Promise<Picture> => {
    const face = await library.faceOf(hash, query.overlay).catch(ignoreUpstream);
    return face === null ? placeholder(query) : draw(face.value, query, "default");
  };

  const ok = async (
    request: ApiRequest,
    query: HeadQuery,
    { hash, source, times }: { hash: TextureHash; source: TextureSource; times: Times | "forever" },
  ): Promise<Reply> => {
    const tag = pictureTag("head", hash, query.size, query.format, query.overlay);
    const headers = pictureHeaders(tag, source, times);
    const unchanged = notModified(request.ifNoneMatch, headers);
    if (unchanged !== null) return unchanged;
    if (source === "default") {
      const picture = await defaultHead(hash, query);
      return pictureReply(picture, picture.source === "default" ? headers : temporary(query));
    }
    const face = await library.faceOf(hash, query.overlay);
    if (face !== null) {
      const picture = await draw(face.value, query, source);
      return pictureReply(picture, face.cached ? headers : { ...headers, ...loaded(headers) });
    }
    throw query.texture === undefined ? notServed() : unknownTexture();
  };

  const unknown = async (
    request: ApiRequest,
    query: HeadQuery,
    identifier: PlayerIdentifier | undefined,
    error: ApiError,
    times: Times,
  ): Promise<Reply> => {
    if (query.default === "404") throw error;
    const hash = fallbackSkin(query.default ?? "auto", identifier);
    if (query.default !== undefined) return ok(request, query, { hash, source: "default", times });
    return pictureError(error, await defaultHead(hash, query));
  };

  return async (request: ApiRequest): Promise<Reply> => {
    const query = parseQuery(request.search, headQuery);
    try {
      if (query.texture !== undefined) {
        return await ok(request, query, { hash: query.texture, source: "player", times: FOREVER });
      }
      const identifier = requirePlayer(query);
      const worn = await wardrobe.wornBy(identifier, query.type, "skin");
      if (worn.kind === "own" || worn.kind === "default") {
        const source = worn.kind === "own" ? "player" : "default";
        return await ok(request, query, { hash: worn.hash, source, times: worn });
      }
      return await unknown(request, query, identifier, unknownPlayer(worn), worn);
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      if (error?.code === "BAD_GATEWAY") return pictureError(error, await placeholder(query));
      if (error?.code === "NOT_FOUND" && query.default !== "404") {
        const now = Date.now();
        const times = { fetchedAt: now, freshUntil: now, stale: false, cached: false };
        return unknown(request, { ...query, texture: undefined }, undefined, error, times);
      }
      throw thrown;
    }
  };
}

export function pictureReply(picture: Picture, headers: Record<string, string>): Reply {
  return {
    status: 200,
    headers: { "content-type": picture.type, ...headers, "x-texture-source": picture.source },
    body: picture.bytes,
  };
}

export function unknownPlayer({ freshUntil, cached }: Times): ApiError {
  return new ApiError("NOT_FOUND", "No player is known by this name, UUID, XUID or gamertag.", {
    freshUntil,
    cached,
  });
}

/** A picture whose texture had to be fetched was not in the cache, even if its profile was. */
export function loaded(headers: Record<string, string>): Record<string, string> {
  return headers["x-cache"] === "HIT" ? { "x-cache": "MISS" } : {};
}

/** The profile names a texture that the textures host does not have. */
export function notServed(): UpstreamFailure {
  const call = { provider: "mojang-textures", operation: "texture" };
  return new UpstreamFailure("bad-response", call, "does not have a player's texture");
}

export function unknownTexture(): ApiError {
  return new ApiError("NOT_FOUND", "No such texture is known, or it is not of this kind.", {
    freshUntil: Date.now() + PLACEHOLDER_MS,
  });
}

/** Swallows an upstream's failure where something else can be shown. */
export function ignoreUpstream(error: unknown): null {
  if (error instanceof UpstreamFailure) return null;
  throw error;
}

/** Headers of a placeholder with status 200: true for a minute. */
function temporary(query: HeadQuery): Record<string, string> {
  const now = Date.now();
  const tag = pictureTag("head", "drawn", query.size, query.format, query.overlay);
  const times = { fetchedAt: now, freshUntil: now + PLACEHOLDER_MS, stale: false, cached: false };
  return pictureHeaders(tag, "placeholder", times);
}

/** `auto` goes by the UUID, as the game does; without one the game shows Steve. */
function fallbackSkin(fallback: Exclude<Fallback, "404">, who: PlayerIdentifier | undefined) {
  if (fallback === "steve" || fallback === "alex")
    return namedDefaultSkin(fallback).hash as TextureHash;
  if (who?.kind === "java-uuid") return defaultSkinOf(who.uuid).hash as TextureHash;
  if (who?.kind === "xuid") {
    return defaultSkinOf(floodgateUuid(who.xuid).replaceAll("-", "")).hash as TextureHash;
  }
  return namedDefaultSkin("steve").hash as TextureHash;
}
