import { ApiError } from "../contract/errors.ts";
import type { TextureHash } from "../contract/identifiers.ts";
import { parseQuery, requirePlayer, textureQuery } from "../contract/queries.ts";
import type { Times } from "../players/wardrobe.ts";
import { drawnSkinPng } from "../textures/drawn-skin.ts";
import { emptyCapePng } from "../textures/empty-cape.ts";
import { apiErrorOf } from "./failures.ts";
import {
  ignoreUpstream,
  loaded,
  notServed,
  pictureReply,
  unknownPlayer,
  unknownTexture,
  type PictureServices,
} from "./head.ts";
import {
  FOREVER,
  notModified,
  pictureError,
  pictureHeaders,
  pictureTag,
  type Picture,
} from "./pictures.ts";
import type { Reply } from "./reply.ts";
import type { ApiRequest } from "./request.ts";

const PLACEHOLDER_MS = 60_000;

/** `GET /skin` and `GET /cape`: a texture's own bytes. */
export function createTextureHandler(
  { wardrobe, library }: PictureServices,
  kind: "skin" | "cape",
) {
  const placeholder = (): Picture => ({
    bytes: kind === "skin" ? drawnSkinPng() : emptyCapePng(),
    type: "image/png",
    source: "placeholder",
  });

  const own = async (request: ApiRequest, hash: TextureHash, times: Times | "forever") => {
    const headers = pictureHeaders(pictureTag(kind, hash), "player", times);
    const unchanged = notModified(request.ifNoneMatch, headers);
    if (unchanged !== null) return unchanged;
    const held = await library.textureOf(hash, kind);
    if (held === null) throw times === FOREVER ? unknownTexture() : notServed();
    const picture = { bytes: held.value, type: "image/png", source: "player" } as const;
    return pictureReply(picture, held.cached ? headers : { ...headers, ...loaded(headers) });
  };

  const defaultSkin = async (request: ApiRequest, hash: TextureHash, times: Times) => {
    const headers = pictureHeaders(pictureTag(kind, hash), "default", times);
    const unchanged = notModified(request.ifNoneMatch, headers);
    if (unchanged !== null) return unchanged;
    const held = await library.textureOf(hash, kind).catch(ignoreUpstream);
    if (held !== null) {
      return pictureReply({ bytes: held.value, type: "image/png", source: "default" }, headers);
    }
    const soon = Math.min(times.freshUntil, Date.now() + PLACEHOLDER_MS);
    const drawn = pictureHeaders(pictureTag(kind, "drawn"), "placeholder", {
      ...times,
      freshUntil: soon,
    });
    return pictureReply(placeholder(), drawn);
  };

  return async (request: ApiRequest): Promise<Reply> => {
    const query = parseQuery(request.search, textureQuery);
    try {
      if (query.texture !== undefined) return await own(request, query.texture, FOREVER);
      const worn = await wardrobe.wornBy(requirePlayer(query), query.type, kind);
      switch (worn.kind) {
        case "own":
          return await own(request, worn.hash, worn);
        case "default":
          return await defaultSkin(request, worn.hash, worn);
        case "nothing":
          throw new ApiError("NOT_FOUND", "This player wears no cape that is publicly known.", {
            freshUntil: worn.freshUntil,
            cached: worn.cached,
          });
        case "nobody":
          throw unknownPlayer(worn);
      }
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      if (error?.code === "BAD_GATEWAY") return pictureError(error, placeholder());
      throw thrown;
    }
  };
}
