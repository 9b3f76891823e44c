import { ApiError } from "../contract/errors.ts";
import { floodgateUuid, type PlayerIdentifier, type TextureHash } from "../contract/identifiers.ts";
import {
  bodyQuery,
  bustQuery,
  capeQuery,
  cardQuery,
  type Fallback,
  headQuery,
  type HeadQuery,
  parseQuery,
  requireSubject,
  skinQuery,
  type TextureQuery,
} from "../contract/queries.ts";
import type { MaybeCached, TextureLibrary } from "../players/texture-library.ts";
import type { Freshness, TextureResolver, Wearer } from "../players/texture-resolver.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { type DefaultSkin, defaultSkinOf, namedDefaultSkin } from "../textures/default-skins.ts";
import { faceOf } from "../textures/face.ts";
import { renderHead } from "../textures/head.ts";
import {
  placeholderCape,
  placeholderCapePng,
  placeholderSkin,
  placeholderSkinPng,
} from "../textures/placeholder.ts";
import { hasElytra, poseOf, type ViewName } from "../textures/view.ts";
import type { ViewImages } from "../textures/encode.ts";
import {
  createImageReplies,
  imageError,
  imageTag,
  placeholderFreshness,
  replacementFreshness,
  type RenderedImage,
  type ImageFreshness,
  type TextureSource,
} from "./image-replies.ts";
import { apiErrorOf, type Reply } from "./reply.ts";
import { withDeadline, type Handler, type TimedRequest } from "./request.ts";

export interface ImageServices {
  textureOf: TextureResolver;
  library: TextureLibrary;
  views: ViewImages;
  /** How long caches may serve an image while this service fails. */
  staleSeconds: number;
}

const UNKNOWN_PLAYER = "No player has this name, UUID, XUID or gamertag.";
const UNKNOWN_TEXTURE = "No texture of this kind has this hash.";
const NO_CAPE = "This player has no publicly known cape.";
const NO_ELYTRA = "This cape has no elytra of its own.";

export const imageRoutes = ["head", "bust", "body", "player", "skin", "cape"] as const;
export type ImageRoute = (typeof imageRoutes)[number];

/** What a request wants drawn, whichever texture it leads to. */
interface Wanted {
  request: TimedRequest;
  query: TextureQuery;
  texture: "skin" | "cape";
  type: RenderedImage["type"];
  /** Shown for an unknown player: nothing ("404"), a skin, or by default a skin with status 404. */
  fallback: Fallback | undefined;
  tagOf(texture: TextureHash | "drawn", wearer?: Wearer): string;
  /** The image of a texture; null when the hash is unknown or its texture is of another kind. */
  draw(hash: TextureHash, wearer?: Wearer): Promise<MaybeCached<Uint8Array> | null>;
  drawPlaceholder(): Uint8Array | Promise<Uint8Array>;
}

/** Images of a player, or of a texture by its hash. */
export function createImageHandler(services: ImageServices, route: ImageRoute): Handler {
  const { textureOf, staleSeconds } = services;
  const replies = createImageReplies(staleSeconds);

  /** Null when there is no such texture. */
  const textureReply = async (
    wanted: Wanted,
    source: TextureSource,
    hash: TextureHash,
    freshness: ImageFreshness,
    wearer?: Wearer,
  ): Promise<Reply | null> => {
    const tag = wanted.tagOf(hash, wearer);
    const unchanged = replies.notModified(wanted.request.ifNoneMatch, tag, source, freshness);
    if (unchanged !== null) return unchanged;
    const drawn = await wanted.draw(hash, wearer);
    return drawn && replies.image(imageOf(wanted, source, drawn), tag, freshness);
  };

  /** A default of the game, or the placeholder while that cannot be fetched. */
  const defaultReply = async (
    wanted: Wanted,
    hash: TextureHash,
    freshness: Freshness,
    wearer: Wearer,
  ) =>
    (await textureReply(wanted, "default", hash, freshness, wearer).catch(ignoreUpstream)) ??
    replies.image(
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
    const skin = fallbackSkin(wanted.fallback ?? "auto", who);
    const hash = skin.hash as TextureHash;
    const wearer = { model: skin.model, javaName: undefined };
    if (wanted.fallback !== undefined) return defaultReply(wanted, hash, freshness, wearer);
    const drawn = await wanted.draw(hash, wearer).catch(ignoreUpstream);
    return imageError(
      error,
      drawn === null ? await placeholder(wanted) : imageOf(wanted, "default", drawn),
    );
  };

  const ofPlayer = async (
    wanted: Wanted,
    who: PlayerIdentifier,
    isInstead: boolean,
  ): Promise<Reply> => {
    const { query, request, texture } = wanted;
    const worn = await textureOf(who, query.type, texture, request.deadline);
    const found = isInstead ? { ...worn, ...replacementFreshness(worn) } : worn;
    switch (found.kind) {
      case "own": {
        const source = found.source ?? "player";
        const reply = await textureReply(wanted, source, found.hash, found, found.wearer);
        if (reply === null) throw lostTexture();
        return reply;
      }
      case "default":
        return defaultReply(wanted, found.hash, found, found.wearer);
      case "no-cape":
        throw new ApiError("NOT_FOUND", NO_CAPE, found);
      case "unknown-player":
        return notFound(wanted, UNKNOWN_PLAYER, who, found);
    }
  };

  /** Of a texture; if there is none of that hash, of the player who was sent with it. */
  const ofSubject = async (wanted: Wanted): Promise<Reply> => {
    const { texture, player } = requireSubject(wanted.query);
    if (texture === undefined) return ofPlayer(wanted, player, false);
    if (player === undefined) {
      const reply = await textureReply(wanted, "player", texture, "immutable");
      return reply ?? notFound(wanted, UNKNOWN_TEXTURE, undefined, placeholderFreshness());
    }
    const reply = textureReply(wanted, "texture", texture, "immutable").catch(ignoreUpstream);
    return (await reply) ?? ofPlayer(wanted, player, true);
  };

  return async (request) => {
    const wanted = wantedBy[route](services, withDeadline(request));
    try {
      return await ofSubject(wanted);
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      if (error?.code !== "BAD_GATEWAY") throw thrown;
      return imageError(error, await placeholder(wanted));
    }
  };
}

/** What a request of each route wants. */
const wantedBy: Record<ImageRoute, (services: ImageServices, request: TimedRequest) => Wanted> = {
  head(services, request) {
    const query = parseQuery(request.search, headQuery);
    if (query.view === "front") return wantedFace(services, request, query);
    return wantedView(services, request, "skin", query, "head-iso");
  },
  bust: (services, request) =>
    wantedView(services, request, "skin", parseQuery(request.search, bustQuery), "bust-front"),
  body(services, request) {
    const query = parseQuery(request.search, bodyQuery);
    return wantedView(services, request, "skin", query, `body-${query.view}`);
  },
  player: (services, request) =>
    wantedView(services, request, "skin", parseQuery(request.search, cardQuery), "player-card"),
  skin: (services, request) =>
    wantedTexture(services, request, "skin", parseQuery(request.search, skinQuery)),
  cape(services, request) {
    const query = parseQuery(request.search, capeQuery);
    if (query.view === "texture") return wantedTexture(services, request, "cape", query);
    return wantedView(services, request, "cape", query, `cape-${query.view}`);
  },
};

/** The face of a skin as a square image. */
function wantedFace({ library }: ImageServices, request: TimedRequest, query: HeadQuery): Wanted {
  const { size, format, overlay } = query;
  return {
    request,
    query,
    texture: "skin",
    type: `image/${format}`,
    fallback: query.default,
    tagOf: (texture) => imageTag("head", texture, size, format, overlay),
    async draw(hash) {
      const face = await library.faceOf(hash, overlay, request.deadline);
      if (face === null) return null;
      return { value: await renderHead(face.value, { size, format }), cached: face.cached };
    },
    drawPlaceholder: () => renderHead(faceOf(placeholderSkin, { overlay }), { size, format }),
  };
}

type ViewQuery = TextureQuery &
  Pick<HeadQuery, "size" | "format"> & {
    overlay?: boolean;
    model?: Wearer["model"] | undefined;
    default?: Fallback | undefined;
  };

/** A skin on the figure that wears it, or a cape as it is worn. */
function wantedView(
  { library, views }: ImageServices,
  request: TimedRequest,
  texture: "skin" | "cape",
  query: ViewQuery,
  view: ViewName,
): Wanted {
  const { size, format, overlay = true } = query;
  const optionsFor = (wearer?: Wearer) => ({
    view,
    size,
    format,
    overlay,
    model: query.model ?? wearer?.model,
    ...poseOf(wearer?.javaName),
  });
  return {
    request,
    query,
    texture,
    type: `image/${format}`,
    fallback: texture === "cape" ? "404" : query.default,
    tagOf: (hash, wearer) => imageTag(hash, ...Object.values(optionsFor(wearer)).map(String)),
    async draw(hash, wearer) {
      const bytes = await library.textureOf(hash, texture, request.deadline);
      if (bytes === null) return null;
      const value = await views(hash, optionsFor(wearer), async () => {
        const pixels = await library.pixelsOf(hash, bytes.value, texture);
        if (view !== "cape-elytra" || hasElytra(pixels)) return pixels;
        throw new ApiError("NOT_FOUND", NO_ELYTRA);
      });
      return { value, cached: bytes.cached };
    },
    drawPlaceholder: () =>
      views("placeholder", optionsFor(), () =>
        texture === "cape" ? placeholderCape : placeholderSkin,
      ),
  };
}

/** The bytes of a skin or cape as they are. */
function wantedTexture(
  { library }: ImageServices,
  request: TimedRequest,
  texture: "skin" | "cape",
  query: TextureQuery,
): Wanted {
  return {
    request,
    query,
    texture,
    type: "image/png",
    fallback: (texture === "skin" ? request.skinFallback : undefined) ?? "404",
    tagOf: (hash) => imageTag(texture, hash),
    draw: (hash) => library.textureOf(hash, texture, request.deadline),
    drawPlaceholder: () => (texture === "skin" ? placeholderSkinPng : placeholderCapePng),
  };
}

function imageOf(
  { type }: Wanted,
  source: TextureSource,
  { value: bytes, cached }: MaybeCached<Uint8Array>,
): RenderedImage {
  return { bytes, type, source, cached };
}

async function placeholder({ type, drawPlaceholder }: Wanted): Promise<RenderedImage> {
  return { bytes: await drawPlaceholder(), type, source: "placeholder", cached: false };
}

/**
 * The default skin that is shown for an unknown player. `auto` follows the UUID, as the game does;
 * without a UUID the game shows Steve.
 */
function fallbackSkin(
  fallback: Exclude<Fallback, "404">,
  who: PlayerIdentifier | undefined,
): DefaultSkin {
  if (fallback !== "auto") return namedDefaultSkin(fallback);
  if (who?.kind === "java-uuid") return defaultSkinOf(who.uuid);
  if (who?.kind === "xuid") return defaultSkinOf(floodgateUuid(who.xuid));
  // UUIDs of offline servers: the game gives them a default by the same rule.
  if (who?.kind === "impossible" && /^[0-9a-f]{32}$/.test(who.id)) return defaultSkinOf(who.id);
  return namedDefaultSkin("steve");
}

/** The profile names a texture that the textures host does not have. */
function lostTexture(): UpstreamFailure {
  const call = { provider: "mojang-textures", operation: "texture" };
  return new UpstreamFailure("bad-response", call, "does not have a player's texture");
}

/** For an upstream's failure where another image can be shown. */
function ignoreUpstream(error: unknown): null {
  if (error instanceof UpstreamFailure) return null;
  throw error;
}
