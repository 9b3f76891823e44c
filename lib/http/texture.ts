import { ApiError } from "../contract/errors.ts";
import type { TextureHash } from "../contract/identifiers.ts";
import { parseQuery, requirePlayer, textureQuery, type TextureQuery } from "../contract/queries.ts";
import type { Times } from "../players/wardrobe.ts";
import { placeholderSkinPng, placeholderCapePng } from "../textures/placeholder.ts";
import { apiErrorOf } from "./failures.ts";
import type { PictureServices } from "./head.ts";
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
} from "./pictures.ts";
import type { Reply } from "./reply.ts";
import { withDeadline, type ApiRequest, type TimedRequest } from "./request.ts";

/** `GET /skin` and `GET /cape`: a texture's own bytes. */
export function createTextureHandler(
  { wardrobe, library, staleSeconds }: PictureServices,
  kind: "skin" | "cape",
) {
  const { notModified, pictureReply } = createPictureReplies(staleSeconds);
  const placeholder: Picture = {
    bytes: kind === "skin" ? placeholderSkinPng() : placeholderCapePng(),
    type: "image/png",
    source: "placeholder",
    cached: false,
  };

  const own = async (
    request: TimedRequest,
    hash: TextureHash,
    times: Times | typeof FOREVER,
  ): Promise<Reply> => {
    const tag = pictureTag(kind, hash);
    const unchanged = notModified(request.ifNoneMatch, tag, "player", times);
    if (unchanged !== null) return unchanged;
    const held = await library.textureOf(hash, kind, request.deadline);
    if (held === null) throw times === FOREVER ? unknownTexture() : notServed();
    const { value: bytes, cached } = held;
    return pictureReply({ bytes, type: "image/png", source: "player", cached }, tag, times);
  };

  const defaultSkin = async (
    request: TimedRequest,
    hash: TextureHash,
    times: Times,
  ): Promise<Reply> => {
    const tag = pictureTag(kind, hash);
    const unchanged = notModified(request.ifNoneMatch, tag, "default", times);
    if (unchanged !== null) return unchanged;
    const held = await library.textureOf(hash, kind, request.deadline).catch(ignoreUpstream);
    if (held === null) {
      return pictureReply(placeholder, pictureTag(kind, "drawn"), placeholderTimes(times));
    }
    const { value: bytes, cached } = held;
    return pictureReply({ bytes, type: "image/png", source: "default", cached }, tag, times);
  };

  const ofPlayer = async (request: TimedRequest, query: TextureQuery): Promise<Reply> => {
    const worn = await wardrobe.wornBy(requirePlayer(query), query.type, kind, request.deadline);
    switch (worn.kind) {
      case "own":
        return own(request, worn.hash, worn);
      case "default":
        return defaultSkin(request, worn.hash, worn);
      case "nothing":
        throw new ApiError("NOT_FOUND", "This player wears no cape that is publicly known.", worn);
      case "nobody":
        throw unknownPlayer(worn);
    }
  };

  return async (asked: ApiRequest): Promise<Reply> => {
    const request = withDeadline(asked);
    const query = parseQuery(request.search, textureQuery);
    try {
      return query.texture === undefined
        ? await ofPlayer(request, query)
        : await own(request, query.texture, FOREVER);
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      if (error?.code === "BAD_GATEWAY") return pictureError(error, placeholder);
      throw thrown;
    }
  };
}
