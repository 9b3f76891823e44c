import { STALE_WAIT_MS, type Answer, type GetOptions } from "../cache/cache.ts";
import type { PlayerIdentifier } from "../contract/identifiers.ts";
import type { LookupType } from "../contract/queries.ts";
import { startDeadline, type Deadline, type Caller } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import type { BedrockPlayers } from "./bedrock.ts";
import type { JavaPlayers } from "./java.ts";
import type { BedrockRecord, JavaRecord } from "./records.ts";

/** What is known of one edition: an answer, why it could not be asked, or that it was not. */
export type EditionResult<Record> =
  | { kind: "answer"; answer: Answer<Record> }
  | { kind: "failed"; failure: Error }
  | { kind: "not-asked" };

export interface PlayerResult {
  java: EditionResult<JavaRecord>;
  bedrock: EditionResult<BedrockRecord>;
}

const LOOKUP_MS = 6_000;
const NOT_ASKED = { kind: "not-asked" } as const;

export interface LookupOptions extends GetOptions {
  type: LookupType;
  caller: Caller;
}

export type Lookup = ReturnType<typeof createLookup>;

/**
 * Asks for a player in both editions side by side, inside one deadline. Each edition is asked for
 * the value itself; an edition that has nobody under it is followed through the account link of
 * the other, so that all spellings of one player give one answer.
 */
export function createLookup(java: JavaPlayers, bedrock: BedrockPlayers) {
  const follow = (deadline: Deadline, options: GetOptions) => ({
    /** The Bedrock account linked to a Java one. */
    fromJava: async (result: EditionResult<JavaRecord>) => {
      if (!isFound(result)) return NOT_ASKED;
      return settle(bedrock.linkedTo(result.answer.value.uuid, deadline, options));
    },
    /** The Java account linked to a Bedrock one. */
    fromBedrock: async (result: EditionResult<BedrockRecord>) => {
      if (!isFound(result)) return NOT_ASKED;
      const { link } = result.answer.value;
      if (link === undefined) return { kind: "failed", failure: unknownLink() } as const;
      return link === null ? NOT_ASKED : settle(java.byUuid(link, deadline, options));
    },
  });

  return async (
    identifier: PlayerIdentifier,
    { type, caller, ...given }: LookupOptions,
  ): Promise<PlayerResult> => {
    const deadline = startDeadline(LOOKUP_MS, caller);
    // All that could be served stale waits no longer than this together.
    const options = { ...given, patience: startDeadline(STALE_WAIT_MS) };
    const wants = { java: type !== "bedrock", bedrock: type !== "java" };
    const links = follow(deadline, options);

    switch (identifier.kind) {
      case "nobody":
        return { java: NOT_ASKED, bedrock: NOT_ASKED };

      case "java-uuid": {
        const [javaResult, bedrockResult] = await Promise.all([
          wants.java ? settle(java.byUuid(identifier.uuid, deadline, options)) : NOT_ASKED,
          wants.bedrock ? settle(bedrock.linkedTo(identifier.uuid, deadline, options)) : NOT_ASKED,
        ]);
        return { java: javaResult, bedrock: bedrockResult };
      }

      case "xuid": {
        const result = await settle(bedrock.byXuid(identifier.xuid, deadline, options));
        const linked = wants.java ? await links.fromBedrock(result) : NOT_ASKED;
        if (wants.bedrock) return { java: linked, bedrock: result };
        // Only Java is wanted: what failed on the way to it is Java's failure.
        return { java: result.kind === "failed" ? result : linked, bedrock: NOT_ASKED };
      }

      case "name": {
        const { javaName, gamertag, prefixed } = identifier;
        const askJava = async (): Promise<EditionResult<JavaRecord>> =>
          javaName === null ? NOT_ASKED : settle(java.byName(javaName, deadline, options));
        const askBedrock = async (): Promise<EditionResult<BedrockRecord>> =>
          gamertag === null ? NOT_ASKED : settle(bedrock.byGamertag(gamertag, deadline, options));

        const javaFirst = wants.java && !(prefixed && wants.bedrock);
        let [javaResult, bedrockResult] = await Promise.all([
          javaFirst ? askJava() : NOT_ASKED,
          wants.bedrock ? askBedrock() : NOT_ASKED,
        ]);
        if (!wants.java || !wants.bedrock) return { java: javaResult, bedrock: bedrockResult };

        if (isMissing(javaResult) && isFound(bedrockResult)) {
          const linked = await links.fromBedrock(bedrockResult);
          if (isFound(linked) || linked.kind === "failed") javaResult = linked;
        } else if (isFound(javaResult) && isMissing(bedrockResult)) {
          const linked = await links.fromJava(javaResult);
          // That there is no link does not make an old "nobody has this gamertag" any newer.
          if (isFound(linked) || !isStaleAbsence(bedrockResult)) bedrockResult = linked;
        } else if (prefixed && isMissing(bedrockResult)) {
          javaResult = await askJava();
        }
        return { java: javaResult, bedrock: bedrockResult };
      }
    }
  };
}

export function isFound<Record>(
  result: EditionResult<Record>,
): result is { kind: "answer"; answer: Answer<Record> & { value: Record } } {
  return result.kind === "answer" && result.answer.value !== null;
}

/**
 * Nobody was there when it could last be asked, and it cannot be asked now: good enough to go on
 * with the other edition, not good enough to say that there is nobody.
 */
export function isStaleAbsence(result: EditionResult<unknown>): boolean {
  return result.kind === "answer" && result.answer.value === null && result.answer.stale;
}

/** While a link cannot be asked, nobody can say that there is no account behind it. */
function unknownLink(): UpstreamFailure {
  const call = { provider: "geyser", operation: "link-bedrock" };
  return new UpstreamFailure("error", call, "its part is not known");
}

/** Nobody there, for certain or because nobody can be. */
function isMissing(result: EditionResult<unknown>): boolean {
  return result.kind === "not-asked" || (result.kind === "answer" && result.answer.value === null);
}

/** Turns an upstream's failure into a result; anything else is a fault of ours and thrown. */
async function settle<Record>(asked: Promise<Answer<Record>>): Promise<EditionResult<Record>> {
  try {
    return { kind: "answer", answer: await asked };
  } catch (failure) {
    if (failure instanceof UpstreamFailure) return { kind: "failed", failure };
    throw failure;
  }
}
