import { STALE_WAIT_MS, type Answer, type GetOptions } from "../cache/cache.ts";
import { floodgateUuid, type PlayerIdentifier, type TextureHash } from "../contract/identifiers.ts";
import type { LookupType } from "../contract/queries.ts";
import { startDeadline, type Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { defaultSkinOf } from "../textures/default-skins.ts";
import { missingAnswer, reachedThrough } from "./answers.ts";
import type { BedrockPlayers } from "./bedrock.ts";
import type { JavaPlayers } from "./java.ts";
import type { BedrockRecord, JavaRecord } from "./records.ts";

/** How long something may be believed. */
export interface Times {
  /** Until when this is fresh, Unix milliseconds. */
  freshUntil: number;
  fetchedAt: number;
  stale: boolean;
  cached: boolean;
  /** What it was made from; see `Answer`. */
  subjects: readonly string[];
}

/** What a player wears. */
export type Worn = Times &
  (
    | { kind: "own"; hash: TextureHash }
    /** A known player without an own skin: the game's default for the UUID. */
    | { kind: "default"; hash: TextureHash }
    /** A known player without a cape. */
    | { kind: "nothing" }
    /** No such player. */
    | { kind: "nobody" }
  );

export type Wardrobe = ReturnType<typeof createWardrobe>;

/**
 * What players wear. Asks no more than the picture needs: Java first, Bedrock only when Java has
 * no such player, and links only when the other edition was asked for.
 */
export function createWardrobe(java: JavaPlayers, bedrock: BedrockPlayers) {
  const javaOf = (
    identifier: PlayerIdentifier,
    { deadline, options }: Asking,
  ): Promise<Answer<JavaRecord> | null> => {
    switch (identifier.kind) {
      case "java-uuid":
        return java.byUuid(identifier.uuid, deadline, options);
      case "name":
        return identifier.javaName === null
          ? nobody
          : java.byName(identifier.javaName, deadline, options);
      case "xuid":
        return linkedJava(identifier, { deadline, options });
      case "nobody":
        return nobody;
    }
  };

  const bedrockOf = (
    identifier: PlayerIdentifier,
    { deadline, options }: Asking,
  ): Promise<Answer<BedrockRecord> | null> => {
    switch (identifier.kind) {
      case "xuid":
        return bedrock.byXuid(identifier.xuid, deadline, options);
      case "name":
        return identifier.gamertag === null
          ? nobody
          : bedrock.byGamertag(identifier.gamertag, deadline, options);
      case "java-uuid":
        return bedrock.linkedTo(identifier.uuid, deadline, options);
      case "nobody":
        return nobody;
    }
  };

  const linkedJava = async (
    identifier: PlayerIdentifier & { kind: "xuid" },
    { deadline, options }: Asking,
  ): Promise<Answer<JavaRecord> | null> => {
    const answer = await bedrock.byXuid(identifier.xuid, deadline, options);
    if (answer.value?.link) {
      return reachedThrough(answer, await java.byUuid(answer.value.link, deadline, options));
    }
    if (answer.value === null || answer.value.link === null) return missingAnswer(answer);
    throw unreadable("geyser", "link-bedrock", answer);
  };

  return {
    /**
     * What the identified player wears.
     * @throws UpstreamFailure when it cannot be said
     */
    async wornBy(
      identifier: PlayerIdentifier,
      type: LookupType,
      kind: "skin" | "cape",
      deadline: Deadline,
    ): Promise<Worn> {
      const asking = { deadline, options: { patience: startDeadline(STALE_WAIT_MS) } };
      const absences: Answer<unknown>[] = [];
      for (const edition of editionsFor(identifier, type)) {
        if (edition === "java") {
          const answer = await javaOf(identifier, asking);
          if (answer?.value) return wornByJava(answer, answer.value, kind);
          if (answer) absences.push(answer);
        } else {
          const answer = await bedrockOf(identifier, asking);
          if (answer?.value) return wornByBedrock(answer, answer.value, kind);
          if (answer) absences.push(answer);
        }
      }
      const unasked = absences.find(({ stale }) => stale);
      if (unasked !== undefined) throw unasked.failure ?? tooSlow();
      const last = absences.at(-1);
      return { kind: "nobody", ...(last === undefined ? certain() : times(last)) };
    },
  };
}

interface Asking {
  deadline: Deadline;
  options: GetOptions;
}

const nobody = Promise.resolve(null);

function editionsFor(identifier: PlayerIdentifier, type: LookupType) {
  if (type !== "all") return [type];
  switch (identifier.kind) {
    case "java-uuid":
      return ["java"] as const;
    case "xuid":
      return ["bedrock"] as const;
    case "name":
      return identifier.prefixed ? (["bedrock", "java"] as const) : (["java", "bedrock"] as const);
    case "nobody":
      return [];
  }
}

function wornByJava(answer: Answer<unknown>, record: JavaRecord, kind: "skin" | "cape"): Worn {
  if (record.textures === null) throw unreadable("mojang-session", "profile", answer);
  const own = record.textures[kind];
  const known = record.texturesAreOld ? { ...answer, stale: true } : answer;
  if (own !== null) return { kind: "own", hash: own.hash, ...times(known) };
  return without(known, kind, record.uuid);
}

function wornByBedrock(answer: Answer<unknown>, record: BedrockRecord, kind: "skin" | "cape") {
  // No public source knows Bedrock capes.
  if (kind === "skin" && record.skin === undefined) throw unreadable("geyser", "skin", answer);
  if (kind === "skin" && record.skin) {
    const known = record.skinIsOld ? { ...answer, stale: true } : answer;
    return { kind: "own", hash: record.skin.hash, ...times(known) } as const;
  }
  return without(answer, kind, floodgateUuid(record.xuid).replaceAll("-", ""));
}

function without(answer: Answer<unknown>, kind: "skin" | "cape", uuid: string): Worn {
  if (kind === "cape") return { kind: "nothing", ...times(answer) };
  return { kind: "default", hash: defaultSkinOf(uuid).hash as TextureHash, ...times(answer) };
}

/** An identifier that cannot be anybody: true without asking, and for long. */
function certain(): Times {
  const now = Date.now();
  return { fetchedAt: now, freshUntil: now + 600_000, stale: false, cached: true, subjects: [] };
}

function times({ fetchedAt, freshUntil, stale, cached, subjects }: Answer<unknown>): Times {
  return { fetchedAt, freshUntil, stale, cached, subjects };
}

function tooSlow(): UpstreamFailure {
  return new UpstreamFailure("timeout", { provider: "any", operation: "name" }, "was too slow");
}

/** A part is asked for again when the record without it is no longer fresh. */
function unreadable(
  provider: string,
  operation: string,
  { freshUntil }: Answer<unknown>,
): UpstreamFailure {
  const retryAfterSeconds = Math.max(1, Math.ceil((freshUntil - Date.now()) / 1_000));
  return new UpstreamFailure("bad-response", { provider, operation }, "its part is not known", {
    retryAfterSeconds,
  });
}
