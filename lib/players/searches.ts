import type { CacheResult } from "../cache/cache.ts";
import { dependentResult, negativeResult } from "../cache/entry.ts";
import type { Clock } from "../clock.ts";
import { isOfflineUuid, nameInJava, type PlayerIdentifier } from "../contract/identifiers.ts";
import type { Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import type { BedrockPlayers } from "./bedrock.ts";
import type { JavaPlayers } from "./java.ts";
import type { BedrockRecord, JavaRecord, RecordOptions } from "./records.ts";

type Search<Record> = (deadline: Deadline, options: RecordOptions) => Promise<CacheResult<Record>>;

/** How each edition is searched for an identifier; undefined where nobody can know it. */
export interface Searches {
  java: Search<JavaRecord> | undefined;
  bedrock: Search<BedrockRecord> | undefined;
}

export interface SearchesOptions {
  java: JavaPlayers;
  bedrock: BedrockPlayers;
  clock: Clock;
}

/** Finds the records of either edition, through account links where an identifier belongs to the other one. */
export function createSearches({ java, bedrock, clock }: SearchesOptions) {
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

  const searchesFor = (identifier: PlayerIdentifier): Searches => {
    switch (identifier.kind) {
      case "java-uuid":
        return {
          java: (...how) => java.byUuid(identifier.uuid, ...how),
          bedrock: (...how) => bedrock.linkedTo(identifier.uuid, ...how),
        };
      case "xuid":
        return {
          java: async (...how) => linkedTo(await bedrock.byXuid(identifier.xuid, ...how), ...how),
          bedrock: (...how) => bedrock.byXuid(identifier.xuid, ...how),
        };
      case "name": {
        const { gamertag } = identifier;
        const name = java.hasSkinSources ? nameInJava(identifier) : identifier.javaName;
        return {
          java: name ? (...how) => java.byName(name, ...how) : undefined,
          bedrock: gamertag === null ? undefined : (...how) => bedrock.byGamertag(gamertag, ...how),
        };
      }
      case "impossible": {
        const { id } = identifier;
        if (!java.hasSkinSources || !isOfflineUuid(id))
          return { java: undefined, bedrock: undefined };
        return { java: (...how) => java.byUuid(id, ...how), bedrock: undefined };
      }
    }
  };

  return { searchesFor, linkedTo };
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
