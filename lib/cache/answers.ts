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

/** Makes answers of what is kept: a value, or the knowledge that there is none. */
export function createAnswers<Value>(
  subjectOf: (key: string) => string,
  lifetimes: Lifetimes,
  now: () => number,
) {
  const isFreshAbsence = (since: number) => now() - since < lifetimes.missingMs;

  return {
    isFreshAbsence,

    answer(key: string, entry: Entry<Value>, cached: boolean, failure?: Error): Answer<Value> {
      const freshUntil = entry.fetchedAt + entry.freshMs;
      return {
        value: entry.value,
        fetchedAt: entry.fetchedAt,
        freshUntil,
        stale: freshUntil <= now(),
        cached,
        subjects: [subjectOf(key)],
        ...(failure === undefined ? {} : { failure }),
      };
    },

    absent(key: string, since: number, cached: boolean, failure?: Error): Answer<Value> {
      return {
        value: null,
        fetchedAt: since,
        freshUntil: since + lifetimes.missingMs,
        stale: !isFreshAbsence(since),
        cached,
        subjects: [subjectOf(key)],
        ...(failure === undefined ? {} : { failure }),
      };
    },
  };
}
