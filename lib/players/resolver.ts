import { STALE_WAIT_MS, type CacheResult } from "../cache/cache.ts";
import { dependentResult, negativeResult } from "../cache/entry.ts";
import { isOfflineUuid, type PlayerIdentifier } from "../contract/identifiers.ts";
import { startDeadline, type Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
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
        case "name":
          if (identifier.javaName === null) return NOT_REQUESTED;
          return settle(java.byName(identifier.javaName, deadline, options));
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
