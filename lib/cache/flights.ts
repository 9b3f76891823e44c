import { sleep, systemClock } from "../time/clock.ts";
import {
  entryOf,
  isFresh,
  outdates,
  unconfirmedSinceOf,
  versionPrefixIn,
  versionPrefixOf,
  type Entry,
  type Loaded,
} from "./entry.ts";
import { createLeases, type FailureCodec, type Lease } from "./leases.ts";
import { createRecentFailures } from "./recent-failures.ts";
import type { Tiers, TiersOptions } from "./tiers.ts";

export type Load<Value> = (previous: Value | undefined) => Promise<Loaded<Value>>;

export interface LoadOptions {
  /** Forces a load, even if the entry is fresh. */
  refresh?: boolean;
  /** Another source confirms that the old value is gone: one negative result is enough. */
  trustNegative?: boolean;
}

/** The entry with which a flight ends. */
interface LoadedEntry<Value> {
  entry: Entry<Value>;
  /** False when the store had the entry already. */
  isNew: boolean;
}

/** A load under way, shared by all requests of this process for one key. */
interface Flight<Value> {
  isRefresh: boolean;
  /** This could be served meanwhile. It is known after the first look at the store. */
  stale: Promise<Entry<Value> | undefined>;
  result: Promise<LoadedEntry<Value>>;
}

export interface FlightsOptions extends Pick<
  TiersOptions,
  "store" | "tier" | "lifetimes" | "clock"
> {
  failures: FailureCodec;
  random?: () => number;
}

/** The longest wait for another process's load: as long as any load may take. */
const FOLLOW_MS = 4_500;
/** The pauses between two looks at the store meanwhile. */
const FIRST_PAUSE_MS = 15;
const LONGEST_PAUSE_MS = 250;
const PAUSE_GROWTH = 1.6;

export type Flights<Value> = ReturnType<typeof createFlights<Value>>;

/**
 * Single flight: at most one load for each key, in this process and, by leases, in all processes. A
 * key that has just failed to load is not loaded again at once.
 */
export function createFlights<Value>(
  tiers: Tiers<Value>,
  { store, tier, lifetimes, failures, clock = systemClock, random = Math.random }: FlightsOptions,
) {
  const leases = createLeases(store, failures, clock);
  const recentFailures = createRecentFailures(tier.failed, clock);
  const flights = new Map<string, Flight<Value>>();

  const isFreshNow = (entry: Entry<Value> | undefined): entry is Entry<Value> =>
    entry !== undefined && isFresh(entry, clock.now());

  /** Writes an entry to memory and to the store, and ends the lease. */
  const write = async (key: string, entry: Entry<Value>, lease: Lease) => {
    const text = tiers.remember(key, entry);
    const ttlMs = Math.max(1, lifetimes.ttlMs - (clock.now() - entry.fetchedAt));
    // If the store does not take the text, since it is too long, the lease has to end all the same.
    await lease.complete(text, ttlMs).catch(lease.fail);
  };

  /** Keeps a known value that is said to be gone, and notes since when, until that is confirmed. */
  const requireConfirmation = async (
    key: string,
    previous: Entry<Value> | undefined,
    lease: Lease,
  ): Promise<void> => {
    const unconfirmedSince = unconfirmedSinceOf(previous, clock.now());
    if (previous === undefined || unconfirmedSince === undefined) return;
    await write(key, { ...previous, unconfirmedSince }, lease);
    throw new Error("A known value is said to be gone; it has to repeat");
  };

  /** Loads, and writes the result to the store. */
  const loadHere = async (
    key: string,
    load: Load<Value>,
    previous: Entry<Value> | undefined,
    lease: Lease,
    { refresh = false, trustNegative = false }: LoadOptions,
  ): Promise<Entry<Value>> => {
    const began = clock.now();
    try {
      const loaded = await load(previous?.value ?? undefined);
      if (loaded === null && !trustNegative) await requireConfirmation(key, previous, lease);
      const now = clock.now();
      const entry = entryOf(loaded, lifetimes, { now, loadMs: now - began });
      recentFailures.forget(tiers.cacheTagOf(key));
      await write(key, entry, lease);
      const replaces = previous !== undefined && outdates(entry, previous, clock.now());
      if (refresh || replaces) tiers.replaced(key, entry);
      return entry;
    } catch (error) {
      lease.fail(error);
      throw error;
    }
  };

  /** Loads, or follows another process that loads the same key, and takes what it has stored. */
  const loadOrFollow = async (
    key: string,
    load: Load<Value>,
    loadOptions: LoadOptions,
    onFirstLook: (stale: Entry<Value> | undefined) => void,
  ): Promise<LoadedEntry<Value>> => {
    const refresh = loadOptions.refresh === true;
    const latest = clock.monotonic() + FOLLOW_MS;
    const before = tiers.inMemory(key);
    let follows = false;
    /** How the store's entry begins, as far as is known. The entry in memory may still be served stale. */
    let seen = before && versionPrefixOf(before);
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      const known = refresh ? await tiers.find(key) : tiers.inMemory(key);
      // The entry was learned on the way while another process was loading: the store holds the same.
      const isLearned = follows && !refresh && known !== before;
      if (isLearned && isFreshNow(known)) return { entry: known, isNew: true };
      const attempt = await leases.attempt(tiers.storeKeyOf(key), seen, refresh);
      if (attempt.kind === "failed") throw attempt.failure;
      if (attempt.kind === "changed") {
        seen = versionPrefixIn(attempt.text);
        const entry = tiers.fromStore(key, attempt.text);
        if (isFreshNow(entry)) return { entry, isNew: follows };
      } else {
        onFirstLook(known);
      }
      if (attempt.kind === "granted") {
        const entry = await loadHere(key, load, known, attempt.lease, loadOptions);
        return { entry, isNew: true };
      }
      if (clock.monotonic() >= latest) throw failures.late(key);
      if (attempt.kind === "held") {
        follows = true;
        // Jitter keeps waiting processes from looking in step.
        await sleep(clock, pauseMs * (0.75 + random() / 2));
      }
      pauseMs = Math.min(pauseMs * PAUSE_GROWTH, LONGEST_PAUSE_MS);
    }
  };

  const start = (key: string, load: Load<Value>, loadOptions: LoadOptions) => {
    let onFirstLook: (entry: Entry<Value> | undefined) => void = () => undefined;
    const stale = new Promise<Entry<Value> | undefined>((resolve) => (onFirstLook = resolve));
    const result = loadOrFollow(key, load, loadOptions, onFirstLook)
      .catch((thrown: unknown) => {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        recentFailures.remember(tiers.cacheTagOf(key), error);
        throw error;
      })
      .finally(() => {
        onFirstLook(tiers.inMemory(key));
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

  const recentFailure = (key: string, isForced?: boolean) =>
    recentFailures.find(tiers.cacheTagOf(key), isForced);

  return {
    join,
    /** The failure to repeat without a load, or undefined when it is time to load again. */
    recentFailure,
    /** Loads a key in the background, unless that is being done or has just failed. */
    refreshEarly(key: string, load: Load<Value>): void {
      if (!flights.has(key) && recentFailure(key) === undefined) void join(key, load);
    },
  };
}
