import type { PlayerIdentifier } from "../contract/identifiers.ts";
import type { LookupType } from "../contract/queries.ts";
import { LOOKUP_MS, startDeadline, type Caller } from "../providers/deadline.ts";
import type { BedrockRecord, JavaRecord, RecordOptions } from "./records.ts";
import {
  isFound,
  isStaleNegative,
  NOT_REQUESTED,
  type EditionResult,
  type Resolver,
} from "./resolver.ts";

export interface PlayerResult {
  java: EditionResult<JavaRecord>;
  bedrock: EditionResult<BedrockRecord>;
}

export interface LookupOptions extends RecordOptions {
  type: LookupType;
  caller: Caller;
}

export type Lookup = ReturnType<typeof createLookup>;

/**
 * Looks a player up for a profile: both editions side by side, inside one deadline. An edition that
 * does not know the identifier is reached through the account link of the other one, so that all
 * spellings of one player give one response. Once Java has the player, Bedrock waits for no budget: what
 * cannot be requested at once is left out, with a warning.
 */
export function createLookup(resolve: Resolver) {
  return async (
    identifier: PlayerIdentifier,
    { type, caller, ...options }: LookupOptions,
  ): Promise<PlayerResult> => {
    const deadline = startDeadline(LOOKUP_MS, caller);
    const player = resolve(identifier, deadline, options);
    if (type === "java") return { java: await player.java(), bedrock: NOT_REQUESTED };
    if (type === "bedrock") return { java: NOT_REQUESTED, bedrock: await player.bedrock() };

    const prefixed = identifier.kind === "name" && identifier.prefixed;
    const bedrockFirst = prefixed || identifier.kind === "xuid";
    const javaFound = new AbortController();
    const hurried = deadline.until(javaFound.signal);
    const loadJava = async () => {
      const result = await player.java();
      if (isFound(result)) javaFound.abort();
      return result;
    };
    let [java, bedrock] = await Promise.all([
      bedrockFirst ? NOT_REQUESTED : loadJava(),
      player.bedrock(hurried),
    ]);
    // Of a UUID, the link is all that can be looked up in Bedrock.
    if (identifier.kind === "java-uuid") return { java, bedrock };

    if (isFound(bedrock) && isNotFound(java)) {
      const linked = await player.linkedJava(bedrock);
      if (isFound(linked) || linked.kind === "failed") java = linked;
    } else if (isFound(java) && isNotFound(bedrock)) {
      const linked = await player.linkedBedrock(java.entry.value, hurried);
      // That there is no link does not make an old "no such gamertag" any newer.
      if (isFound(linked) || !isStaleNegative(bedrock)) bedrock = linked;
    } else if (prefixed && isNotFound(bedrock)) {
      java = await player.java();
    }
    return { java, bedrock };
  };
}

/** Not found, or the identifier is not valid in this edition. */
function isNotFound(result: EditionResult<unknown>): boolean {
  return (
    result.kind === "not-requested" || (result.kind === "entry" && result.entry.value === null)
  );
}
