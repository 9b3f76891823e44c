import { STALE_WAIT_MS, type CacheResult } from "../cache/cache.ts";
import { systemClock, type Clock } from "../time/clock.ts";
import {
  floodgateUuid,
  isOfflineUuid,
  nameInJava,
  readingsOf,
  type PlayerIdentifier,
  type TextureHash,
} from "../contract/identifiers.ts";
import { ApiError } from "../contract/errors.ts";
import type { Edition, SkinModel } from "../contract/profile.ts";
import type { LookupType } from "../contract/queries.ts";
import type { Freshness } from "../freshness.ts";
import { LOOKUP_MS, startDeadline, type Caller, type Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { defaultSkinOf } from "../textures/default-skins.ts";
import type { BedrockPlayers } from "./bedrock.ts";
import type { JavaPlayers } from "./java.ts";
import type { BedrockRecord, JavaRecord, RecordOptions } from "./records.ts";
import { dependentResult, negativeResult } from "../cache/tiers.ts";

export interface LookupOptions extends RecordOptions {
  type: LookupType;
  caller: Caller;
}

/** The facts besides its pixels that decide how a skin is shown. */
export interface SkinOwner {
  model: SkinModel;
  /** The name of a Java player: the game draws a few of them in their own way. */
  javaName: string | undefined;
  /** Their cape, where it is drawn. */
  cape?: TextureHash | undefined;
}

interface DefaultTexture {
  hash: TextureHash;
  owner: SkinOwner;
  player: PlayerIdentifier;
}

/**
 * The texture that a player wears. `source` names the service that it comes from, if that is neither the
 * game's nor Geyser.
 */
export type ResolvedTexture = Freshness &
  (
    | {
        kind: "worn";
        hash: TextureHash;
        owner: SkinOwner;
        source: string | undefined;
        player: PlayerIdentifier;
        /** Gives the texture that the game shows if this one cannot be used. */
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
  /** It may be believed for this long that nobody has an identifier. */
  missingMs: number;
  clock?: Clock;
}

export type Resolver = ReturnType<typeof createResolver>;

export const BEDROCK_NOT_OFFERED = "This instance does not offer Bedrock Edition.";

/** The error where Bedrock Edition is not offered, so that nothing is known of its players. */
export function bedrockNotOffered(): ApiError {
  const sentence = `${BEDROCK_NOT_OFFERED} Look the player up by a Java name or UUID.`;
  return new ApiError("INVALID_PARAMETER", sentence, { reason: "not-offered" });
}

/** Resolves player identifiers: to the records of both editions for a profile, or to one texture. */
export function createResolver({ java, bedrock, missingMs, clock = systemClock }: ResolverOptions) {
  const { searchesFor, lookupsOf } = createSearches({ java, bedrock, clock });

  const hasSources = (identifier: PlayerIdentifier, type: LookupType): boolean => {
    const editions = type === "all" ? (["java", "bedrock"] as const) : [type];
    return readingsOf(identifier)
      .map(searchesFor)
      .some((searches) => editions.some((edition) => searches[edition] !== undefined));
  };

  /**
   * Refuses lookups of Bedrock players where that edition is not offered: nothing is known of them.
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
    const player = lookupsOf(identifier, deadline, options);
    if (type === "java") return { java: await player.java(), bedrock: NOT_REQUESTED };
    if (type === "bedrock") return { java: NOT_REQUESTED, bedrock: await player.bedrock() };

    const isPrefixed = identifier.kind === "name" && identifier.prefixed;
    const javaFound = new AbortController();
    const untilJavaFound = deadline.abortedBy(javaFound.signal);
    const lookUpJava = async () => {
      if (isPrefixed || identifier.kind === "xuid") return NOT_REQUESTED;
      const java = await player.java();
      if (isFound(java)) javaFound.abort();
      return java;
    };
    const [java, bedrock] = await Promise.all([lookUpJava(), player.bedrock(untilJavaFound)]);
    // The Bedrock lookup of a UUID has followed the link already.
    if (identifier.kind === "java-uuid") return { java, bedrock };
    if (isPrefixed && isNotFound(bedrock)) return { java: await player.java(), bedrock };
    return followLink({ java, bedrock }, player, untilJavaFound);
  };

  /** Resolves one reading of an identifier to the hash of a texture. */
  const textureOfReading = async (
    identifier: PlayerIdentifier,
    type: LookupType,
    kind: "skin" | "cape",
    deadline: Deadline,
  ): Promise<ResolvedTexture> => {
    const player = lookupsOf(identifier, deadline);
    const negative: CacheResult<unknown>[] = [];
    let failure: UpstreamFailure | undefined;
    for (const edition of editionsFor(identifier, type)) {
      const result = await player[edition]();
      if (result.kind === "failed") {
        failure ??= result.failure;
        // A failing skin service must not hide a Bedrock player whose name no Java player of the game can have.
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
    // No player can have such an identifier, so nothing was requested.
    const certain = { freshUntil: clock.now() + missingMs, stale: false, cached: true, tags: [] };
    return { ...(negative.at(-1) ?? certain), kind: "unknown-player" };
  };

  return {
    /** Says whether a lookup has a source to ask. Impossible identifiers have none. */
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
      // The Java player of the first reading is looked up again when that is due.
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

/** Every edition that was asked has no such player, and both answers are still fresh. */
function isSurelyMissing({ java, bedrock }: PlayerResult): boolean {
  return [java, bedrock].every((edition) => isNotFound(edition) && !isStaleNegative(edition));
}

function editionsFor(identifier: PlayerIdentifier, type: LookupType): readonly Edition[] {
  if (type !== "all") return [type];
  if (identifier.kind === "name") {
    return identifier.prefixed ? ["bedrock", "java"] : ["java", "bedrock"];
  }
  // Only a skin service may know a UUID that no account has: an offline UUID.
  return [identifier.kind === "xuid" ? "bedrock" : "java"];
}

/** Reaches the edition that does not know an identifier through the account link of the one that does. */
async function followLink(
  { java, bedrock }: PlayerResult,
  player: EditionLookups,
  untilJavaFound: Deadline,
): Promise<PlayerResult> {
  if (isFound(bedrock) && isNotFound(java)) {
    const linked = await player.linkedJava(bedrock.entry);
    return { java: isFound(linked) || linked.kind === "failed" ? linked : java, bedrock };
  }
  if (isFound(java) && isNotFound(bedrock)) {
    const linked = await player.linkedBedrock(java.entry.value, untilJavaFound);
    // "There is no link" does not make an old "no such gamertag" any newer.
    return { java, bedrock: isFound(linked) || !isStaleNegative(bedrock) ? linked : bedrock };
  }
  return { java, bedrock };
}

function textureIn(
  entry: CacheResult<unknown>,
  record: JavaRecord | BedrockRecord,
  kind: "skin" | "cape",
  clock: Clock,
): ResolvedTexture {
  const { textures, source } = texturesOf(record);
  const texture = textures?.[kind];
  if (texture === undefined) {
    throw unknownPart("uuid" in record ? "profile" : "skin", entry, clock);
  }
  const freshness = record.oldParts?.includes(kind) ? { ...entry, stale: true } : entry;
  const byDefault = () => defaultTextureOf(record);
  if (texture === null && kind === "cape") return { kind: "no-cape", ...freshness };
  if (texture === null) return { kind: "default", ...byDefault(), ...freshness };
  const { model } = textures?.skin ?? byDefault().owner;
  return {
    kind: "worn",
    hash: texture.hash,
    owner: { model, javaName: javaNameOf(record) },
    source: "source" in texture ? texture.source : source,
    player: identifierOf(record),
    byDefault,
    ...freshness,
  };
}

/** The textures in a record, of which those that could not be loaded are undefined. */
function texturesOf(record: JavaRecord | BedrockRecord) {
  if ("uuid" in record) return record;
  // No public source knows Bedrock capes.
  return { textures: { skin: record.skin, cape: null }, source: undefined };
}

/** The texture that the game shows for a player who has none. */
function defaultTextureOf(record: JavaRecord | BedrockRecord): DefaultTexture {
  const uuid = "uuid" in record ? record.uuid : floodgateUuid(record.xuid);
  const { hash, model } = defaultSkinOf(uuid);
  const owner = { model, javaName: javaNameOf(record) };
  return { hash: hash as TextureHash, owner, player: identifierOf(record) };
}

function javaNameOf(record: JavaRecord | BedrockRecord): string | undefined {
  return "uuid" in record ? record.name : undefined;
}

/** The identifier of a player that outlives the name. */
export function identifierOf(record: JavaRecord | BedrockRecord): PlayerIdentifier {
  if ("xuid" in record) return { kind: "xuid", xuid: record.xuid };
  const { uuid } = record;
  return isOfflineUuid(uuid) ? { kind: "impossible", id: uuid } : { kind: "java-uuid", uuid };
}

/** The outcome for one edition: an entry, a failure, or that there was nothing to request. */
export type EditionResult<Record> =
  | { kind: "entry"; entry: CacheResult<Record> }
  | { kind: "failed"; failure: UpstreamFailure }
  | { kind: "not-requested" };

export const NOT_REQUESTED = { kind: "not-requested" } as const;

export interface PlayerResult {
  java: EditionResult<JavaRecord>;
  bedrock: EditionResult<BedrockRecord>;
}

type Search<Record> = (deadline: Deadline, options: RecordOptions) => Promise<CacheResult<Record>>;

/** The lookups of one identifier. */
type EditionLookups = ReturnType<ReturnType<typeof createSearches>["lookupsOf"]>;

interface SearchesOptions {
  java: JavaPlayers;
  /** Undefined where this instance does not offer Bedrock Edition. */
  bedrock: BedrockPlayers | undefined;
  clock: Clock;
}

/** Finds the records of either edition, through account links where an identifier belongs to the other one. */
function createSearches({ java, bedrock, clock }: SearchesOptions) {
  /** The Java account linked to a Bedrock one. */
  const linkedTo = async (
    from: CacheResult<BedrockRecord>,
    ...how: Parameters<Search<JavaRecord>>
  ): Promise<CacheResult<JavaRecord>> => {
    const link = from.value === null ? null : from.value.link;
    if (link === undefined) throw unknownPart("link-bedrock", from, clock);
    if (link === null) return negativeResult(from);
    return dependentResult(from, await java.byUuid(link, ...how));
  };

  /** The search of each edition for an identifier; undefined if an edition has nobody to ask. */
  const searchesFor = (
    identifier: PlayerIdentifier,
  ): { java?: Search<JavaRecord> | undefined; bedrock?: Search<BedrockRecord> | undefined } => {
    switch (identifier.kind) {
      case "java-uuid":
        return {
          java: (...how) => java.byUuid(identifier.uuid, ...how),
          bedrock: bedrock && ((...how) => bedrock.linkedTo(identifier.uuid, ...how)),
        };
      case "xuid":
        if (bedrock === undefined) return {};
        return {
          java: async (...how) => linkedTo(await bedrock.byXuid(identifier.xuid, ...how), ...how),
          bedrock: (...how) => bedrock.byXuid(identifier.xuid, ...how),
        };
      case "name": {
        const { gamertag } = identifier;
        const name = java.hasSkinSources ? nameInJava(identifier) : identifier.javaName;
        return {
          java: name ? (...how) => java.byName(name, ...how) : undefined,
          bedrock:
            bedrock === undefined || gamertag === null
              ? undefined
              : (...how) => bedrock.byGamertag(gamertag, ...how),
        };
      }
      case "impossible": {
        const { id } = identifier;
        if (!java.hasSkinSources || !isOfflineUuid(id)) return {};
        return { java: (...how) => java.byUuid(id, ...how) };
      }
    }
  };

  return {
    searchesFor,

    /** The lookups of an identifier in either edition: each is sent when it is called. */
    lookupsOf(identifier: PlayerIdentifier, deadline: Deadline, wanted?: RecordOptions) {
      // Everything that could be served stale waits no longer than this together.
      const end = clock.monotonic() + STALE_WAIT_MS;
      const staleUntil = { remainingMs: () => Math.max(0, end - clock.monotonic()) };
      const options = { ...wanted, staleUntil };
      const searches = searchesFor(identifier);
      return {
        java: () => editionResult(searches.java?.(deadline, options)),
        bedrock: (until = deadline) => editionResult(searches.bedrock?.(until, options)),
        linkedJava: (from: CacheResult<BedrockRecord>) =>
          editionResult(linkedTo(from, deadline, options)),
        /** The Bedrock account linked to a Java one. */
        linkedBedrock: ({ uuid }: JavaRecord, until: Deadline) =>
          editionResult(isOfflineUuid(uuid) ? undefined : bedrock?.linkedTo(uuid, until, options)),
      };
    },
  };
}

function editionResult<Record>(
  loading: Promise<CacheResult<Record>> | undefined,
): Promise<EditionResult<Record>> | EditionResult<Record> {
  return loading === undefined ? NOT_REQUESTED : loading.then(entryResult<Record>, failedResult);
}

function entryResult<Record>(entry: CacheResult<Record>): EditionResult<Record> {
  return { kind: "entry", entry };
}

/** An upstream's failure is an outcome. Anything else is our own fault and thrown. */
function failedResult(failure: unknown): EditionResult<never> {
  if (failure instanceof UpstreamFailure) return { kind: "failed", failure };
  throw failure;
}

export function isFound<Record>(
  result: EditionResult<Record>,
): result is { kind: "entry"; entry: CacheResult<Record> & { value: Record } } {
  return result.kind === "entry" && result.entry.value !== null;
}

/** Not found, or the identifier is not valid in this edition. */
function isNotFound(result: EditionResult<unknown>): boolean {
  return result.kind !== "failed" && !isFound(result);
}

/**
 * A negative entry that could not be loaded again: good enough to go on with the other edition, not
 * good enough to say "not found".
 */
export function isStaleNegative(result: EditionResult<unknown>): boolean {
  return result.kind === "entry" && result.entry.value === null && result.entry.stale;
}

/** A part that is missing in a record. It is loaded again when the record is no longer fresh. */
export function unknownPart(
  operation: string,
  { freshUntil }: CacheResult<unknown>,
  clock: Clock,
): UpstreamFailure {
  const provider = operation === "profile" ? "mojang-session" : "geyser";
  const retryAfterSeconds = Math.max(1, Math.ceil((freshUntil - clock.now()) / 1_000));
  return new UpstreamFailure("error", { provider, operation }, "its part is not known", {
    retryAfterSeconds,
    clock,
  });
}
