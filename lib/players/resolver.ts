import { STALE_WAIT_MS, type Answer } from "../cache/cache.ts";
import { dependentAnswer, negativeAnswer } from "../cache/entry.ts";
import { isOfflineUuid, type PlayerIdentifier } from "../contract/identifiers.ts";
import { startDeadline, type Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import type { BedrockPlayers } from "./bedrock.ts";
import type { JavaPlayers } from "./java.ts";
import type { BedrockRecord, JavaRecord, RecordOptions } from "./records.ts";

/** The outcome for one edition: an answer, a failure, or that there was nothing to ask. */
export type EditionResult<Record> =
  | { kind: "answer"; answer: Answer<Record> }
  | { kind: "failed"; failure: UpstreamFailure }
  | { kind: "not-asked" };

export const NOT_ASKED = { kind: "not-asked" } as const;
type MaybeAsked<Record> = Promise<EditionResult<Record>> | typeof NOT_ASKED;

export type Resolver = ReturnType<typeof createResolver>;

/**
 * Resolves a player identifier to the record of either edition, through account links where the
 * identifier belongs to the other edition. Profiles and pictures decide which editions they need.
 */
export function createResolver(java: JavaPlayers, bedrock: BedrockPlayers) {
  return (identifier: PlayerIdentifier, deadline: Deadline, given: RecordOptions = {}) => {
    // Everything that could be served stale waits no longer than this together.
    const options = { ...given, patience: startDeadline(STALE_WAIT_MS) };

    /** The Java account linked to a Bedrock one. */
    const linkedJava = async (
      from: EditionResult<BedrockRecord>,
    ): Promise<EditionResult<JavaRecord>> => {
      if (from.kind !== "answer") return from;
      const { answer } = from;
      if (answer.value === null || answer.value.link === null) {
        return { kind: "answer", answer: negativeAnswer(answer) };
      }
      const { link } = answer.value;
      if (link === undefined) {
        return { kind: "failed", failure: unknownPart("link-bedrock", answer) };
      }
      const linked = await settle(java.byUuid(link, deadline, options));
      if (linked.kind !== "answer") return linked;
      return { kind: "answer", answer: dependentAnswer(answer, linked.answer) };
    };

    const ofBedrock = (until = deadline): MaybeAsked<BedrockRecord> => {
      switch (identifier.kind) {
        case "xuid":
          return settle(bedrock.byXuid(identifier.xuid, until, options));
        case "name":
          if (identifier.gamertag === null) return NOT_ASKED;
          return settle(bedrock.byGamertag(identifier.gamertag, until, options));
        case "java-uuid":
          return settle(bedrock.linkedTo(identifier.uuid, until, options));
        case "impossible":
          return NOT_ASKED;
      }
    };

    const ofJava = (): MaybeAsked<JavaRecord> => {
      switch (identifier.kind) {
        case "java-uuid":
          return settle(java.byUuid(identifier.uuid, deadline, options));
        case "name":
          if (identifier.javaName === null) return NOT_ASKED;
          return settle(java.byName(identifier.javaName, deadline, options));
        case "xuid":
          return settle(bedrock.byXuid(identifier.xuid, deadline, options)).then(linkedJava);
        case "impossible":
          if (!java.hasOffline || !isOfflineUuid(identifier.id)) return NOT_ASKED;
          return settle(java.byUuid(identifier.id, deadline, options));
      }
    };

    return {
      java: ofJava,
      bedrock: ofBedrock,
      linkedJava,
      /** The Bedrock account linked to a Java one. */
      linkedBedrock: (from: JavaRecord, until = deadline): MaybeAsked<BedrockRecord> =>
        isOfflineUuid(from.uuid) ? NOT_ASKED : settle(bedrock.linkedTo(from.uuid, until, options)),
    };
  };
}

export function isFound<Record>(
  result: EditionResult<Record>,
): result is { kind: "answer"; answer: Answer<Record> & { value: Record } } {
  return result.kind === "answer" && result.answer.value !== null;
}

/**
 * A negative entry that could not be loaded again: good enough to go on with the other edition, not
 * good enough to answer "not found".
 */
export function isStaleNegative(result: EditionResult<unknown>): boolean {
  return result.kind === "answer" && result.answer.value === null && result.answer.stale;
}

/** A part that is missing in a record. It is loaded again when the record is no longer fresh. */
export function unknownPart(operation: string, { freshUntil }: Answer<unknown>): UpstreamFailure {
  const provider = operation === "profile" ? "mojang-session" : "geyser";
  const retryAfterSeconds = Math.max(1, Math.ceil((freshUntil - Date.now()) / 1_000));
  return new UpstreamFailure("error", { provider, operation }, "its part is not known", {
    retryAfterSeconds,
  });
}

/** Turns an upstream's failure into a result. Anything else is our own fault and thrown. */
async function settle<Record>(asked: Promise<Answer<Record>>): Promise<EditionResult<Record>> {
  try {
    return { kind: "answer", answer: await asked };
  } catch (failure) {
    if (failure instanceof UpstreamFailure) return { kind: "failed", failure };
    throw failure;
  }
}
