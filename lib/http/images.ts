import { ApiError } from "../contract/errors.ts";
import { floodgateUuid, type PlayerIdentifier, type TextureHash } from "../contract/identifiers.ts";
import { type Fallback, requireSubject } from "../contract/queries.ts";
import type { Freshness, TextureResolver, Wearer } from "../players/resolver.ts";
import { LOOKUP_MS, startDeadline, type Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { type DefaultSkin, defaultSkinOf, namedDefaultSkin } from "../textures/default-skins.ts";
import { freshnessHeaders, IMMUTABLE, matchesTag } from "./caching.ts";
import { drawingFor, type Drawing, type DrawingServices, type ImageRoute } from "./drawings.ts";
import { apiErrorOf, errorReply, NO_STORE, type Reply } from "./reply.ts";
import { callerOf, type Handler } from "./request.ts";

export interface ImageServices extends DrawingServices {
  textureOf: TextureResolver;
  /** How long caches may serve an image while this service fails. */
  staleSeconds: number;
}

/** A texture that is shown, and for how long. */
interface Shown extends Freshness {
  hash: TextureHash;
  /**
   * Whose it is: `player`, or the name of the service that the player's texture comes from, if that is not
   * the game's own; `texture`, one that was sent along with a player; or `default`, a default of the game.
   * `placeholder` is this project's drawing.
   */
  source: string;
  wearer?: Wearer;
}

/** How long an immutable image is served from memory without its handler. */
const IMMUTABLE_MS = 86_400_000;
/** How soon a placeholder or a missing texture is worth another request. */
const PLACEHOLDER_MS = 60_000;

/** Of a texture by its hash, which never changes; who wears it does. */
const FOREVER: Freshness = { freshUntil: Infinity, stale: false, cached: true, tags: [] };

/** Images of a player, or of a texture by its hash. */
export function createImageHandler(services: ImageServices, route: ImageRoute): Handler {
  return async (request) => {
    // One for the profile and the texture.
    const deadline = startDeadline(LOOKUP_MS, callerOf(request));
    const drawing = drawingFor(services, route, request, deadline);
    try {
      return await replyWith(drawing, services, deadline, request.ifNoneMatch);
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      if (error?.code !== "BAD_GATEWAY") throw thrown;
      return imageError(error, drawing, "placeholder", await drawing.drawPlaceholder());
    }
  };
}

async function replyWith(
  drawing: Drawing,
  { textureOf, staleSeconds }: ImageServices,
  deadline: Deadline,
  ifNoneMatch: string | undefined,
): Promise<Reply> {
  const { query, texture: kind, fallback, type } = drawing;

  const headersOf = (etag: string, source: string, freshness: Freshness) => {
    const caching = freshnessHeaders(freshness, staleSeconds);
    if (freshness.freshUntil === Infinity) caching["cache-control"] = IMMUTABLE;
    return { "x-texture-source": source, etag, ...caching };
  };

  const imageReply = (bytes: Uint8Array, etag: string, source: string, freshness: Freshness) => {
    const headers = { "content-type": type, ...headersOf(etag, source, freshness) };
    const { cached, stale, tags, freshUntil: until } = freshness;
    const freshUntil = until === Infinity ? Date.now() + IMMUTABLE_MS : until;
    const cacheable = stale || !cached ? undefined : { freshUntil, tags };
    return { status: 200, headers, body: bytes, ...(cacheable && { cacheable }) };
  };

  /** Null when there is no such texture. */
  const textureReply = async (shown: Shown): Promise<Reply | null> => {
    const { hash, source, wearer } = shown;
    const etag = drawing.tagOf(hash, wearer);
    // Nothing is fetched or drawn for a client that has the image.
    if (matchesTag(ifNoneMatch, etag)) {
      return { status: 304, headers: headersOf(etag, source, shown), body: null };
    }
    const drawn = await drawing.draw(hash, wearer);
    // A hit only when both the player and the texture were cached.
    const cached = shown.cached && drawn?.cached === true;
    return drawn && imageReply(drawn.value, etag, source, { ...shown, cached });
  };

  /** A default of the game, or the placeholder while that cannot be fetched. */
  const defaultReply = async (shown: Omit<Shown, "source">): Promise<Reply> => {
    const reply = await textureReply({ ...shown, source: "default" }).catch(ignoreUpstream);
    if (reply !== null) return reply;
    const bytes = await drawing.drawPlaceholder();
    const freshness = { ...briefly(shown), cached: false };
    return imageReply(bytes, drawing.tagOf("drawn"), "placeholder", freshness);
  };

  const notFound = async (sentence: string, freshness: Freshness, who?: PlayerIdentifier) => {
    const error = new ApiError("NOT_FOUND", sentence, freshness);
    if (fallback === "404") throw error;
    const skin = fallbackSkin(fallback ?? "auto", who);
    const hash = skin.hash as TextureHash;
    const wearer = { model: skin.model, javaName: undefined };
    if (fallback !== undefined) return defaultReply({ ...freshness, hash, wearer });
    const drawn = await drawing.draw(hash, wearer).catch(ignoreUpstream);
    if (drawn !== null) return imageError(error, drawing, "default", drawn.value);
    return imageError(error, drawing, "placeholder", await drawing.drawPlaceholder());
  };

  const playerReply = async (who: PlayerIdentifier, isInstead: boolean): Promise<Reply> => {
    const resolved = await textureOf(who, query.type, kind, deadline);
    const found = isInstead ? { ...resolved, ...briefly(resolved) } : resolved;
    switch (found.kind) {
      case "own": {
        const reply = await textureReply({ ...found, source: found.source ?? "player" });
        if (reply === null) throw lostTexture();
        return reply;
      }
      case "default":
        return defaultReply(found);
      case "no-cape":
        throw new ApiError("NOT_FOUND", "This player has no publicly known cape.", found);
      case "unknown-player": {
        const sentence = "No player has this name, UUID, XUID or gamertag.";
        return notFound(sentence, found, who);
      }
    }
  };

  // Of a texture; if there is none of that hash, of the player who was sent with it.
  const { texture: hash, player } = requireSubject(query);
  if (hash === undefined) return playerReply(player, false);
  const source = player === undefined ? "player" : "texture";
  const reply = textureReply({ ...FOREVER, hash, source });
  if (player !== undefined) return (await reply.catch(ignoreUpstream)) ?? playerReply(player, true);
  const sentence = "No texture of this kind has this hash.";
  return (await reply) ?? notFound(sentence, { ...briefly(FOREVER), cached: false });
}

/** An error whose body is an image: an `<img>` shows it, a program still sees the status. */
function imageError(
  error: ApiError,
  { type }: Drawing,
  source: "default" | "placeholder",
  body: Uint8Array,
): Reply {
  const reply = errorReply(error);
  const headers = { ...reply.headers, "content-type": type, "x-texture-source": source };
  if (error.code === "NOT_FOUND" && source === "default") return { ...reply, headers, body };
  return { status: error.status, headers: { ...headers, "cache-control": NO_STORE }, body };
}

/** The freshness of an image that is shown in place of another: a minute at most. */
function briefly(freshness: Freshness): Freshness {
  return { ...freshness, freshUntil: Math.min(freshness.freshUntil, Date.now() + PLACEHOLDER_MS) };
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
