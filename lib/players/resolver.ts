import { STALE_WAIT_MS, type CacheResult } from "../cache/cache.ts";
import { dependentResult, negativeResult } from "../cache/entry.ts";
import {
  floodgateUuid,
  isOfflineUuid,
  nameInJava,
  type PlayerIdentifier,
  type TextureHash,
} from "../contract/identifiers.ts";
import type { Edition, SkinModel } from "../contract/profile.ts";
import type { LookupType } from "../contract/queries.ts";
import { startDeadline, type Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { defaultSkinOf } from "../textures/default-skins.ts";
import type { BedrockPlayers } from "./bedrock.ts";
import type { JavaPlayers } from "./java.ts";
import type { BedrockRecord, JavaRecord, RecordOptions } from "./records.ts";

/** The outcome for one edition: an entry, a failure, or that there was nothing to request. */
export type EditionResult<Record> =
  | { kind: "entry"; entry: CacheResult<Record> }
  | { kind: "failed"; failure: UpstreamFailure }
  | { kind: "not-requested" };

export const NOT_REQUESTED = { kind: "not-requested" } as const;
type MaybeRequested<Record> = Promise<EditionResult<Record>> | typeof NOT_REQUESTED;

export type Resolver = ReturnType<typeof createResolver>;

/**
 * Resolves a player identifier to the record of either edition, through account links where the
 * identifier belongs to the other edition. Profiles and images decide which editions they need.
 */
export function createResolver(java: JavaPlayers, bedrock: BedrockPlayers) {
  return (identifier: PlayerIdentifier, deadline: Deadline, given: RecordOptions = {}) => {
    // Everything that could be served stale waits no longer than this together.
    const options = { ...given, patience: startDeadline(STALE_WAIT_MS) };

    /** The Java account linked to a Bedrock one. */
    const linkedJava = async (
      from: EditionResult<BedrockRecord>,
    ): Promise<EditionResult<JavaRecord>> => {
      if (from.kind !== "entry") return from;
      const { entry } = from;
      if (entry.value === null || entry.value.link === null) {
        return { kind: "entry", entry: negativeResult(entry) };
      }
      const { link } = entry.value;
      if (link === undefined) {
        return { kind: "failed", failure: unknownPart("link-bedrock", entry) };
      }
      const linked = await settle(java.byUuid(link, deadline, options));
      if (linked.kind !== "entry") return linked;
      return { kind: "entry", entry: dependentResult(entry, linked.entry) };
    };

    const ofBedrock = (until = deadline): MaybeRequested<BedrockRecord> => {
      switch (identifier.kind) {
        case "xuid":
          return settle(bedrock.byXuid(identifier.xuid, until, options));
        case "name":
          if (identifier.gamertag === null) return NOT_REQUESTED;
          return settle(bedrock.byGamertag(identifier.gamertag, until, options));
        case "java-uuid":
          return settle(bedrock.linkedTo(identifier.uuid, until, options));
        case "impossible":
          return NOT_REQUESTED;
      }
    };

    const ofJava = (): MaybeRequested<JavaRecord> => {
      switch (identifier.kind) {
        case "java-uuid":
          return settle(java.byUuid(identifier.uuid, deadline, options));
        case "name": {
          const name = nameInJava(identifier);
          return name === undefined ? NOT_REQUESTED : settle(java.byName(name, deadline, options));
        }
        case "xuid":
          return settle(bedrock.byXuid(identifier.xuid, deadline, options)).then(linkedJava);
        case "impossible":
          if (!java.hasOffline || !isOfflineUuid(identifier.id)) return NOT_REQUESTED;
          return settle(java.byUuid(identifier.id, deadline, options));
      }
    };

    return {
      java: ofJava,
      bedrock: ofBedrock,
      linkedJava,
      /** The Bedrock account linked to a Java one. */
      linkedBedrock: (from: JavaRecord, until = deadline): MaybeRequested<BedrockRecord> =>
        isOfflineUuid(from.uuid)
          ? NOT_REQUESTED
          : settle(bedrock.linkedTo(from.uuid, until, options)),
    };
  };
}

export function isFound<Record>(
  result: EditionResult<Record>,
): result is { kind: "entry"; entry: CacheResult<Record> & { value: Record } } {
  return result.kind === "entry" && result.entry.value !== null;
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
): UpstreamFailure {
  const provider = operation === "profile" ? "mojang-session" : "geyser";
  const retryAfterSeconds = Math.max(1, Math.ceil((freshUntil - Date.now()) / 1_000));
  return new UpstreamFailure("error", { provider, operation }, "its part is not known", {
    retryAfterSeconds,
  });
}

/** Turns an upstream's failure into a result. Anything else is our own fault and thrown. */
async function settle<Record>(
  loading: Promise<CacheResult<Record>>,
): Promise<EditionResult<Record>> {
  try {
    return { kind: "entry", entry: await loading };
  } catch (failure) {
    if (failure instanceof UpstreamFailure) return { kind: "failed", failure };
    throw failure;
  }
}

/** How long something may be believed, and what it was made from; see `CacheResult`. */
export type Freshness = Pick<CacheResult<unknown>, "freshUntil" | "stale" | "cached" | "tags">;

/** What decides how a skin is shown, besides its pixels. */
export interface Wearer {
  model: SkinModel;
  /** The name of a Java player: the game draws a few of them in their own way. */
  javaName: string | undefined;
}

/**
 * The texture that a player wears. `source` names the service that it comes from, if that is neither the
 * game's nor Geyser.
 */
export type ResolvedTexture = Freshness &
  (
    | { kind: "own"; hash: TextureHash; wearer: Wearer; source: string | undefined }
    /** A known player without an own skin: the game's default for the UUID. */
    | { kind: "default"; hash: TextureHash; wearer: Wearer }
    /** A known player without a cape. */
    | { kind: "no-cape" }
    | { kind: "unknown-player" }
  );

export type TextureResolver = ReturnType<typeof createTextureResolver>;

/**
 * Resolves a player identifier to the hash of a texture, with as few upstream calls as possible:
 * Java first, Bedrock only when Java has no such player, and account links only when the edition
 * that was requested needs one.
 */
export function createTextureResolver(resolve: Resolver) {
  /** @throws UpstreamFailure when it is not known */
  return async (
    identifier: PlayerIdentifier,
    type: LookupType,
    kind: "skin" | "cape",
    deadline: Deadline,
  ): Promise<ResolvedTexture> => {
    const player = resolve(identifier, deadline);
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
      if (entry.value !== null) return textureIn(entry, entry.value, kind);
      negative.push(entry);
    }
    if (failure !== undefined) throw failure;
    const stale = negative.find((entry) => entry.stale);
    if (stale !== undefined) {
      const call = { provider: "any", operation: "name" };
      throw stale.failure ?? new UpstreamFailure("timeout", call, "was too slow");
    }
    return { ...(negative.at(-1) ?? certain()), kind: "unknown-player" };
  };
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
): ResolvedTexture {
  const isJava = "uuid" in record;
  // Undefined is what could not be loaded. No public source knows Bedrock capes.
  const textures = isJava ? record.textures : { skin: record.skin, cape: null };
  const texture = textures?.[kind];
  if (texture === undefined) throw unknownPart(isJava ? "profile" : "skin", entry);
  const isOld = isJava ? record.oldTextures?.includes(kind) : kind === "skin" && record.skinIsOld;
  const known = isOld ? { ...entry, stale: true } : entry;
  const byDefault = defaultSkinOf(isJava ? record.uuid : floodgateUuid(record.xuid));
  const wearer = {
    model: textures?.skin?.model ?? byDefault.model,
    javaName: isJava ? record.name : undefined,
  };
  if (texture !== null) {
    const source = "source" in texture ? texture.source : isJava ? record.source : undefined;
    return { kind: "own", hash: texture.hash, wearer, source, ...known };
  }
  if (kind === "cape") return { kind: "no-cape", ...known };
  return { kind: "default", hash: byDefault.hash as TextureHash, wearer, ...known };
}

/** For an identifier that no player can have: known without a request, and for long. */
function certain(): Freshness {
  return { freshUntil: Date.now() + 600_000, stale: false, cached: true, tags: [] };
}
