import type { z } from "zod";
import { ApiError } from "../contract/errors.ts";
import { floodgateUuid, type PlayerIdentifier, type TextureHash } from "../contract/identifiers.ts";
import type { RouteId } from "../contract/paths.ts";
import { requireSubject } from "../contract/parse-query.ts";
import type { Fallback, TextureQuery } from "../contract/queries.ts";
import { cachingOf, FRESH_MS, ofBoth, UNCACHED, type Freshness } from "../freshness.ts";
import { apiErrorOf, errorReply, type DeferredReply, type Reply } from "../http/reply.ts";
import { callerOf, type ApiRequest } from "../http/request.ts";
import type { ResolvedTexture, Wearer } from "../players/resolver.ts";
import { LOOKUP_MS, startDeadline, type Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { TextureError } from "../textures/codec.ts";
import { type DefaultSkin, defaultSkinOf, namedDefaultSkin } from "../textures/default-skins.ts";
import { createDrawings, lostTexture, type Drawing, type Drawings } from "./drawing.ts";
import {
  commonErrors,
  defineRoute,
  lookupErrors,
  type Route,
  type RouteServices,
} from "./route.ts";

/** What is particular to a route: its parameters, and what it draws. */
type ImageRoute<Query extends z.ZodObject, Id extends RouteId> = Partial<
  Pick<Route, "images" | "imageErrors">
> &
  Pick<Route<Query>, "example"> & {
    id: Id;
    query: Query;
    draw(query: z.infer<Query>, drawings: Drawings, request: ApiRequest): Drawing;
  };

/** A route of an image of a player, or of a texture by its hash. */
export function imageRoute<Query extends z.ZodObject, const Id extends RouteId>({
  draw,
  ...own
}: ImageRoute<Query, Id>): Route<Query> & { id: Id } {
  return defineRoute<Query, Id>({
    required: ["username"],
    images: ["image/png", "image/webp"],
    imageErrors: [404, 502],
    errors: [...lookupErrors, ...commonErrors],
    freshness: "data",
    ...own,
    handle(query, request, services) {
      // One for the profile and the texture.
      const deadline = startDeadline(LOOKUP_MS, callerOf(request), services);
      const drawings = createDrawings(services, deadline, request.compat);
      const drawing = draw(query, drawings, request);
      const orPlaceholder = async (
        making: () => Promise<Reply | DeferredReply>,
      ): Promise<Reply | DeferredReply> => {
        try {
          const reply = await making();
          return "make" in reply ? { ...reply, make: () => orPlaceholder(reply.make) } : reply;
        } catch (thrown) {
          const error = apiErrorOf(thrown);
          if (error?.code !== "BAD_GATEWAY") throw thrown;
          const bytes = await drawing.drawPlaceholder();
          return imageError(error, drawing, "placeholder", bytes, services.clock.now());
        }
      };
      return orPlaceholder(() => replyWith(drawing, query as TextureQuery, services, deadline));
    },
  });
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

/** Of a texture by its hash, which never changes; who wears it does. */
const FOREVER: Freshness = { freshUntil: Infinity, stale: false, cached: true, tags: [] };

async function replyWith(
  drawing: Drawing,
  query: TextureQuery,
  { textureOf, lookup, clock }: RouteServices,
  deadline: Deadline,
): Promise<Reply | DeferredReply> {
  const { texture: kind, fallback, type } = drawing;

  /** For an image that is shown in place of another: a minute at most. */
  const briefly = (freshness: Freshness): Freshness => ({
    ...freshness,
    freshUntil: Math.min(freshness.freshUntil, clock.now() + FRESH_MS.placeholder),
  });

  const imageReply = (bytes: Uint8Array, etag: string, source: string, freshness: Freshness) => ({
    status: 200,
    headers: { "content-type": type, "x-texture-source": source, etag },
    body: bytes,
    caching: cachingOf(freshness, clock.now()),
  });

  /** A texture; nothing is fetched or drawn for a client that has the image. */
  const textureReply = (
    shown: Shown,
    /** When there is no such texture, or the file is none. */
    otherwise: (unusable: TextureError | null) => Promise<Reply | DeferredReply>,
    /** Whether an upstream's failure counts as that. */
    isReplaceable = false,
  ): DeferredReply => {
    const { hash, source, wearer } = shown;
    const etag = drawing.tagOf(hash, wearer);
    return {
      status: 200,
      headers: { "x-texture-source": source, etag },
      caching: cachingOf(shown, clock.now()),
      async make() {
        const drawn = await drawing.draw(hash, wearer).catch((error: unknown) => {
          if (error instanceof TextureError) return error;
          if (isReplaceable) return ignoreUpstream(error);
          throw error;
        });
        if (drawn === null || drawn instanceof TextureError) return otherwise(drawn);
        // A hit only when both the player and the texture were cached.
        const cached = shown.cached && drawn.cached;
        return imageReply(drawn.value, etag, source, { ...shown, cached });
      },
    };
  };

  /** A default of the game, or the placeholder while that cannot be fetched. */
  const defaultReply = (
    shown: Omit<Shown, "source">,
    /** When the cape that is drawn cannot be used. */
    withoutCape?: (unusable: TextureError) => Promise<Reply | DeferredReply>,
  ): DeferredReply =>
    textureReply(
      { ...shown, source: "default" },
      async (unusable) => {
        if (unusable?.kind === "cape" && withoutCape) return withoutCape(unusable);
        const bytes = await drawing.drawPlaceholder();
        const freshness = { ...briefly(shown), cached: false };
        return imageReply(bytes, drawing.tagOf("drawn"), "placeholder", freshness);
      },
      true,
    );

  const notFound = async (sentence: string, freshness: Freshness, who?: PlayerIdentifier) => {
    const error = new ApiError("NOT_FOUND", sentence, freshness);
    if (fallback === "404") throw error;
    const skin = fallbackSkin(fallback ?? "auto", who);
    const hash = skin.hash as TextureHash;
    const wearer = { model: skin.model, javaName: undefined };
    if (fallback !== undefined) return defaultReply({ ...freshness, hash, wearer });
    const drawn = await drawing.draw(hash, wearer).catch(ignoreUpstream);
    const now = clock.now();
    if (drawn !== null) return imageError(error, drawing, "default", drawn.value, now);
    return imageError(error, drawing, "placeholder", await drawing.drawPlaceholder(), now);
  };

  /**
   * With the cape that the player wears, if that is drawn. A cape that is not known is no missing one: the image
   * fails.
   */
  const withCape = async (who: PlayerIdentifier, found: ResolvedTexture) => {
    if (!drawing.wearsCape || !("wearer" in found)) return found;
    const cape = await textureOf(who, query.type, "cape", deadline);
    const wearer = { ...found.wearer, cape: "hash" in cape ? cape.hash : undefined };
    return { ...found, ...ofBoth(found, cape), wearer };
  };

  /** @param unusable What the player has none of, since the file cannot be used. */
  const playerReply = async (
    who: PlayerIdentifier,
    isInstead: boolean,
    unusable: readonly TextureError["kind"][] = [],
  ): Promise<Reply | DeferredReply> => {
    const worn = await withCape(who, await textureOf(who, query.type, kind, deadline));
    const resolved = withoutUnusable(worn, unusable, kind);
    const found = isInstead ? { ...resolved, ...briefly(resolved) } : resolved;
    /** Loads what is known of the player again, so that profiles say the same. */
    const again = async (player: PlayerIdentifier, { kind: of }: TextureError) => {
      const type = player.kind === "xuid" ? "bedrock" : "java";
      await lookup(player, { type, caller: deadline.caller, refresh: true });
      return playerReply(who, isInstead, [...unusable, of]);
    };
    switch (found.kind) {
      case "own": {
        const { player, source = "player" } = found;
        return textureReply({ ...found, source }, async (fault) => {
          if (fault === null) throw lostTexture();
          return again(player, fault);
        });
      }
      case "default":
        return defaultReply(found, (fault) => again(found.player, fault));
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
  if (player !== undefined) {
    const shown = { ...FOREVER, hash, source: "texture" };
    return textureReply(shown, () => playerReply(player, true), true);
  }
  const sentence = "No texture of this kind has this hash.";
  return textureReply({ ...FOREVER, hash, source: "player" }, () =>
    notFound(sentence, { ...briefly(FOREVER), cached: false }),
  );
}

/** What a player wears when files that cannot be used are nothing, as in the game. */
function withoutUnusable(
  found: ResolvedTexture,
  unusable: readonly TextureError["kind"][],
  kind: TextureError["kind"],
): ResolvedTexture {
  if (!("wearer" in found)) return found;
  const cape = unusable.includes("cape") ? undefined : found.wearer.cape;
  const shown = { ...found, wearer: { ...found.wearer, cape } };
  if (shown.kind === "default" || !unusable.includes(kind)) return shown;
  if (kind === "cape") return { ...shown, kind: "no-cape" };
  const { byDefault } = shown;
  return { ...shown, kind: "default", ...byDefault, wearer: { ...byDefault.wearer, cape } };
}

/** An error whose body is an image: an `<img>` shows it, a program still sees the status. */
function imageError(
  error: ApiError,
  { type }: Drawing,
  source: "default" | "placeholder",
  body: Uint8Array,
  now: number,
): Reply {
  const { caching, ...reply } = errorReply(error, now);
  const headers = { ...reply.headers, "content-type": type, "x-texture-source": source };
  if (error.code === "NOT_FOUND" && source === "default")
    return { ...reply, headers, body, caching };
  return { ...reply, headers, body, caching: { ...UNCACHED, state: caching.state } };
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

/** For an upstream's failure where another image can be shown. */
function ignoreUpstream(error: unknown): null {
  if (error instanceof UpstreamFailure) return null;
  throw error;
}
