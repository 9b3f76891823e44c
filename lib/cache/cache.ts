import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import {
  answerOf,
  isFresh,
  readEntry,
  tagOf,
  writeEntry,
  type Answer,
  type Entry,
  type Lifetimes,
} from "./entry.ts";
import { createFailureMemory } from "./failures.ts";
import { createLeases, type Attempt, type FailureCodec, type Lease } from "./leases.ts";
import type { MemoryTier } from "./memory-tier.ts";
import type { Store } from "./stores/store.ts";

export type { Answer, Lifetimes };

/** What a load gives: a value, or null when the authority said there is none. */
export type Loaded<Value> = {
  value: Value;
  /** For a value that is only half known: ask again sooner. */
  freshMs?: number;
} | null;

export type Load<Value> = (previous: Value | undefined) => Promise<Loaded<Value>>;

export interface GetOptions {
  /** Loads anew, whatever is fresh. */
  refresh?: boolean;
  /** Something else already says that the old value is gone: one "there is none" is enough. */
  doubted?: boolean;
  /** Nothing is loaded: what is not kept, or not fresh, rejects with `NotKept`. */
  onlyKept?: boolean;
  /** How much longer to wait for a load while something stale could be served. */
  patience?: { remainingMs(): number };
}

export interface CacheOptions {
  /** Keys live under this; ends in a version, so that a new shape never meets old values. */
  name: string;
  store: Store;
  tier: MemoryTier;
  lifetimes: Lifetimes;
  failures: FailureCodec;
  /** Whether what a store gives back can be the value of a key; what cannot is forgotten. */
  isValue?: (key: string, value: unknown) => boolean;
  /** Told when a value changes before its time: by a refresh, or learned on the way. */
  onChange?: (subject: string) => void;
  now?: () => number;
  random?: () => number;
}

export interface Cache<Value> {
  /**
   * The value of a key: fresh, or loaded now (once for all who ask at the same time, in all
   * processes), or stale when loading fails or takes too long. Rejects with what `load` threw when
   * there is nothing true to say.
   */
  get(
    key: string,
    load: Load<Value>,
    options?: GetOptions,
    /**
     * Loads in the background. When it is given, a value that is asked for often is loaded anew
     * shortly before its time is over (early refresh), so that no request has to wait for it then.
     */
    loadInBackground?: Load<Value>,
  ): Promise<Answer<Value>>;
  /** Remembers a value that was learned on the way. */
  put(key: string, value: Value): Promise<void>;
  /** The value as it is kept, fresh or stale, without loading. */
  peek(key: string): Promise<Answer<Value> | undefined>;
  delete(key: string): Promise<void>;
}

/** Nothing fresh is kept, and it was not to be loaded. */
export class NotKept extends Error {
  override readonly name = "NotKept";
}

/** A known value is said to be gone, and that is not confirmed yet. */
export class UnconfirmedAbsence extends Error {
  override readonly name = "UnconfirmedAbsence";
}

/** Longest that a request waits for a load while it could be served something stale. */
export const STALE_WAIT_MS = 1_500;
const SHORTEST_WAIT_MS = 10;
/** Longest wait for what another process loads: as long as any load may take. */
const ELSEWHERE_MS = 6_000;
const FIRST_LOOK_MS = 15;
const LONGEST_LOOK_MS = 250;
/** A value is believed to be gone when a provider says so twice, this far apart. */
const CONFIRM_MS = 60_000;
/** How many times earlier than its own duration a load may begin; Vattani et al., "Optimal
 * Probabilistic Cache Stampede Prevention", with a beta above 1 since not every request gets here. */
const EARLINESS = 3;

/** A load under way, shared by all requests of this process for one key. */
interface Flight<Value> {
  forced: boolean;
  /** What could be served meanwhile: known after the first look at the store. */
  kept: Promise<Entry<Value> | undefined>;
  /** `loaded` is false when the store had it already. */
  result: Promise<{ entry: Entry<Value>; loaded: boolean }>;
}

interface FlightOptions {
  force: boolean;
  doubted: boolean;
}

/**
 * The cache policy: memory tier, then store, then one load for all. A fresh entry is served as it is.
 * Otherwise all requests for a key share one flight, which takes the lease of the key, so that no
 * other process loads it too. Who could be served something stale waits for a moment only.
 */
export function createCache<Value>(options: CacheOptions): Cache<Value> {
  const { name, store, tier, lifetimes, onChange = () => undefined } = options;
  const { now = Date.now, random = Math.random, isValue = () => true } = options;
  const failures = createFailureMemory(now);
  const leases = createLeases(store, options.failures, now);
  const flights = new Map<string, Flight<Value>>();

  const subjectOf = (key: string) => `${name}/${key}`;
  const storeKeyOf = (key: string) => `${name}:${key}`;
  const isKept = ({ fetchedAt }: Entry<unknown>) => now() - fetchedAt < lifetimes.keepMs;

  const remembered = (key: string): Entry<Value> | undefined => {
    const entry = tier.get(subjectOf(key)) as Entry<Value> | undefined;
    return entry !== undefined && isKept(entry) ? entry : undefined;
  };

  const remember = (key: string, entry: Entry<Value>, text = writeEntry(entry)): string => {
    tier.set(subjectOf(key), entry, text.length);
    return text;
  };

  /** Everything made from the entry before is outdated, here and in other processes. */
  const changed = (key: string, entry: Entry<Value>) => {
    onChange(subjectOf(key));
    remember(key, entry);
  };

  /** Takes over what the store holds. */
  const adopt = (key: string, text: string | undefined): Entry<Value> | undefined => {
    if (text === undefined) return undefined;
    const entry = readEntry<Value>(text, (value) => isValue(key, value));
    if (entry === undefined || !isKept(entry)) {
      store.delete(storeKeyOf(key)).catch(() => undefined);
      return undefined;
    }
    remember(key, entry, text);
    return entry;
  };

  /** While the store fails, memory is all there is. */
  const kept = async (key: string): Promise<Entry<Value> | undefined> =>
    remembered(key) ?? adopt(key, await store.get(storeKeyOf(key)).catch(() => undefined));

  const answer = (key: string, entry: Entry<Value>, cached: boolean, failure?: Error) =>
    answerOf(subjectOf(key), entry, { now: now(), cached, failure });

  /** Loads, and writes what came of it: a value, a negative entry, or a doubt about the old value. */
  const loadHere = async (
    key: string,
    load: Load<Value>,
    previous: Entry<Value> | undefined,
    lease: Lease,
    { force, doubted }: FlightOptions,
  ): Promise<Entry<Value>> => {
    const began = now();
    const write = async (entry: Entry<Value>) => {
      const text = remember(key, entry);
      const ttlMs = Math.max(1, lifetimes.keepMs - Math.max(0, now() - entry.fetchedAt));
      await lease.settle(text, ttlMs).catch(() => undefined);
    };
    try {
      const loaded = await load(previous?.value ?? undefined);
      if (loaded === null && previous !== undefined && previous.value !== null && !doubted) {
        const { doubtedAt = now() } = previous;
        // A doubt from the future is from before the clock was set back.
        const age = now() - doubtedAt;
        if (age < CONFIRM_MS) {
          await write({ ...previous, doubtedAt: age < 0 ? now() : doubtedAt });
          throw new UnconfirmedAbsence("A known value is said to be gone; it has to repeat");
        }
      }
      const fetchedAt = now();
      const entry: Entry<Value> =
        loaded === null
          ? { fetchedAt, freshMs: lifetimes.missingMs, value: null }
          : {
              fetchedAt,
              freshMs: Math.min(loaded.freshMs ?? lifetimes.freshMs, lifetimes.freshMs),
              value: loaded.value,
              loadMs: Math.max(0, fetchedAt - began),
            };
      failures.forget(key);
      await write(entry);
      if (force || (previous !== undefined && outdates(entry, previous))) changed(key, entry);
      return entry;
    } catch (error) {
      lease.fail(error);
      throw error;
    }
  };

  /** Others may still serve the previous entry as fresh, or as the opposite of this one. */
  const outdates = (entry: Entry<Value>, previous: Entry<Value>) =>
    (isFresh(previous, now()) || (previous.value === null) !== (entry.value === null)) &&
    !isDeepStrictEqual(previous.value, entry.value);

  const fly = async (
    key: string,
    load: Load<Value>,
    flightOptions: FlightOptions,
    looked: (entry: Entry<Value> | undefined) => void,
  ): Promise<{ entry: Entry<Value>; loaded: boolean }> => {
    const { force } = flightOptions;
    const end = performance.now() + ELSEWHERE_MS;
    let waited = false;
    /** The store holds nothing: what memory holds is still good enough to be served stale. */
    let isGone = false;
    for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(lookMs * 1.6, LONGEST_LOOK_MS)) {
      const known = remembered(key) ?? (force ? await kept(key) : undefined);
      const seen: string | undefined = known && !isGone ? tagOf(known) : undefined;
      const attempt: Attempt = await leases
        .attempt(storeKeyOf(key), { seen, force })
        .catch(() => ({ kind: "granted", lease: NO_LEASE }) as const);
      switch (attempt.kind) {
        case "granted":
          looked(known);
          return {
            entry: await loadHere(key, load, known, attempt.lease, flightOptions),
            loaded: true,
          };
        case "changed": {
          isGone = attempt.text === undefined;
          const entry = adopt(key, attempt.text);
          if (entry !== undefined && isFresh(entry, now())) return { entry, loaded: waited };
          if (performance.now() >= end) throw options.failures.late(key);
          continue;
        }
        case "failed":
          throw attempt.failure;
        case "held":
          looked(known);
          if (performance.now() >= end) throw options.failures.late(key);
          waited = true;
          // Jitter, so that waiting processes do not look in step.
          await sleep(lookMs * (0.75 + random() / 2));
      }
    }
  };

  const start = (key: string, load: Load<Value>, flightOptions: FlightOptions): Flight<Value> => {
    let looked: (entry: Entry<Value> | undefined) => void = () => undefined;
    const keptEntry = new Promise<Entry<Value> | undefined>((resolve) => (looked = resolve));
    const result = fly(key, load, flightOptions, looked)
      .catch((error: unknown) => {
        const failure = error instanceof Error ? error : new Error(String(error));
        failures.remember(key, failure, wantedWaitMs(failure));
        throw failure;
      })
      .finally(() => {
        looked(remembered(key));
        if (flights.get(key) === flight) flights.delete(key);
      });
    const flight = { forced: flightOptions.force, kept: keptEntry, result };
    flights.set(key, flight);
    // Those who wait may have been served something stale and gone.
    result.catch(() => undefined);
    return flight;
  };

  /** Joins the flight of a key or starts one. A forced load is not satisfied by one from before. */
  const join = async (key: string, load: Load<Value>, flightOptions: FlightOptions) => {
    let flight = flights.get(key);
    while (flight !== undefined && flightOptions.force && !flight.forced) {
      await flight.result.catch(() => undefined);
      flight = flights.get(key);
    }
    return flight ?? start(key, load, flightOptions);
  };

  const isNearlyOver = ({ fetchedAt, freshMs, loadMs = 0 }: Entry<Value>) =>
    now() - loadMs * EARLINESS * Math.log(random()) >= fetchedAt + freshMs;

  const refreshEarly = (key: string, load: Load<Value>) => {
    if (!flights.has(key) && failures.recall(key) === undefined) {
      start(key, load, { force: false, doubted: false });
    }
  };

  return {
    async get(key, load, getOptions = {}, loadInBackground) {
      const { refresh = false, doubted = false, onlyKept = false, patience } = getOptions;
      const known = onlyKept ? await kept(key) : remembered(key);
      if (known !== undefined && !refresh && isFresh(known, now())) {
        if (loadInBackground && !onlyKept && isNearlyOver(known))
          refreshEarly(key, loadInBackground);
        return answer(key, known, true);
      }
      if (onlyKept) throw new NotKept();

      const failure = failures.recall(key, refresh);
      if (failure !== undefined) return instead(key, await kept(key), failure);
      const flight = await join(key, load, { force: refresh, doubted });
      const stale = known ?? (await flight.kept);
      const waitMs =
        stale === undefined || refresh
          ? Infinity
          : Math.max(
              SHORTEST_WAIT_MS,
              Math.min(STALE_WAIT_MS, patience?.remainingMs() ?? Infinity),
            );
      try {
        const landed = await within(waitMs, flight.result);
        if (landed !== undefined) return answer(key, landed.entry, !landed.loaded);
      } catch (error) {
        return instead(key, remembered(key) ?? stale, error as Error);
      }
      return instead(key, stale, undefined);
    },

    async put(key, value) {
      const before = await kept(key);
      const isSame = before !== undefined && isDeepStrictEqual(before.value, value);
      // Fetched a moment ago: writing it again would say nothing new.
      if (isSame && now() - before.fetchedAt < lifetimes.freshMs / 2 && isFresh(before, now()))
        return;
      const entry = { fetchedAt: now(), freshMs: lifetimes.freshMs, value };
      const text = remember(key, entry);
      await store.set(storeKeyOf(key), text, { ttlMs: lifetimes.keepMs }).catch(() => undefined);
      if (before !== undefined && !isSame) changed(key, entry);
    },

    async peek(key) {
      const entry = await kept(key);
      if (entry === undefined) return undefined;
      return entry.value === null ? undefined : answer(key, entry, true);
    },

    async delete(key) {
      tier.forget(subjectOf(key));
      await store.delete(storeKeyOf(key)).catch(() => undefined);
      onChange(subjectOf(key));
    },
  };

  /** What is served in place of a load that failed or takes too long. */
  function instead(key: string, entry: Entry<Value> | undefined, failure: Error | undefined) {
    if (entry !== undefined) return answer(key, entry, true, failure);
    throw failure ?? new NotKept();
  }
}

/** For a store that fails: it cannot say who loads, so everybody does. */
const NO_LEASE: Lease = { settle: async () => undefined, fail: () => undefined };

/** How long the upstream that failed asked to be left alone. */
function wantedWaitMs(failure: Error): number {
  const seconds = "retryAfterSeconds" in failure ? failure.retryAfterSeconds : undefined;
  return typeof seconds === "number" ? seconds * 1_000 : 0;
}

/** What a promise gives, or undefined when that takes too long; the promise goes on. */
async function within<Result>(
  milliseconds: number,
  promise: Promise<Result>,
): Promise<Result | undefined> {
  if (milliseconds === Infinity) return promise;
  const abort = new AbortController();
  try {
    return await Promise.race([
      promise,
      sleep(milliseconds, undefined, { signal: abort.signal }).catch(() => undefined),
    ]);
  } finally {
    abort.abort();
  }
}
