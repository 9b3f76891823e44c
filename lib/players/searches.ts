import { STALE_WAIT_MS, type CacheResult } from "../cache/cache.ts";
import { dependentResult, negativeResult } from "../cache/entry.ts";
import type { Clock } from "../time/clock.ts";
import { isOfflineUuid, nameInJava, type PlayerIdentifier } from "../contract/identifiers.ts";
import type { Deadline } from "../providers/deadline.ts";
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

export interface PlayerResult {
  java: EditionResult<JavaRecord>;
  bedrock: EditionResult<BedrockRecord>;
}

type Search<Record> = (deadline: Deadline, options: RecordOptions) => Promise<CacheResult<Record>>;

/** The lookups of one identifier. */
export type EditionLookups = ReturnType<ReturnType<typeof createSearches>["lookupsOf"]>;

export interface SearchesOptions {
  java: JavaPlayers;
  /** Undefined where this instance does not offer Bedrock Edition. */
  bedrock: BedrockPlayers | undefined;
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
export function isNotFound(result: EditionResult<unknown>): boolean {
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
