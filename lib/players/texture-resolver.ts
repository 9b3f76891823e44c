import type { CacheResult } from "../cache/cache.ts";
import { floodgateUuid, type PlayerIdentifier, type TextureHash } from "../contract/identifiers.ts";
import type { SkinModel } from "../contract/profile.ts";
import type { LookupType } from "../contract/queries.ts";
import type { Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { defaultSkinOf } from "../textures/default-skins.ts";
import type { BedrockRecord, JavaRecord } from "./records.ts";
import { unknownPart, type Resolver } from "./resolver.ts";

/** How long something may be believed, and what it was made from; see `CacheResult`. */
export type Freshness = Omit<CacheResult<unknown>, "value" | "failure">;

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
    for (const edition of editionsFor(identifier, type)) {
      const result = await player[edition]();
      if (result.kind === "failed") throw result.failure;
      if (result.kind === "not-requested") continue;
      const { entry } = result;
      if (entry.value !== null) return textureIn(entry, entry.value, kind);
      negative.push(entry);
    }
    const stale = negative.find((entry) => entry.stale);
    if (stale !== undefined) throw stale.failure ?? tooSlow();
    const last = negative.at(-1);
    return { ...(last ?? certain()), kind: "unknown-player" };
  };
}

function editionsFor(identifier: PlayerIdentifier, type: LookupType) {
  if (type !== "all") return [type];
  switch (identifier.kind) {
    case "java-uuid":
      return ["java"] as const;
    case "xuid":
      return ["bedrock"] as const;
    case "name":
      return identifier.prefixed ? (["bedrock", "java"] as const) : (["java", "bedrock"] as const);
    // Only a skin service may know an offline UUID.
    case "impossible":
      return ["java"] as const;
  }
}

function textureIn(
  entry: CacheResult<unknown>,
  record: JavaRecord | BedrockRecord,
  kind: "skin" | "cape",
): ResolvedTexture {
  const isJava = "uuid" in record;
  const textures = isJava ? record.textures : bedrockTextures(record);
  const texture = textures?.[kind];
  if (texture === undefined) throw unknownPart(isJava ? "profile" : "skin", entry);
  const isOld = isJava ? record.texturesAreOld : kind === "skin" && record.skinIsOld;
  const known = isOld ? { ...entry, stale: true } : entry;
  const byDefault = defaultSkinOf(isJava ? record.uuid : floodgateUuid(record.xuid));
  const wearer = {
    model: textures?.skin?.model ?? byDefault.model,
    javaName: isJava ? record.name : undefined,
  };
  if (texture !== null) {
    const source = "source" in texture ? texture.source : isJava ? record.source : undefined;
    return { ...known, kind: "own", hash: texture.hash, wearer, source };
  }
  if (kind === "cape") return { ...known, kind: "no-cape" };
  return { ...known, kind: "default", hash: byDefault.hash as TextureHash, wearer };
}

/** Undefined is what could not be loaded. No public source knows Bedrock capes. */
function bedrockTextures({ skin }: BedrockRecord) {
  return { skin, cape: null };
}

/** For an identifier that no player can have: known without a request, and for long. */
function certain(): Freshness {
  const now = Date.now();
  return { fetchedAt: now, freshUntil: now + 600_000, stale: false, cached: true, subjects: [] };
}

function tooSlow(): UpstreamFailure {
  return new UpstreamFailure("timeout", { provider: "any", operation: "name" }, "was too slow");
}
