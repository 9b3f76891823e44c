import { ApiError } from "../contract/errors.ts";
import { floodgateUuid, type PlayerIdentifier, type TextureHash } from "../contract/identifiers.ts";
import type { TextureSource } from "../contract/headers.ts";
import { requireSubject } from "../contract/parse-query.ts";
import type { Fallback, LookupType, TextureQuery } from "../contract/queries.ts";
import {
  capFreshness,
  cachingOf,
  FRESH_MS,
  ofBoth,
  UNCACHED,
  type Freshness,
} from "../freshness.ts";
import {
  errorReply,
  hasVersion,
  notModified,
  type Preconditions,
  type Reply,
} from "../http/reply.ts";
import { lookupFailed, noSuchPlayer } from "../players/profile.ts";
import type { ResolvedTexture, Resolver, SkinOwner } from "../players/resolver.ts";
import type { Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { TextureError } from "../textures/codec.ts";
import { defaultSkinOf, namedDefaultSkin, type DefaultSkin } from "../textures/default-skins.ts";
import { lostTexture, type TextureImage } from "./texture-images.ts";

/** An image to be made: what it shows, by when, and what its client has already. */
export interface ImageJob extends Pick<Resolver, "textureOf" | "lookup"> {
  image: TextureImage;
  /** Nothing may stand for an image that cannot be made, so that an `<img>` notices. */
  isStrict: boolean;
  /** A default skin stands for whatever cannot be shown, with status 200. */
  isAlwaysShown: boolean;
  /** One for the profile and the texture. */
  deadline: Deadline;
  preconditions: Preconditions;
  offersBedrock: boolean;
}

/** A texture that is shown, and for how long. */
interface ShownTexture extends Freshness {
  hash: TextureHash;
  /**
   * The source, as `X-Texture-Source` says: `player`, or the name of the service that has the player's texture,
   * if that is not the game's own; `texture`, one that was sent along with a player; `default`, one of the game's; or
   * `placeholder`, this project's own.
   */
  source: string;
  owner?: SkinOwner;
  /** A cape is worn, and could not be loaded. */
  lacksCape?: boolean | undefined;
}

type TextureKind = TextureError["kind"];

/** How a player's texture is shown. */
interface PlayerTextureOptions {
  /** It stands for another texture, which could not be shown. */
  isSubstitute?: boolean;
  /** The textures of the player whose files cannot be used: the player is shown without them. */
  unusable?: readonly TextureKind[];
}

/** A texture by its hash never changes; a player may change to another one. */
const FOREVER: Freshness = { freshUntil: Infinity, stale: false, cached: true, tags: [] };
/** Nothing is known of the texture for which a placeholder stands. */
const UNKNOWN: Freshness = { freshUntil: 0, stale: false, cached: false, tags: [] };

/** Whoever is meant by text that can name no player. */
const NOBODY: PlayerIdentifier = { kind: "impossible", id: "" };

/**
 * The reply with an image. If a provider fails, the body of the error is a placeholder, unless the job is strict or
 * always has an image.
 * @throws ApiError, UpstreamFailure
 */
export async function imageReply(query: TextureQuery, job: ImageJob): Promise<Reply> {
  try {
    return await replyFor(query, job);
  } catch (thrown) {
    const error = thrown instanceof UpstreamFailure ? lookupFailed(thrown) : thrown;
    if (!(error instanceof ApiError)) throw thrown;
    const isBadGateway = error.code === "BAD_GATEWAY";
    const isNotOffered = error.details.reason === "not-offered";
    if (job.isAlwaysShown && (isBadGateway || isNotOffered)) {
      const who = query.uuid ?? query.username;
      return isBadGateway ? substituteReply(job, who) : notOfferedReply(job, who);
    }
    if (!isBadGateway || job.isStrict) throw thrown;
    return imageError(error, await placeholderReply(job, UNKNOWN), nowFor(job));
  }
}

/** A default skin while it is not known whom it stands for: for a few seconds, as the failure may be over then. */
async function substituteReply(job: ImageJob, who: PlayerIdentifier | undefined): Promise<Reply> {
  const now = nowFor(job);
  const freshness = { ...UNKNOWN, freshUntil: now + FRESH_MS.partial };
  const { caching, ...reply } = await defaultReply(job, freshness, "placeholder", who);
  return { ...reply, ...(caching && { caching: capFreshness(caching, now, FRESH_MS.partial) }) };
}

/** A default skin for a player of an edition that is not offered: nothing was asked, and nothing will change. */
function notOfferedReply(job: ImageJob, who: PlayerIdentifier | undefined): Promise<Reply> {
  return defaultReply(job, asPlaceholder(FOREVER, nowFor(job)), "default", who);
}

/** The image of a texture; if there is none of that hash, of the player who was sent with it. */
async function replyFor(query: TextureQuery, job: ImageJob): Promise<Reply> {
  const { texture: hash, player } = subjectOf(query, job);
  if (hash === undefined) return playerReply(job, player, query.type);
  if (player !== undefined) {
    const shown = { ...FOREVER, hash, source: "texture" };
    const reply = await textureReply(job, shown).catch(ignoreUpstream);
    return isReply(reply) ? reply : playerReply(job, player, query.type, { isSubstitute: true });
  }
  const reply = await textureReply(job, { ...FOREVER, hash, source: "player" });
  if (isReply(reply)) return reply;
  const freshness = { ...asPlaceholder(FOREVER, nowFor(job)), cached: false };
  return notFoundReply(job, "No texture of this kind has this hash.", freshness);
}

/** The subject of an image. @throws ApiError When the query does not say it, unless there is always an image. */
function subjectOf(query: TextureQuery, { isAlwaysShown }: ImageJob) {
  const { texture, uuid, username } = query;
  const isNobody = !texture && uuid === undefined && username === undefined;
  if (isNobody && isAlwaysShown) return { texture: undefined, player: NOBODY };
  return requireSubject(query);
}

/** The image of what a player wears. */
async function playerReply(
  job: ImageJob,
  who: PlayerIdentifier,
  type: LookupType,
  options: PlayerTextureOptions = {},
): Promise<Reply> {
  const texture = await textureToShow(job, who, type, options);
  if (texture.kind === "no-cape") {
    throw new ApiError("NOT_FOUND", "This player has no publicly known cape.", texture);
  }
  if (texture.kind === "unknown-player") {
    return notFoundReply(job, noSuchPlayer(job.offersBedrock), texture, who);
  }
  const isWorn = texture.kind === "worn";
  const isNeeded = isWorn || job.isStrict;
  const source = isWorn ? (texture.source ?? "player") : "default";
  const making = textureReply(job, { ...texture, source });
  const made = await (isNeeded ? making : making.catch(ignoreUpstream));
  if (isReply(made)) return made;
  if (made !== null && (isWorn || made.kind === "cape")) {
    await reloadPlayer(job, texture.player);
    const unusable = [...(options.unusable ?? []), made.kind];
    return playerReply(job, who, type, { ...options, unusable });
  }
  if (isNeeded) throw lostTexture();
  return placeholderReply(job, texture);
}

/** Finds what a player wears: with the cape if the image shows that, and without what cannot be used. */
async function textureToShow(
  job: ImageJob,
  who: PlayerIdentifier,
  type: LookupType,
  { isSubstitute = false, unusable = [] }: PlayerTextureOptions,
): Promise<ResolvedTexture & Pick<ShownTexture, "lacksCape">> {
  const { image, textureOf, deadline } = job;
  const found = await textureOf(who, type, image.texture, deadline);
  const whole = image.wearsCape ? await withCape(found, job, who, type) : found;
  const usable = withoutUnusable(whole, unusable, image.texture);
  return isSubstitute ? { ...usable, ...asPlaceholder(usable, nowFor(job)) } : usable;
}

/** Loads what is known of a player again, so that profiles, too, say that a texture cannot be used. */
async function reloadPlayer({ lookup, deadline }: ImageJob, player: PlayerIdentifier) {
  const type = player.kind === "xuid" ? "bedrock" : "java";
  await lookup(player, { type, caller: deadline.caller, refresh: true });
}

/** Adds the cape to what a player wears. Where it is unknown, the player is shown without it. */
async function withCape(
  found: ResolvedTexture,
  { textureOf, deadline }: ImageJob,
  who: PlayerIdentifier,
  type: LookupType,
): Promise<ResolvedTexture & Pick<ShownTexture, "lacksCape">> {
  if (!("owner" in found)) return found;
  const cape = await textureOf(who, type, "cape", deadline).catch(ignoreUpstream);
  if (cape === null) return { ...found, lacksCape: true };
  const owner = { ...found.owner, cape: "hash" in cape ? cape.hash : undefined };
  return { ...found, ...ofBoth(found, cape), owner };
}

/**
 * The image of a texture: a 304 for a client that has it, for which nothing is fetched or drawn. Otherwise why
 * there is none: what is wrong with the file, or null where there is no such texture.
 */
async function textureReply(
  job: ImageJob,
  shown: ShownTexture,
): Promise<Reply | TextureError | null> {
  const { image, preconditions } = job;
  const { hash, source, owner } = shown;
  const tag = image.tagOf(hash, owner);
  const headers = { "content-type": image.type, "x-texture-source": source, etag: tag };
  if (hasVersion(preconditions, tag)) {
    const reply = notModified({ headers, caching: cachingOf(shown, nowFor(job)) });
    return shown.lacksCape ? partial(reply, nowFor(job)) : reply;
  }
  try {
    const made = await image.bytesOf(hash, owner);
    if (made === null) return null;
    // A hit only when both the player and the texture were cached.
    const caching = cachingOf({ ...shown, cached: shown.cached && made.cached }, nowFor(job));
    const reply = { status: 200, headers, body: made.value, caching };
    if (!made.lacksCape) return shown.lacksCape ? partial(reply, nowFor(job)) : reply;
    const bare = image.tagOf(hash, owner && { ...owner, cape: undefined });
    return partial({ ...reply, headers: { ...headers, etag: bare } }, nowFor(job));
  } catch (error) {
    if (error instanceof TextureError) return error;
    throw error;
  }
}

/** An image that lacks the cape is fresh for a few seconds, since the cape may be there soon. */
function partial({ caching, ...reply }: Reply, now: number): Reply {
  const headers = { ...reply.headers, "x-partial": "cape" };
  const soon = caching && capFreshness(caching, now, FRESH_MS.partial);
  return { ...reply, headers, ...(soon && { caching: soon }) };
}

function isReply(made: Reply | TextureError | null): made is Reply {
  return made !== null && "status" in made;
}

/** An image for what is not found, or the error itself where that is wanted. */
async function notFoundReply(
  job: ImageJob,
  sentence: string,
  freshness: Freshness,
  who?: PlayerIdentifier,
): Promise<Reply> {
  const { fallback } = job.image;
  const error = new ApiError("NOT_FOUND", sentence, freshness);
  if (fallback === "404") throw error;
  if (fallback !== undefined) return defaultReply(job, freshness, "default", who);
  // The image of an error has no tag.
  const reply = await defaultReply({ ...job, preconditions: {} }, freshness, "default", who);
  return imageError(error, reply, nowFor(job));
}

/** The image of a default skin of the game that stands for a player. */
async function defaultReply(
  job: ImageJob,
  freshness: Freshness,
  source: TextureSource,
  who: PlayerIdentifier | undefined,
): Promise<Reply> {
  const { fallback = "auto" } = job.image;
  const { hash, model } = fallbackSkin(fallback === "404" ? "auto" : fallback, who);
  const owner = { model, javaName: undefined };
  const shown = { ...freshness, hash: hash as TextureHash, owner, source };
  const drawn = await textureReply(job, shown).catch(ignoreUpstream);
  return isReply(drawn) ? drawn : placeholderReply(job, shown);
}

/** This project's image, while a default of the game cannot be fetched. */
async function placeholderReply(job: ImageJob, freshness: Freshness): Promise<Reply> {
  const { image } = job;
  const etag = image.tagOf("drawn");
  const now = nowFor(job);
  return {
    status: 200,
    headers: { "content-type": image.type, "x-texture-source": "placeholder", etag },
    body: await image.placeholderBytes(),
    caching: cachingOf({ ...asPlaceholder(freshness, now), cached: false }, now),
  };
}

/** An image that is shown in place of another is fresh for a minute at most. */
function asPlaceholder(freshness: Freshness, now: number): Freshness {
  const freshUntil = Math.min(freshness.freshUntil, now + FRESH_MS.placeholder);
  return { ...freshness, freshUntil };
}

/** Takes files that cannot be used from what a player wears, as the game does. */
function withoutUnusable(
  found: ResolvedTexture,
  unusable: readonly TextureKind[],
  kind: TextureKind,
): ResolvedTexture {
  if (unusable.length === 0 || !("owner" in found)) return found;
  const cape = unusable.includes("cape") ? undefined : found.owner.cape;
  const shown = { ...found, owner: { ...found.owner, cape } };
  if (shown.kind === "default" || !unusable.includes(kind)) return shown;
  if (kind === "cape") return { ...shown, kind: "no-cape" };
  const byDefault = shown.byDefault();
  return { ...shown, kind: "default", ...byDefault, owner: { ...byDefault.owner, cape } };
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
  // The game gives UUIDs of offline servers a default by the same rule.
  if (who?.kind === "impossible" && /^[0-9a-f]{32}$/.test(who.id)) return defaultSkinOf(who.id);
  return namedDefaultSkin("steve");
}

/** Gives null for an upstream's failure where another image can be shown. */
function ignoreUpstream(error: unknown): null {
  if (error instanceof UpstreamFailure) return null;
  throw error;
}

function nowFor({ deadline }: ImageJob): number {
  return deadline.clock.now();
}
