import { isDeepStrictEqual } from "node:util";
import { BentoCache, bentostore } from "bentocache";
import { createAbsences } from "./absences.ts";
import { createFailureMemory } from "./failures.ts";
import { storeDriver } from "./store-driver.ts";
import type { Store } from "./stores/store.ts";
import { wantedWaitMs, within } from "./waiting.ts";

/** How long things are true. Milliseconds. */
export interface Lifetimes {
  /** A value is served without asking for this long. */
  freshMs: number;
  /** A value is kept this long, to be served stale while it cannot be fetched anew. */
  keepMs: number;
  /** "There is none" is believed for this long; afterwards only while it cannot be asked anew. */
  missingMs: number;
}

/** What a load gives: a value, or null when the authority said there is none. */
export type Loaded<Value> = {
  value: Value;
  /** For a value that is only half known: ask again sooner. */
  freshMs?: number;
} | null;

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

export interface GetOptions {
  /** Skips the fresh value, the missing memory and the failure memory. */
  refresh?: boolean;
  /** Something else already says that the old value is gone: one "missing" is enough. */
  doubted?: boolean;
  /** How much longer to wait for a load while something stale could be served. */
  patience?: { remainingMs(): number };
}

export interface CacheOptions {
  /** Keys live under this; ends in a version, so that a new shape never meets old values. */
  name: string;
  /** Where values live. */
  store: Store;
  /** Where "there is none" lives: apart and bounded apart, so a flood of it evicts no value. */
  missing: Store;
  lifetimes: Lifetimes;
  /** Told when a value changes before its time: by a refresh, or learned on the way. */
  onChange?: (subject: string) => void;
  now?: () => number;
}

/** What bentocache keeps for us. */
interface Entry<Value> {
  value: Value;
  fetchedAt: number;
  freshMs: number;
}

/** Longest that a request waits for a refresh while it could be served something stale. */
export const STALE_WAIT_MS = 1_500;
const SHORTEST_WAIT_MS = 10;

export interface Cache<Value> {
  /**
   * The value of a key: fresh, or loaded now (once for all who ask at the same time), or stale
   * when loading fails or takes too long. Rejects with what `load` threw when there is nothing
   * true to say.
   */
  get(
    key: string,
    load: (previous: Value | undefined) => Promise<Loaded<Value>>,
    options?: GetOptions,
  ): Promise<Answer<Value>>;
  /** Remembers a value that was learned on the way. */
  put(key: string, value: Value): Promise<void>;
  /** The value as it is kept, fresh or stale, without loading. */
  peek(key: string): Promise<Answer<Value> | undefined>;
  delete(key: string): Promise<void>;
}

export function createCache<Value>(options: CacheOptions): Cache<Value> {
  const { name, lifetimes, missing, onChange = () => undefined, now = Date.now } = options;
  const subjectOf = (key: string) => `${name}/${key}`;
  const failures = createFailureMemory(now);
  const bento = new BentoCache({
    default: "values",
    ttl: lifetimes.freshMs,
    grace: lifetimes.keepMs,
    // Its own way of sparing a failed upstream would write the old value anew, and so keep it for
    // longer than it may be kept; the failure memory does that here.
    graceBackoff: 0,
    stores: { values: bentostore().useL2Layer(storeDriver(options.store, name)) },
  });
  const absences = createAbsences(missing, name, lifetimes.keepMs, now);
  /** How many requests wait for each key's load; tells a shared load from an old value. */
  const loading = new Map<string, number>();

  const answer = (
    key: string,
    entry: Entry<Value>,
    cached: boolean,
    failure?: Error,
  ): Answer<Value> => {
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
  };

  const keptEntry = (key: string) =>
    bento.get<Entry<Value> | undefined>({ key, grace: lifetimes.keepMs });

  const isFreshAbsence = (since: number) => now() - since < lifetimes.missingMs;

  const absent = (key: string, since: number, cached: boolean, failure?: Error): Answer<Value> => ({
    value: null,
    fetchedAt: since,
    freshUntil: since + lifetimes.missingMs,
    stale: !isFreshAbsence(since),
    cached,
    subjects: [subjectOf(key)],
    ...(failure === undefined ? {} : { failure }),
  });

  const get: Cache<Value>["get"] = async (key, load, options = {}) => {
    const { refresh = false, doubted = false, patience } = options;
    const known = refresh ? undefined : await absences.since(key);
    if (known !== undefined && isFreshAbsence(known)) return absent(key, known, true);
    const started = now();
    const joins = loading.has(key);
    let asked = false;
    let absentSince: number | undefined;
    let failure: Error | undefined;
    const isCached = (fetchedAt: number) => fetchedAt < started || !(asked || joins);

    const ask = async (previous: Value | undefined) => {
      asked = true;
      loading.set(key, (loading.get(key) ?? 0) + 1);
      try {
        return await load(previous);
      } finally {
        const others = (loading.get(key) ?? 1) - 1;
        if (others > 0) loading.set(key, others);
        else loading.delete(key);
      }
    };

    const factory = async (context: FactoryContext<Entry<Value>>) => {
      const remembered = failures.recall(key, refresh);
      if (remembered !== undefined) throw remembered;
      if (!refresh) {
        // Somebody who held the lock before may have been told so.
        const since = await absences.since(key);
        if (since !== undefined && isFreshAbsence(since)) {
          absentSince = since;
          return context.skip();
        }
      }
      const previous = context.gracedEntry?.value ?? (refresh ? await keptEntry(key) : undefined);
      const loaded = await ask(previous?.value);
      if (loaded === null) {
        if (previous !== undefined) {
          await absences.confirm(key, doubted);
          await bento.delete({ key });
        }
        absentSince = await absences.note(key);
        failures.forget(key);
        if (previous !== undefined) onChange(subjectOf(key));
        return context.skip();
      }
      failures.forget(key);
      const wasAbsent = await absences.forget(key);
      if (refresh || wasAbsent) onChange(subjectOf(key));
      const freshMs = Math.min(loaded.freshMs ?? lifetimes.freshMs, lifetimes.freshMs);
      context.setTtl(freshMs);
      return { value: loaded.value, fetchedAt: now(), freshMs };
    };

    const rememberingFailures = async (context: FactoryContext<Entry<Value>>) => {
      try {
        return await factory(context);
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
        if (failures.recall(key) !== failure) {
          failures.remember(key, failure, wantedWaitMs(failure));
        }
        throw error;
      }
    };

    const waitMs = Math.max(
      SHORTEST_WAIT_MS,
      Math.min(STALE_WAIT_MS, patience?.remainingMs() ?? STALE_WAIT_MS),
    );
    const loadAnswer = async (): Promise<Answer<Value>> => {
      try {
        const entry = await bento.getOrSet({
          key,
          forceFresh: refresh,
          timeout: waitMs,
          factory: rememberingFailures,
        });
        if (entry !== undefined) return answer(key, entry, isCached(entry.fetchedAt), failure);
      } catch (error) {
        const cause = failure ?? (error instanceof Error ? error : new Error(String(error)));
        const kept = await keptEntry(key);
        if (kept !== undefined) return answer(key, kept, true, cause);
        if (known !== undefined) return absent(key, known, true, cause);
        throw cause;
      }
      const since = absentSince ?? now();
      return absent(key, since, isCached(since));
    };
    // An absence that is past its time is what could be served, so it is not waited for longer.
    return known === undefined
      ? loadAnswer()
      : within(waitMs, loadAnswer(), () => absent(key, known, true));
  };

  return {
    get,
    async put(key, value) {
      const freshMs = lifetimes.freshMs;
      const before = await keptEntry(key);
      await bento.set({ key, value: { value, fetchedAt: now(), freshMs } });
      const wasAbsent = await absences.forget(key);
      const differs = before !== undefined && !isDeepStrictEqual(before.value, value);
      if (differs || wasAbsent) onChange(subjectOf(key));
    },
    async peek(key) {
      const entry = await keptEntry(key);
      return entry === undefined ? undefined : answer(key, entry, true);
    },
    async delete(key) {
      await bento.delete({ key });
      onChange(subjectOf(key));
    },
  };
}

/** The part of bentocache's factory context that is used. */
interface FactoryContext<Entry> {
  skip(): undefined;
  setTtl(ttl: number): void;
  gracedEntry?: { value: Entry } | undefined;
}
