import { z } from "zod";

/** How long things are true. Milliseconds. */
export interface Lifetimes {
  /** A value is served without asking for this long. */
  freshMs: number;
  /** A value is kept this long, to be served stale while it cannot be fetched anew. */
  keepMs: number;
  /** "There is none" is believed for this long; afterwards only while it cannot be asked anew. */
  missingMs: number;
}

export interface Answer<Value> {
  /** Null when there is none. */
  value: Value | null;
  /** When it was fetched, Unix milliseconds. */
  fetchedAt: number;
  /** Until when it is fresh, Unix milliseconds. */
  freshUntil: number;
  /** Past its time, because it could not be fetched anew in time. */
  stale: boolean;
  /** True when this request did not have to wait for a load of its own or another's. */
  cached: boolean;
  /** What it was made from: when one of these changes before its time, it is outdated. */
  subjects: readonly string[];
  /** Why a wanted load did not replace an older value. */
  failure?: Error;
}

/** What bentocache keeps for us. */
export interface Entry<Value> {
  value: Value;
  fetchedAt: number;
  freshMs: number;
  /** How long it took to load. */
  loadMs?: number;
}

/**
 * What was fetched at most this much in the future is from a machine whose clock is ahead. From
 * further ahead, a clock was set back, and nothing is known of its age: it is not fresh.
 */
const AHEAD_MS = 60_000;

const kept = z.object({
  logicalExpiration: z.number(),
  value: z.object({
    value: z.unknown(),
    fetchedAt: z.int().nonnegative(),
    freshMs: z.number().positive(),
    loadMs: z.number().nonnegative().optional(),
  }),
});

/** Whether a text is an entry as bentocache writes it, with a value that can be the key's. */
export function isKeptEntry(
  key: string,
  text: string,
  isValue: (key: string, value: unknown) => boolean,
): boolean {
  try {
    const entry = kept.safeParse(JSON.parse(text));
    return entry.success && isValue(key, entry.data.value.value);
  } catch {
    return false;
  }
}

/** Makes answers of what is kept: a value, or the knowledge that there is none. */
export function createAnswers<Value>(
  subjectOf: (key: string) => string,
  lifetimes: Lifetimes,
  now: () => number,
) {
  const isWithin = (since: number, freshMs: number) => {
    const ageMs = now() - since;
    return ageMs >= -AHEAD_MS && ageMs < freshMs;
  };
  const isFreshAbsence = (since: number) => isWithin(since, lifetimes.missingMs);
  const isFreshEntry = ({ fetchedAt, freshMs }: Entry<Value>) => isWithin(fetchedAt, freshMs);
  /** Never further from now than something fetched now would be fresh. */
  const freshUntil = (since: number, freshMs: number) =>
    isWithin(since, freshMs) ? Math.min(since, now()) + freshMs : Math.min(since + freshMs, now());

  return {
    isFreshAbsence,
    isFreshEntry,

    answer(key: string, entry: Entry<Value>, cached: boolean, failure?: Error): Answer<Value> {
      return {
        value: entry.value,
        fetchedAt: entry.fetchedAt,
        freshUntil: freshUntil(entry.fetchedAt, entry.freshMs),
        stale: !isFreshEntry(entry),
        cached,
        subjects: [subjectOf(key)],
        ...(failure === undefined ? {} : { failure }),
      };
    },

    absent(key: string, since: number, cached: boolean, failure?: Error): Answer<Value> {
      return {
        value: null,
        fetchedAt: since,
        freshUntil: freshUntil(since, lifetimes.missingMs),
        stale: !isFreshAbsence(since),
        cached,
        subjects: [subjectOf(key)],
        ...(failure === undefined ? {} : { failure }),
      };
    },
  };
}
