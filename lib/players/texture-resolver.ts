import type { Answer } from "../cache/cache.ts";
import { floodgateUuid, type PlayerIdentifier, type TextureHash } from "../contract/identifiers.ts";
import type { LookupType } from "../contract/queries.ts";
import type { Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { defaultSkinOf } from "../textures/default-skins.ts";
import type { BedrockRecord, JavaRecord } from "./records.ts";
import { unknownPart, type Resolver } from "./resolver.ts";

/** How long something may be believed, and what it was made from; see `Answer`. */
export type Freshness = Omit<Answer<unknown>, "value" | "failure">;

/** The texture that a player wears. */
export type ResolvedTexture = Freshness &
  (
    | { kind: "own"; hash: TextureHash }
    /** A known player without an own skin: the game's default for the UUID. */
    | { kind: "default"; hash: TextureHash }
    /** A known player without a cape. */
    | { kind: "no-cape" }
    | { kind: "unknown-player" }
  );

export type TextureResolver = ReturnType<typeof createTextureResolver>;

/**
 * Resolves a player identifier to the hash of a texture, with as few upstream calls as possible:
 * Java first, Bedrock only when Java has no such player, and account links only when the edition
 * that was asked for needs one.
 */
export function createTextureResolver(resolve: Resolver) {
  /** @throws UpstreamFailure when no answer can be given */
  return async (
    identifier: PlayerIdentifier,
    type: LookupType,
    kind: "skin" | "cape",
    deadline: Deadline,
  ): Promise<ResolvedTexture> => {
    const player = resolve(identifier, deadline);
    const negative: Answer<unknown>[] = [];
    for (const edition of editionsFor(identifier, type)) {
      const result = await player[edition]();
      if (result.kind === "failed") throw result.failure;
      if (result.kind === "not-asked") continue;
      const { answer } = result;
      if (answer.value !== null) return textureIn(answer, answer.value, kind);
      negative.push(answer);
    }
    const stale = negative.find((answer) => answer.stale);
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
    case "impossible":
      return [];
  }
}

function textureIn(
  answer: Answer<unknown>,
  record: JavaRecord | BedrockRecord,
  kind: "skin" | "cape",
): ResolvedTexture {
  const isJava = "uuid" in record;
  const texture = isJava ? javaTexture(record, kind) : bedrockTexture(record, kind);
  if (texture === undefined) throw unknownPart(isJava ? "profile" : "skin", answer);
  const isOld = isJava ? record.texturesAreOld : kind === "skin" && record.skinIsOld;
  const known = isOld ? { ...answer, stale: true } : answer;
  if (texture !== null) return { ...known, kind: "own", hash: texture.hash };
  if (kind === "cape") return { ...known, kind: "no-cape" };
  const uuid = isJava ? record.uuid : floodgateUuid(record.xuid);
  return { ...known, kind: "default", hash: defaultSkinOf(uuid).hash as TextureHash };
}

/** Null when the player has none, undefined when that is not known. */
function javaTexture({ textures }: JavaRecord, kind: "skin" | "cape") {
  return textures === null ? undefined : textures[kind];
}

/** The same for Bedrock, of which no public source knows capes. */
function bedrockTexture({ skin }: BedrockRecord, kind: "skin" | "cape") {
  return kind === "skin" ? skin : null;
}

/** For an identifier that no player can have: known without asking, and for long. */
function certain(): Freshness {
  const now = Date.now();
  return { fetchedAt: now, freshUntil: now + 600_000, stale: false, cached: true, subjects: [] };
}

function tooSlow(): UpstreamFailure {
  return new UpstreamFailure("timeout", { provider: "any", operation: "name" }, "was too slow");
}
