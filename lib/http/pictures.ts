import { ApiError } from "../contract/errors.ts";
import { floodgateUuid, type PlayerIdentifier, type TextureHash } from "../contract/identifiers.ts";
import {
  type Fallback,
  headQuery,
  parseQuery,
  requirePlayer,
  textureQuery,
  type TextureQuery,
} from "../contract/queries.ts";
import type { MaybeCached, TextureLibrary } from "../players/texture-library.ts";
import type { Freshness, TextureResolver } from "../players/texture-resolver.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { defaultSkinOf, namedDefaultSkin } from "../textures/default-skins.ts";
import { faceOf } from "../textures/face.ts";
import { renderHead } from "../textures/head.ts";
import {
  placeholderCapePng,
  placeholderSkin,
  placeholderSkinPng,
} from "../textures/placeholder.ts";
import {
  createPictureReplies,
  pictureError,
  pictureTag,
  placeholderFreshness,
  type Picture,
  type PictureFreshness,
} from "./picture-replies.ts";
import { apiErrorOf, type Reply } from "./reply.ts";
import { withDeadline, type Handler, type TimedRequest } from "./request.ts";

export interface PictureServices {
  textureOf: TextureResolver;
  library: TextureLibrary;
  /** How long caches may serve a picture while this service fails. */
  staleSeconds: number;
}

const UNKNOWN_PLAYER = "No player has this name, UUID, XUID or gamertag.";
const UNKNOWN_TEXTURE = "No texture of this kind has this hash.";
const NO_CAPE = "This player has no publicly known cape.";

/** What a request asks to be drawn, whichever texture it leads to. */
interface Wanted {
  request: TimedRequest;
  query: TextureQuery;
  type: Picture["type"];
  /** Shown for an unknown player: nothing ("404"), a skin, or by default a skin with status 404. */
  fallback: Fallback | undefined;
  tagOf(texture: TextureHash | "drawn"): string;
  /** The picture of a texture; null when the hash is unknown or its texture is of another kind. */
  draw(hash: TextureHash): Promise<MaybeCached<Uint8Array> | null>;
  drawPlaceholder(): Uint8Array | Promise<Uint8Array>;
}

/** `GET /head`, `/skin` and `/cape`: a picture of a player, or of a texture by its hash. */
export function createPictureHandler(
  { textureOf, library, staleSeconds }: PictureServices,
  route: "head" | "skin" | "cape",
): Handler {
  const replies = createPictureReplies(staleSeconds);

  /** Null when there is no such texture. */
  const textureReply = async (
    wanted: Wanted,
    source: "player" | "default",
    hash: TextureHash,
    freshness: PictureFreshness,
  ): Promise<Reply | null> => {
    const tag = wanted.tagOf(hash);
    const unchanged = replies.notModified(wanted.request.ifNoneMatch, tag, source, freshness);
    if (unchanged !== null) return unchanged;
    const drawn = await wanted.draw(hash);
    return drawn && replies.picture(pictureOf(wanted, source, drawn), tag, freshness);
  };

  /** A default of the game, or the placeholder while that cannot be fetched. */
  const defaultReply = async (wanted: Wanted, hash: TextureHash, freshness: Freshness) =>
    (await textureReply(wanted, "default", hash, freshness).catch(ignoreUpstream)) ??
    replies.picture(
      await placeholder(wanted),
      wanted.tagOf("drawn"),
      placeholderFreshness(freshness),
    );

  const notFound = async (
    wanted: Wanted,
    sentence: string,
    who: PlayerIdentifier | undefined,
    freshness: Freshness,
  ): Promise<Reply> => {
    const error = new ApiError("NOT_FOUND", sentence, freshness);
    if (wanted.fallback === "404") throw error;
    const hash = fallbackSkin(wanted.fallback ?? "auto", who);
    if (wanted.fallback !== undefined) return defaultReply(wanted, hash, freshness);
    const drawn = await wanted.draw(hash).catch(ignoreUpstream);
    return pictureError(
      error,
      drawn === null ? await placeholder(wanted) : pictureOf(wanted, "default", drawn),
    );
  };

  const ofTexture = async (wanted: Wanted, hash: TextureHash): Promise<Reply> =>
    (await textureReply(wanted, "player", hash, "immutable")) ??
    notFound(wanted, UNKNOWN_TEXTURE, undefined, placeholderFreshness());

  const ofPlayer = async (wanted: Wanted): Promise<Reply> => {
    const { query, request } = wanted;
    const who = requirePlayer(query);
    const kind = route === "cape" ? "cape" : "skin";
    const found = await textureOf(who, query.type, kind, request.deadline);
    switch (found.kind) {
      case "own": {
        const reply = await textureReply(wanted, "player", found.hash, found);
        if (reply === null) throw lostTexture();
        return reply;
      }
      case "default":
        return defaultReply(wanted, found.hash, found);
      case "no-cape":
        throw new ApiError("NOT_FOUND", NO_CAPE, found);
      case "unknown-player":
        return notFound(wanted, UNKNOWN_PLAYER, who, found);
    }
  };

  return async (asked) => {
    const request = withDeadline(asked);
    const wanted =
      route === "head" ? wantedHead(library, request) : wantedTexture(library, route, request);
    const { texture } = wanted.query;
    try {
      return texture === undefined ? await ofPlayer(wanted) : await ofTexture(wanted, texture);
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      if (error?.code !== "BAD_GATEWAY") throw thrown;
      return pictureError(error, await placeholder(wanted));
    }
  };
}

/** The face of a skin as a square picture. */
function wantedHead(library: TextureLibrary, request: TimedRequest): Wanted {
  const query = parseQuery(request.search, headQuery);
  const { size, format, overlay } = query;
  return {
    request,
    query,
    type: `image/${format}`,
    fallback: query.default,
    tagOf: (texture) => pictureTag("head", texture, size, format, overlay),
    async draw(hash) {
      const face = await library.faceOf(hash, overlay, request.deadline);
      if (face === null) return null;
      return { value: await renderHead(face.value, { size, format }), cached: face.cached };
    },
    drawPlaceholder: () => renderHead(faceOf(placeholderSkin(), { overlay }), { size, format }),
  };
}

/** The bytes of a skin or cape as they are. */
function wantedTexture(
  library: TextureLibrary,
  kind: "skin" | "cape",
  request: TimedRequest,
): Wanted {
  return {
    request,
    query: parseQuery(request.search, textureQuery),
    type: "image/png",
    fallback: "404",
    tagOf: (texture) => pictureTag(kind, texture),
    draw: (hash) => library.textureOf(hash, kind, request.deadline),
    drawPlaceholder: kind === "skin" ? placeholderSkinPng : placeholderCapePng,
  };
}

function pictureOf(
  { type }: Wanted,
  source: "player" | "default",
  { value: bytes, cached }: MaybeCached<Uint8Array>,
): Picture {
  return { bytes, type, source, cached };
}

async function placeholder({ type, drawPlaceholder }: Wanted): Promise<Picture> {
  return { bytes: await drawPlaceholder(), type, source: "placeholder", cached: false };
}

/**
 * The default skin that is shown for an unknown player. `auto` follows the UUID, as the game does;
 * without a UUID the game shows Steve.
 */
function fallbackSkin(
  fallback: Exclude<Fallback, "404">,
  who: PlayerIdentifier | undefined,
): TextureHash {
  const skinOf = () => {
    if (fallback !== "auto") return namedDefaultSkin(fallback);
    if (who?.kind === "java-uuid") return defaultSkinOf(who.uuid);
    if (who?.kind === "xuid") return defaultSkinOf(floodgateUuid(who.xuid));
    return namedDefaultSkin("steve");
  };
  return skinOf().hash as TextureHash;
}

/** The profile names a texture that the textures host does not have. */
function lostTexture(): UpstreamFailure {
  const call = { provider: "mojang-textures", operation: "texture" };
  return new UpstreamFailure("bad-response", call, "does not have a player's texture");
}

/** For an upstream's failure where another picture can be shown. */
function ignoreUpstream(error: unknown): null {
  if (error instanceof UpstreamFailure) return null;
  throw error;
}
