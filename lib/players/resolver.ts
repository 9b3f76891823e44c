import type { CacheResult } from "../cache/cache.ts";
import { systemClock, type Clock } from "../clock.ts";
import {
  floodgateUuid,
  isOfflineUuid,
  readingsOf,
  type PlayerIdentifier,
  type TextureHash,
} from "../contract/identifiers.ts";
import type { Edition, SkinModel } from "../contract/profile.ts";
import type { LookupType } from "../contract/queries.ts";
import type { Freshness } from "../freshness.ts";
import { LOOKUP_MS, startDeadline, type Caller, type Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { defaultSkinOf } from "../textures/default-skins.ts";
import type { BedrockPlayers } from "./bedrock.ts";
import type { JavaPlayers } from "./java.ts";
import { bedrockNotOffered } from "./profile.ts";
import type { BedrockRecord, JavaRecord, RecordOptions } from "./records.ts";
import {
  createSearches,
  isFound,
  isNotFound,
  isStaleNegative,
  NOT_REQUESTED,
  unknownPart,
  type PlayerResult,
} from "./searches.ts";

export interface LookupOptions extends RecordOptions {
  type: LookupType;
  caller: Caller;
}

/** What decides how a skin is shown, besides its pixels. */
export interface Wearer {
  model: SkinModel;
  /** The name of a Java player: the game draws a few of them in their own way. */
  javaName: string | undefined;
  /** Their cape, where it is drawn. */
  cape?: TextureHash | undefined;
}

interface DefaultTexture {
  hash: TextureHash;
  wearer: Wearer;
  player: PlayerIdentifier;
}

/**
 * The texture that a player wears. `source` names the service that it comes from, if that is neither the
 * game's nor Geyser.
 */
export type ResolvedTexture = Freshness &
  (
    | {
        kind: "own";
        hash: TextureHash;
        wearer: Wearer;
        source: string | undefined;
        player: PlayerIdentifier;
        /** What the game shows if this texture cannot be used. */
        byDefault: () => DefaultTexture;
      }
    /** A known player without an own skin: the game's default for the UUID. */
    | ({ kind: "default" } & DefaultTexture)
    /** A known player without a cape. */
    | { kind: "no-cape" }
    | { kind: "unknown-player" }
  );

export interface ResolverOptions {
  java: JavaPlayers;
  /** Undefined where this instance does not offer Bedrock Edition. */
  bedrock: BedrockPlayers | undefined;
  /** How long it may be believed that nobody has an identifier. */
  missingMs: number;
  clock?: Clock;
}

export type Resolver = ReturnType<typeof createResolver>;

/** Resolves player identifiers: to the records of both editions for a profile, or to one texture. */
export function createResolver({ java, bedrock, missingMs, clock = systemClock }: ResolverOptions) {
  const { searchesFor, outcomesOf } = createSearches({ java, bedrock, clock });

  const hasSources = (identifier: PlayerIdentifier, type: LookupType): boolean => {
    const editions = type === "all" ? (["java", "bedrock"] as const) : [type];
    return readingsOf(identifier)
      .map(searchesFor)
      .some((searches) => editions.some((edition) => searches[edition] !== undefined));
  };

  /**
   * Where Bedrock Edition is not offered, nothing is said of whether its players exist.
   * @throws ApiError
   */
  const refuseBedrock = (identifier: PlayerIdentifier, type: LookupType): void => {
    if (bedrock !== undefined || hasSources(identifier, type)) return;
    if (identifier.kind === "impossible" && type !== "bedrock") return;
    throw bedrockNotOffered();
  };

  /** Looks one reading of an identifier up for a profile. */
  const lookupReading = async (
    identifier: PlayerIdentifier,
    type: LookupType,
    deadline: Deadline,
    options: RecordOptions,
  ): Promise<PlayerResult> => {
    const player = outcomesOf(identifier, deadline, options);
    if (type === "java") return { java: await player.java(), bedrock: NOT_REQUESTED };
    if (type === "bedrock") return { java: NOT_REQUESTED, bedrock: await player.bedrock() };

    const prefixed = identifier.kind === "name" && identifier.prefixed;
    const bedrockFirst = prefixed || identifier.kind === "xuid";
    const javaFound = new AbortController();
    const untilFound = deadline.until(javaFound.signal);
    const loadJava = async () => {
      const result = await player.java();
      if (isFound(result)) javaFound.abort();
      return result;
    };
    let [java, bedrock] = await Promise.all([
      bedrockFirst ? NOT_REQUESTED : loadJava(),
      player.bedrock(untilFound),
    ]);
    // Of a UUID, the link is all that can be looked up in Bedrock.
    if (identifier.kind === "java-uuid") return { java, bedrock };

    if (isFound(bedrock) && isNotFound(java)) {
      const linked = await player.linkedJava(bedrock.entry);
      if (isFound(linked) || linked.kind === "failed") java = linked;
    } else if (isFound(java) && isNotFound(bedrock)) {
      const linked = await player.linkedBedrock(java.entry.value, untilFound);
      // That there is no link does not make an old "no such gamertag" any newer.
      if (isFound(linked) || !isStaleNegative(bedrock)) bedrock = linked;
    } else if (prefixed && isNotFound(bedrock)) {
      java = await player.java();
    }
    return { java, bedrock };
  };

  /** Resolves one reading of an identifier to the hash of a texture. */
  const textureOfReading = async (
    identifier: PlayerIdentifier,
    type: LookupType,
    kind: "skin" | "cape",
    deadline: Deadline,
  ): Promise<ResolvedTexture> => {
    const player = outcomesOf(identifier, deadline);
    const negative: CacheResult<unknown>[] = [];
    let failure: UpstreamFailure | undefined;
    for (const edition of editionsFor(identifier, type)) {
      const result = await player[edition]();
      if (result.kind === "failed") {
        failure ??= result.failure;
        // A skin service that fails hides no Bedrock player whose name the game's own Java players cannot have.
        if (edition === "java" && identifier.kind === "name" && identifier.serviceName) continue;
        throw failure;
      }
      if (result.kind === "not-requested") continue;
      const { entry } = result;
      if (entry.value !== null) return textureIn(entry, entry.value, kind, clock);
      negative.push(entry);
    }
    if (failure !== undefined) throw failure;
    const stale = negative.find((entry) => entry.stale);
    if (stale !== undefined) {
      const call = { provider: "any", operation: "name" };
      throw stale.failure ?? new UpstreamFailure("timeout", call, "was too slow");
    }
    // Without a request, since no player can have such an identifier.
    const certain = { freshUntil: clock.now() + missingMs, stale: false, cached: true, tags: [] };
    return { ...(negative.at(-1) ?? certain), kind: "unknown-player" };
  };

  return {
    /** Whether a lookup has anybody to ask. Nobody knows identifiers that no account can have. */
    hasSources,

    offersBedrock: bedrock !== undefined,

    /**
     * Looks a player up for a profile: both editions side by side, inside one deadline. An edition that
     * does not know the identifier is reached through the account link of the other one, so that all
     * spellings of one player give one response. Once Java has the player, Bedrock waits for no budget: what
     * cannot be requested at once is left out, with a warning.
     */
    async lookup(
      identifier: PlayerIdentifier,
      { type, caller, ...options }: LookupOptions,
    ): Promise<PlayerResult> {
      refuseBedrock(identifier, type);
      const deadline = startDeadline(LOOKUP_MS, caller, { clock });
      const [first = identifier, second] = readingsOf(identifier);
      const result = await lookupReading(first, type, deadline, options);
      if (second === undefined || !isSurelyMissing(result)) return result;
      const other = await lookupReading(second, type, deadline, options);
      // Whether there is such a Java player is looked up again when that is due.
      return isNotFound(other.java) ? { ...other, java: result.java } : other;
    },

    /**
     * Resolves a player identifier to the hash of a texture, with as few upstream calls as possible:
     * Java first, Bedrock only when Java has no such player, and account links only when the edition
     * that was requested needs one.
     * @throws UpstreamFailure when it is not known
     */
    async textureOf(
      identifier: PlayerIdentifier,
      ...options: [type: LookupType, kind: "skin" | "cape", deadline: Deadline]
    ): Promise<ResolvedTexture> {
      const [edition] = options;
      refuseBedrock(identifier, edition);
      const [first = identifier, second] = readingsOf(identifier);
      const texture = await textureOfReading(first, ...options);
      if (second === undefined || texture.kind !== "unknown-player") return texture;
      return textureOfReading(second, ...options);
    },
  };
}

/** Everybody who was asked says that there is no such player, and that is still fresh. */
function isSurelyMissing({ java, bedrock }: PlayerResult): boolean {
  return [java, bedrock].every((edition) => isNotFound(edition) && !isStaleNegative(edition));
}

function editionsFor(identifier: PlayerIdentifier, type: LookupType): readonly Edition[] {
  if (type !== "all") return [type];
  if (identifier.kind === "name") {
    return identifier.prefixed ? ["bedrock", "java"] : ["java", "bedrock"];
  }
  // Of UUIDs that no account has, only a skin service may know one: an offline UUID.
  return [identifier.kind === "xuid" ? "bedrock" : "java"];
}

function textureIn(
  entry: CacheResult<unknown>,
  record: JavaRecord | BedrockRecord,
  kind: "skin" | "cape",
  clock: Clock,
): ResolvedTexture {
  const isJava = "uuid" in record;
  // Undefined is what could not be loaded. No public source knows Bedrock capes.
  const textures = isJava ? record.textures : { skin: record.skin, cape: null };
  const texture = textures?.[kind];
  if (texture === undefined) throw unknownPart(isJava ? "profile" : "skin", entry, clock);
  const isOld = isJava ? record.oldTextures?.includes(kind) : kind === "skin" && record.skinIsOld;
  const known = isOld ? { ...entry, stale: true } : entry;
  const javaName = isJava ? record.name : undefined;
  const player = identifierOf(record);
  const byDefault = (): DefaultTexture => {
    const { hash, model } = defaultSkinOf(isJava ? record.uuid : floodgateUuid(record.xuid));
    return { hash: hash as TextureHash, wearer: { model, javaName }, player };
  };
  if (texture !== null) {
    const source = "source" in texture ? texture.source : isJava ? record.source : undefined;
    const { model } = textures?.skin ?? byDefault().wearer;
    const wearer = { model, javaName };
    return { kind: "own", hash: texture.hash, wearer, source, player, byDefault, ...known };
  }
  if (kind === "cape") return { kind: "no-cape", ...known };
  return { kind: "default", ...byDefault(), ...known };
}

/** The identifier of a player that outlives the name. */
export function identifierOf(record: JavaRecord | BedrockRecord): PlayerIdentifier {
  if ("xuid" in record) return { kind: "xuid", xuid: record.xuid };
  const { uuid } = record;
  return isOfflineUuid(uuid) ? { kind: "impossible", id: uuid } : { kind: "java-uuid", uuid };
}
