import { sleep, systemClock } from "../time/clock.ts";
import {
  entryOf,
  isFresh,
  outdates,
  unconfirmedSinceOf,
  versionIn,
  versionOf,
  type Entry,
  type Loaded,
} from "./entry.ts";
import { createLeases, type FailureCodec, type Lease } from "./leases.ts";
import type { Failed, Tiers, TiersOptions } from "./tiers.ts";

export type Load<Value> = (previous: Value | undefined) => Promise<Loaded<Value>>;

export interface LoadOptions {
  /** Forces a load, even if the entry is fresh. */
  refresh?: boolean;
  /** Another source confirms that the old value is gone: one negative result is enough. */
  trustNegative?: boolean;
}

/** The end of a flight. `loaded` is false when the store had the entry already. */
interface Landed<Value> {
  entry: Entry<Value>;
  loaded: boolean;
}

/** A load under way, shared by all requests of this process for one key. */
interface Flight<Value> {
  isRefresh: boolean;
  /** What could be served meanwhile: known after the first look at the store. */
  stale: Promise<Entry<Value> | undefined>;
  result: Promise<Landed<Value>>;
}

export interface FlightsOptions extends Pick<
  TiersOptions,
  "store" | "tier" | "lifetimes" | "clock"
> {
  failures: FailureCodec;
  random?: () => number;
}

/** Longest wait for another process's load: as long as any load may take. */
const ELSEWHERE_MS = 4_500;
const FIRST_LOOK_MS = 15;
const LONGEST_LOOK_MS = 250;

/** How long a failure is repeated without a load: the first time, and at most. */
const FIRST_FAILED_MS = 5_000;
const LONGEST_FAILED_MS = 60_000;
/** How many forced loads may be tried meanwhile. */
const FORCED_TRIES = 2;

/** How many keys are loaded later at the same time: as many as fit into a bulk call. */
const MOST_LOADED_LATER = 10;
/** The pause after one of them was rejected by the rate limit. */
const LOAD_PAUSE_MS = 1_000;

/** A stale key that could not be loaded for lack of tokens. */
interface Waiting<Value> {
  load: Load<Value>;
  /** Why it could not be loaded. */
  failure: Error;
  /** Since it was to be loaded again. */
  requests: number;
}

/**
 * Single flight: at most one load for each key, in this process and, by leases, in all processes. What a
 * failed load means for the next is known here, too. An upstream that failed is not called again for each
 * request: the failure is repeated for 5 s, then for twice as long each time, up to a minute. It is kept in
 * memory alone, never stored as a result. A stale key for which nothing was sent, for lack of tokens, is
 * loaded later, the most requested one first; meanwhile, requests get the stale entry.
 */
export function createFlights<Value>(
  tiers: Tiers<Value>,
  { store, tier, lifetimes, failures, clock = systemClock, random = Math.random }: FlightsOptions,
) {
  const leases = createLeases(store, failures, clock);
  const flights = new Map<string, Flight<Value>>();
  /** In order of their last request. */
  const waiting = new Map<string, Waiting<Value>>();
  const loadedLater = new Set<Waiting<Value>>();
  /** No waiting key is loaded before, on the monotonic clock. */
  let pausedUntil = Number.NEGATIVE_INFINITY;

  /** Loads, and writes the result to the store. */
  const loadHere = async (
    key: string,
    load: Load<Value>,
    previous: Entry<Value> | undefined,
    lease: Lease,
    { refresh = false, trustNegative = false }: LoadOptions,
  ): Promise<Entry<Value>> => {
    const began = clock.now();
    const write = async (entry: Entry<Value>) => {
      const text = tiers.remember(key, entry);
      const ttlMs = Math.max(1, lifetimes.ttlMs - Math.max(0, clock.now() - entry.fetchedAt));
      // What no store takes, since it is too long, must not leave the lease to others.
      await lease.complete(text, ttlMs).catch(lease.fail);
    };
    try {
      const loaded = await load(previous?.value ?? undefined);
      const now = clock.now();
      const unconfirmedSince =
        loaded === null && !trustNegative ? unconfirmedSinceOf(previous, now) : undefined;
      if (previous !== undefined && unconfirmedSince !== undefined) {
        await write({ ...previous, unconfirmedSince });
        throw new Error("A known value is said to be gone; it has to repeat");
      }
      const entry = entryOf(loaded, lifetimes, { now, loadMs: now - began });
      tier.failed.delete(tiers.cacheTagOf(key));
      await write(entry);
      if (refresh || (previous !== undefined && outdates(entry, previous, clock.now())))
        tiers.replaced(key, entry);
      return entry;
    } catch (error) {
      lease.fail(error);
      throw error;
    }
  };

  /** Loads, or takes what the store has by now: another process may load the same key. */
  const fly = async (
    key: string,
    load: Load<Value>,
    loadOptions: LoadOptions,
    looked: (entry: Entry<Value> | undefined) => void,
  ): Promise<Landed<Value>> => {
    const { refresh = false } = loadOptions;
    const end = clock.monotonic() + ELSEWHERE_MS;
    const before = tiers.inMemory(key);
    let waited = false;
    /** How the store's entry begins, as far as is known. What memory has may still be served stale. */
    let seen = before && versionOf(before);
    for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(lookMs * 1.6, LONGEST_LOOK_MS)) {
      const known = refresh ? await tiers.find(key) : tiers.inMemory(key);
      // Learned on the way while another process was loading: the store holds the same.
      const isLearned = waited && !refresh && known !== undefined && known !== before;
      if (isLearned && isFresh(known, clock.now())) return { entry: known, loaded: true };
      const attempt = await leases.attempt(tiers.storeKeyOf(key), seen, refresh);
      if (attempt.kind === "failed") throw attempt.failure;
      if (attempt.kind === "changed") {
        seen = attempt.text && versionIn(attempt.text);
        const entry = tiers.fromStore(key, attempt.text);
        if (entry !== undefined && isFresh(entry, clock.now())) return { entry, loaded: waited };
      } else {
        looked(known);
      }
      if (attempt.kind === "granted") {
        const entry = await loadHere(key, load, known, attempt.lease, loadOptions);
        return { entry, loaded: true };
      }
      if (clock.monotonic() >= end) throw failures.late(key);
      if (attempt.kind === "changed") continue;
      waited = true;
      // Jitter, so that waiting processes do not look in step.
      await sleep(clock, lookMs * (0.75 + random() / 2));
    }
  };

  const start = (key: string, load: Load<Value>, loadOptions: LoadOptions) => {
    let looked: (entry: Entry<Value> | undefined) => void = () => undefined;
    const stale = new Promise<Entry<Value> | undefined>((resolve) => (looked = resolve));
    const result = fly(key, load, loadOptions, looked)
      .catch((thrown: unknown) => {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        rememberFailure(key, error);
        throw error;
      })
      .finally(() => {
        looked(tiers.inMemory(key));
        if (flights.get(key) === flight) flights.delete(key);
      });
    // Waiting requests may have been served a stale entry meanwhile.
    result.catch(() => undefined);
    const flight = { isRefresh: loadOptions.refresh === true, stale, result };
    flights.set(key, flight);
    return flight;
  };

  /** Joins the flight of a key or starts one. A forced load is not satisfied by one from before. */
  const join = async (
    key: string,
    load: Load<Value>,
    loadOptions: LoadOptions = {},
  ): Promise<Flight<Value>> => {
    let flight = flights.get(key);
    while (flight !== undefined && loadOptions.refresh && !flight.isRefresh) {
      await flight.result.catch(() => undefined);
      flight = flights.get(key);
    }
    return flight ?? start(key, load, loadOptions);
  };

  /** Milliseconds until a key may be loaded again. A clock set back must not make a short time long. */
  const failedForMs = ({ delayMs, until }: Failed) =>
    Math.min(delayMs, Math.max(0, until - clock.now()));

  const rememberFailure = (key: string, error: Error) => {
    // Then no upstream was called, and it says nothing about the next time.
    if (wasNotSent(error)) return;
    const tag = tiers.cacheTagOf(key);
    const before = tier.failed.get(tag);
    const doubledMs = before === undefined ? FIRST_FAILED_MS : before.delayMs * 2;
    const delayMs = Math.max(Math.min(LONGEST_FAILED_MS, doubledMs), retryAfterMs(error));
    const forcedTries = before !== undefined && failedForMs(before) > 0 ? before.forcedTries : 0;
    tier.failed.set(tag, { error, delayMs, until: clock.now() + delayMs, forcedTries });
  };

  /**
   * The failure to repeat without a load, or undefined when it is time to load again. A forced request may
   * load sooner, but only twice while a failure is repeated.
   */
  const recentFailure = (key: string, isForced = false): Error | undefined => {
    const failure = tier.failed.get(tiers.cacheTagOf(key));
    if (failure === undefined || failedForMs(failure) === 0) return undefined;
    if (!isForced || failure.forcedTries >= FORCED_TRIES) return failure.error;
    failure.forcedTries += 1;
    return undefined;
  };

  const stopWaiting = (key: string) => {
    if (waiting.delete(key)) tier.waiting.count -= 1;
  };

  const loadWaiting = async (key: string, entry: Waiting<Value>) => {
    loadedLater.add(entry);
    try {
      await (
        await join(key, entry.load)
      ).result;
      stopWaiting(key);
    } catch (error) {
      if (!wasNotSent(error)) stopWaiting(key);
      else if (clock.monotonic() >= pausedUntil) {
        pausedUntil = clock.monotonic() + LOAD_PAUSE_MS;
        clock.after(LOAD_PAUSE_MS + 1, loadMostRequested);
      }
    }
    loadedLater.delete(entry);
    loadMostRequested();
  };

  const loadMostRequested = () => {
    while (loadedLater.size < MOST_LOADED_LATER && clock.monotonic() >= pausedUntil) {
      let next: [string, Waiting<Value>] | undefined;
      for (const one of waiting) {
        if (!loadedLater.has(one[1]) && one[1].requests > (next?.[1].requests ?? 0)) next = one;
      }
      if (next === undefined) return;
      void loadWaiting(...next);
    }
  };

  return {
    join,
    recentFailure,
    /** Loads a key in the background, unless that is being done or has just failed. */
    refreshEarly(key: string, load: Load<Value>): void {
      if (!flights.has(key) && recentFailure(key) === undefined) void join(key, load);
    },
    /** Why keys wait to be loaded; undefined when none does. One that comes now has to wait, too. */
    reasonToWait(key: string): Error | undefined {
      const [first] = waiting.values();
      return (waiting.get(key) ?? first)?.failure;
    },
    /** Counts a request for a key that is to be loaded later. */
    loadLater(key: string, load: Load<Value>, failure: Error): void {
      const entry = waiting.get(key) ?? { load, failure, requests: 0 };
      entry.requests += 1;
      stopWaiting(key);
      waiting.set(key, entry);
      tier.waiting.count += 1;
      const [oldest] = waiting.keys();
      if (tier.waiting.count > tier.waiting.most && oldest !== undefined) stopWaiting(oldest);
      loadMostRequested();
    },
  };
}

/** Whether an error means that nothing was sent, for lack of tokens: it says nothing about the key. */
export function wasNotSent(error: unknown): boolean {
  return error instanceof Error && "wasSent" in error && error.wasSent === false;
}

function retryAfterMs(error: Error): number {
  const seconds = "retryAfterSeconds" in error ? error.retryAfterSeconds : undefined;
  return typeof seconds === "number" ? seconds * 1_000 : 0;
}
