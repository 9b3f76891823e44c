import type { z } from "zod";
import { ApiError } from "../contract/errors.ts";
import { floodgateUuid, type PlayerIdentifier, type TextureHash } from "../contract/identifiers.ts";
import type { RouteId } from "../contract/paths.ts";
import { requireSubject } from "../contract/parse-query.ts";
import type { Fallback, LookupType, TextureQuery } from "../contract/queries.ts";
import {
  briefly as brieflyCached,
  cachingOf,
  FRESH_MS,
  ofBoth,
  UNCACHED,
  type Freshness,
} from "../freshness.ts";
import { hasVersion, type Preconditions } from "../http/preconditions.ts";
import { apiErrorOf, errorReply, notModified, type Reply } from "../http/reply.ts";
import { callerOf, type ApiRequest } from "../http/request.ts";
import { noSuchPlayer } from "../players/profile.ts";
import type { ResolvedTexture, Wearer } from "../players/resolver.ts";
import { LOOKUP_MS, startDeadline, type Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { TextureError } from "../textures/codec.ts";
import { type DefaultSkin, defaultSkinOf, namedDefaultSkin } from "../textures/default-skins.ts";

import {
  commonErrors,
  defineRoute,
  lookupErrors,
  type Route,
  type RouteServices,
} from "./route.ts";
import {
  createTextureImages,
  lostTexture,
  type TextureImage,
  type TextureImages,
} from "./texture-images.ts";

/** What is particular to a route: its parameters, and what it shows. */
type ImageRoute<Query extends z.ZodObject, Id extends RouteId> = Partial<
  Pick<Route, "images" | "imageErrors">
> &
  Pick<Route<Query>, "example"> & {
    id: Id;
    query: Query;
    image(query: z.infer<Query>, images: TextureImages, request: ApiRequest): TextureImage;
  };

/** A route of an image of a player, or of a texture by its hash. */
export function imageRoute<Query extends z.ZodObject, const Id extends RouteId>({
  image: imageFor,
  ...own
}: ImageRoute<Query, Id>): Route<Query> & { id: Id } {
  return defineRoute<Query, Id>({
    required: ["username"],
    images: ["image/png", "image/webp"],
    imageErrors: [404, 502],
    errors: [...lookupErrors, ...commonErrors],
    freshness: "data",
    ...own,
    async handle(query, request, services) {
      // One for the profile and the texture.
      const deadline = startDeadline(LOOKUP_MS, callerOf(request), services);
      const images = createTextureImages(services, deadline, request.compat);
      const image = imageFor(query, images, request);
      const { textureOf, lookup, offersBedrock, clock } = services;
      const { preconditions } = request;
      const isStrict = "default" in query && query.default === "404";
      const given = { textureOf, lookup, offersBedrock, clock };
      const wanted = { image, isStrict, deadline, preconditions, ...given };
      try {
        return await imageOf(query as TextureQuery, wanted);
      } catch (thrown) {
        const error = apiErrorOf(thrown);
        if (error?.code !== "BAD_GATEWAY" || isStrict) throw thrown;
        return imageError(error, await placeholderReply(wanted, UNKNOWN), clock.now());
      }
    },
  });
}

/** What a request shows, by when, and what its client has already. */
interface Wanted extends Pick<RouteServices, "textureOf" | "lookup" | "offersBedrock" | "clock"> {
  image: TextureImage;
  /** Nothing may stand for an image that cannot be had, so that an `<img>` notices. */
  isStrict: boolean;
  deadline: Deadline;
  preconditions: Preconditions;
}

/** A texture that is shown, and for how long. */
interface Shown extends Freshness {
  hash: TextureHash;
  /**
   * Whose it is: `player`, or the name of the service that the player's texture comes from, if that is not
   * the game's own; `texture`, one that was sent along with a player; or `default`, a default of the game.
   * `placeholder` is this project's own.
   */
  source: string;
  wearer?: Wearer;
  /** A cape is worn, and could not be loaded. */
  lacksCape?: boolean | undefined;
}

type TextureKind = TextureError["kind"];

/** Of a texture by its hash, which never changes; who wears it does. */
const FOREVER: Freshness = { freshUntil: Infinity, stale: false, cached: true, tags: [] };
/** Of what stands for a texture that is not known. */
const UNKNOWN: Freshness = { freshUntil: 0, stale: false, cached: false, tags: [] };

/** The image of a texture; if there is none of that hash, of the player who was sent with it. */
async function imageOf(query: TextureQuery, wanted: Wanted): Promise<Reply> {
  const { texture: hash, player } = requireSubject(query);
  if (hash === undefined) return playerReply(wanted, player, query.type);
  if (player !== undefined) {
    const shown = { ...FOREVER, hash, source: "texture" };
    const reply = await textureReply(wanted, shown).catch(ignoreUpstream);
    return isReply(reply) ? reply : playerReply(wanted, player, query.type, { isInstead: true });
  }
  const reply = await textureReply(wanted, { ...FOREVER, hash, source: "player" });
  if (isReply(reply)) return reply;
  const freshness = { ...briefly(FOREVER, wanted.clock.now()), cached: false };
  return notFoundReply(wanted, "No texture of this kind has this hash.", freshness);
}

/**
 * The image of what a player wears.
 * @param of `isInstead`: of a texture that was sent along; `unusable`: what the player has none of, since the
 * file cannot be used.
 */
async function playerReply(
  wanted: Wanted,
  who: PlayerIdentifier,
  type: LookupType,
  { isInstead = false, unusable = [] }: { isInstead?: boolean; unusable?: TextureKind[] } = {},
): Promise<Reply> {
  const { image, isStrict, textureOf, lookup, deadline, clock } = wanted;
  const alone = await textureOf(who, type, image.texture, deadline);
  const all = image.wearsCape ? await withCape(alone, wanted, who, type) : alone;
  const worn = withoutUnusable(all, unusable, image.texture);
  const found = isInstead ? { ...worn, ...briefly(worn, clock.now()) } : worn;
  if (found.kind === "no-cape") {
    throw new ApiError("NOT_FOUND", "This player has no publicly known cape.", found);
  }
  if (found.kind === "unknown-player") {
    return notFoundReply(wanted, noSuchPlayer(wanted.offersBedrock), found, who);
  }
  const isOwn = found.kind === "own";
  const source = isOwn ? (found.source ?? "player") : "default";
  const making = textureReply(wanted, { ...found, source });
  const reply = await (isOwn || isStrict ? making : making.catch(ignoreUpstream));
  if (isReply(reply)) return reply;
  if (reply !== null && (isOwn || reply.kind === "cape")) {
    // Loads what is known of the player again, so that profiles say the same.
    const { player } = found;
    const edition = player.kind === "xuid" ? "bedrock" : "java";
    await lookup(player, { type: edition, caller: deadline.caller, refresh: true });
    return playerReply(wanted, who, type, { isInstead, unusable: [...unusable, reply.kind] });
  }
  if (isOwn || isStrict) throw lostTexture();
  return placeholderReply(wanted, found);
}

/** What a player wears, with the cape. Where that is not known, the player is shown without it. */
async function withCape(
  found: ResolvedTexture,
  { textureOf, deadline }: Wanted,
  who: PlayerIdentifier,
  type: LookupType,
): Promise<ResolvedTexture & Pick<Shown, "lacksCape">> {
  if (!("wearer" in found)) return found;
  const cape = await textureOf(who, type, "cape", deadline).catch(ignoreUpstream);
  if (cape === null) return { ...found, lacksCape: true };
  const wearer = { ...found.wearer, cape: "hash" in cape ? cape.hash : undefined };
  return { ...found, ...ofBoth(found, cape), wearer };
}

/**
 * The image of a texture: a 304 for a client that has it, for which nothing is fetched or drawn. Otherwise why
 * there is none: what is wrong with the file, or null where there is no such texture.
 */
async function textureReply(
  { image, preconditions, clock }: Wanted,
  shown: Shown,
): Promise<Reply | TextureError | null> {
  const { hash, source, wearer } = shown;
  const tag = image.tagOf(hash, wearer);
  const headers = { "content-type": image.type, "x-texture-source": source, etag: tag };
  if (hasVersion(preconditions, tag)) {
    const reply = notModified({ headers, caching: cachingOf(shown, clock.now()) });
    return shown.lacksCape ? partial(reply, clock.now()) : reply;
  }
  try {
    const made = await image.bytesOf(hash, wearer);
    if (made === null) return null;
    // A hit only when both the player and the texture were cached.
    const caching = cachingOf({ ...shown, cached: shown.cached && made.cached }, clock.now());
    const reply = { status: 200, headers, body: made.value, caching };
    if (!made.lacksCape) return shown.lacksCape ? partial(reply, clock.now()) : reply;
    const bare = image.tagOf(hash, wearer && { ...wearer, cape: undefined });
    return partial({ ...reply, headers: { ...headers, etag: bare } }, clock.now());
  } catch (error) {
    if (error instanceof TextureError) return error;
    throw error;
  }
}

/** Of an image that lacks the cape: fresh for a few seconds, since the cape may be there soon. */
function partial({ caching, ...reply }: Reply, now: number): Reply {
  const headers = { ...reply.headers, "x-partial": "cape" };
  const soon = caching && brieflyCached(caching, now, FRESH_MS.partial);
  return { ...reply, headers, ...(soon && { caching: soon }) };
}

function isReply(made: Reply | TextureError | null): made is Reply {
  return made !== null && "status" in made;
}

/** An image for what is not found, or the error itself where that is wanted. */
async function notFoundReply(
  wanted: Wanted,
  sentence: string,
  freshness: Freshness,
  who?: PlayerIdentifier,
): Promise<Reply> {
  const { fallback } = wanted.image;
  const error = new ApiError("NOT_FOUND", sentence, freshness);
  if (fallback === "404") throw error;
  const { hash, model } = fallbackSkin(fallback ?? "auto", who);
  const wearer = { model, javaName: undefined };
  const shown = { ...freshness, hash: hash as TextureHash, wearer, source: "default" };
  // The image of an error has no tag.
  const of = fallback === undefined ? { ...wanted, preconditions: {} } : wanted;
  const drawn = await textureReply(of, shown).catch(ignoreUpstream);
  const reply = isReply(drawn) ? drawn : await placeholderReply(wanted, shown);
  return fallback === undefined ? imageError(error, reply, wanted.clock.now()) : reply;
}

/** This project's image, while a default of the game cannot be fetched. */
async function placeholderReply({ image, clock }: Wanted, freshness: Freshness): Promise<Reply> {
  const etag = image.tagOf("drawn");
  const now = clock.now();
  return {
    status: 200,
    headers: { "content-type": image.type, "x-texture-source": "placeholder", etag },
    body: await image.placeholderBytes(),
    caching: cachingOf({ ...briefly(freshness, now), cached: false }, now),
  };
}

/** Of an image that is shown in place of another: a minute at most. */
function briefly(freshness: Freshness, now: number): Freshness {
  const freshUntil = Math.min(freshness.freshUntil, now + FRESH_MS.placeholder);
  return { ...freshness, freshUntil };
}

/** What a player wears when files that cannot be used are nothing, as in the game. */
function withoutUnusable(
  found: ResolvedTexture,
  unusable: readonly TextureKind[],
  kind: TextureKind,
): ResolvedTexture {
  if (unusable.length === 0 || !("wearer" in found)) return found;
  const cape = unusable.includes("cape") ? undefined : found.wearer.cape;
  const shown = { ...found, wearer: { ...found.wearer, cape } };
  if (shown.kind === "default" || !unusable.includes(kind)) return shown;
  if (kind === "cape") return { ...shown, kind: "no-cape" };
  const byDefault = shown.byDefault();
  return { ...shown, kind: "default", ...byDefault, wearer: { ...byDefault.wearer, cape } };
}

/** An error whose body is an image: an `<img>` shows it, a program still sees the status. */
function imageError(error: ApiError, { headers, body }: Reply, now: number): Reply {
  const { "content-type": type = "", "x-texture-source": source = "" } = headers;
  const { caching, ...reply } = errorReply(error, now);
  return {
    ...reply,
    headers: { ...reply.headers, "content-type": type, "x-texture-source": source },
    body,
    caching: source === "default" ? caching : { ...UNCACHED, state: caching.state },
  };
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
