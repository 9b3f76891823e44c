import type { ApiError } from "../contract/errors.ts";
import type { PlayerIdentifier, TextureHash } from "../contract/identifiers.ts";
import { headQuery, parseQuery, requirePlayer, type HeadQuery } from "../contract/queries.ts";
import type { TextureLibrary } from "../players/texture-library.ts";
import type { Times, Wardrobe } from "../players/wardrobe.ts";
import { placeholderSkin } from "../textures/placeholder.ts";
import { faceOf, type Face } from "../textures/face.ts";
import { renderHead } from "../textures/head.ts";
import { apiErrorOf } from "./failures.ts";
import { fallbackSkin } from "./fallback-skin.ts";
import {
  ignoreUpstream,
  notServed,
  pictureError,
  unknownPlayer,
  unknownTexture,
} from "./picture-errors.ts";
import {
  createPictureReplies,
  FOREVER,
  pictureTag,
  placeholderTimes,
  type Picture,
  type TextureSource,
} from "./pictures.ts";
import type { Reply } from "./reply.ts";
import { withDeadline, type ApiRequest, type TimedRequest } from "./request.ts";

export interface PictureServices {
  wardrobe: Wardrobe;
  library: TextureLibrary;
  /** How long caches may give a picture while this service fails. */
  staleSeconds: number;
}

/** `GET /head`: the face of a player, or of a texture, as a square picture. */
export function createHeadHandler({ wardrobe, library, staleSeconds }: PictureServices) {
  const { notModified, pictureReply } = createPictureReplies(staleSeconds);

  const draw = async (
    face: Face,
    query: HeadQuery,
    source: TextureSource,
    cached: boolean,
  ): Promise<Picture> => ({
    bytes: await renderHead(face, { size: query.size, format: query.format }),
    type: `image/${query.format}`,
    source,
    cached,
  });

  const placeholder = (query: HeadQuery) =>
    draw(faceOf(placeholderSkin(), { overlay: query.overlay }), query, "placeholder", false);

  /** A default head of the game, or ours while that cannot be had. */
  const defaultHead = async (
    request: TimedRequest,
    query: HeadQuery,
    hash: TextureHash,
  ): Promise<Picture> => {
    const face = await library.faceOf(hash, query.overlay, request.deadline).catch(ignoreUpstream);
    return face === null ? placeholder(query) : draw(face.value, query, "default", face.cached);
  };

  const tagOf = (hash: TextureHash | "drawn", { size, format, overlay }: HeadQuery) =>
    pictureTag("head", hash, size, format, overlay);

  const ownHead = async (
    request: TimedRequest,
    query: HeadQuery,
    hash: TextureHash,
    times: Times | typeof FOREVER,
  ): Promise<Reply> => {
    const tag = tagOf(hash, query);
    const unchanged = notModified(request.ifNoneMatch, tag, "player", times);
    if (unchanged !== null) return unchanged;
    const face = await library.faceOf(hash, query.overlay, request.deadline);
    if (face === null) throw times === FOREVER ? unknownTexture() : notServed();
    return pictureReply(await draw(face.value, query, "player", face.cached), tag, times);
  };

  const defaultHeadReply = async (
    request: TimedRequest,
    query: HeadQuery,
    hash: TextureHash,
    times: Times,
  ): Promise<Reply> => {
    const tag = tagOf(hash, query);
    const unchanged = notModified(request.ifNoneMatch, tag, "default", times);
    if (unchanged !== null) return unchanged;
    const picture = await defaultHead(request, query, hash);
    return picture.source === "default"
      ? pictureReply(picture, tag, times)
      : pictureReply(picture, tagOf("drawn", query), placeholderTimes(times));
  };

  const unknown = async (
    request: TimedRequest,
    query: HeadQuery,
    error: ApiError,
    who: PlayerIdentifier | undefined,
    times: Times,
  ): Promise<Reply> => {
    if (query.default === "404") throw error;
    const hash = fallbackSkin(query.default ?? "auto", who);
    return query.default === undefined
      ? pictureError(error, await defaultHead(request, query, hash))
      : defaultHeadReply(request, query, hash, times);
  };

  const ofTexture = async (request: TimedRequest, query: HeadQuery, hash: TextureHash) => {
    try {
      return await ownHead(request, query, hash, FOREVER);
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      if (error?.code !== "NOT_FOUND") throw thrown;
      return unknown(request, query, error, undefined, placeholderTimes(FOREVER));
    }
  };

  const ofPlayer = async (request: TimedRequest, query: HeadQuery): Promise<Reply> => {
    const who = requirePlayer(query);
    const worn = await wardrobe.wornBy(who, query.type, "skin", request.deadline);
    if (worn.kind === "own") return ownHead(request, query, worn.hash, worn);
    if (worn.kind === "default") return defaultHeadReply(request, query, worn.hash, worn);
    return unknown(request, query, unknownPlayer(worn), who, worn);
  };

  return async (asked: ApiRequest): Promise<Reply> => {
    const request = withDeadline(asked);
    const query = parseQuery(request.search, headQuery);
    try {
      return query.texture === undefined
        ? await ofPlayer(request, query)
        : await ofTexture(request, query, query.texture);
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      if (error?.code === "BAD_GATEWAY") return pictureError(error, await placeholder(query));
      throw thrown;
    }
  };
}
