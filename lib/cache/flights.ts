import { randomUUID } from "node:crypto";
import type { LRUCache } from "lru-cache";
import { sleep, systemClock, type Clock } from "../time/clock.ts";
import {
  entryOf,
  isFresh,
  outdates,
  unconfirmedSinceOf,
  versionPrefixIn,
  versionPrefixOf,
  type Entry,
  type Loaded,
  type RecentFailure,
  type Tiers,
  type TiersOptions,
} from "./tiers.ts";
import { isAhead } from "../time/stored-time.ts";
import { beside, type Step, type Store } from "./stores/store.ts";

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

/** How long a failure is repeated without a load: the first time, and at most. */
const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;
/** How many forced loads may be tried meanwhile. */
const FORCED_TRIES = 2;

/**
 * The failures that are repeated without a load, since an upstream that failed is not called again for each request:
 * for 5 s, then for twice as long each time, up to a minute. They are in memory alone, never stored as a result.
 */
function createRecentFailures(failed: LRUCache<string, RecentFailure>, clock: Clock) {
  /** Milliseconds until a key may be loaded again. */
  const waitMs = (failure: RecentFailure): number => {
    const now = clock.now();
    failure.failedAt = Math.min(failure.failedAt, now);
    return Math.max(0, failure.failedAt + failure.repeatedMs - now);
  };

  return {
    remember(tag: string, error: Error): void {
      // If nothing was sent, no upstream has failed.
      if (wasNotSent(error)) return;
      const before = failed.get(tag);
      const doubledMs = before === undefined ? FIRST_MS : before.repeatedMs * 2;
      const repeatedMs = Math.max(Math.min(LONGEST_MS, doubledMs), retryAfterMs(error));
      const forcedTries = before !== undefined && waitMs(before) > 0 ? before.forcedTries : 0;
      failed.set(tag, { error, failedAt: clock.now(), repeatedMs, forcedTries });
    },

    /**
     * The failure to repeat without a load, or undefined when it is time to load again. A forced request may
     * load sooner, but only twice while a failure is repeated.
     */
    find(tag: string, isForced = false): Error | undefined {
      const failure = failed.get(tag);
      if (failure === undefined || waitMs(failure) === 0) return undefined;
      if (!isForced || failure.forcedTries >= FORCED_TRIES) return failure.error;
      failure.forcedTries += 1;
      return undefined;
    },

    forget: (tag: string): void => void failed.delete(tag),
  };
}

/** Tells whether nothing was sent, for lack of tokens, so that an error says nothing about the key. */
export function wasNotSent(error: unknown): boolean {
  return error instanceof Error && "wasSent" in error && error.wasSent === false;
}

function retryAfterMs(error: Error): number {
  const seconds = "retryAfterSeconds" in error ? error.retryAfterSeconds : undefined;
  return typeof seconds === "number" ? seconds * 1_000 : 0;
}

/** A lease outlives its holder by at most this long. */
const LEASE_MS = 3_000;
const RENEW_MS = 1_000;
/** How long other processes share a failure. */
const FAILED_MS = 2_000;

/** Serializes failures for other processes. */
export interface FailureCodec {
  /** Null for a failure that must not be shared. */
  encode(error: unknown): string | null;
  decode(text: string): Error | undefined;
  /** For a load in another process that takes too long. */
  late(key: string): Error;
}

/** The right to load a key, held by one process at a time. */
interface Lease {
  /** Writes what was loaded and ends the lease, in one command. */
  complete(text: string, ttlMs: number): Promise<void>;
  /** Ends the lease and shares the failure with the processes that wait. */
  fail(failure: unknown): void;
}

type Attempt =
  | { kind: "granted"; lease: Lease }
  /** The store does not hold the entry that the caller has seen, but this text, or nothing any more. */
  | { kind: "changed"; text: string | undefined }
  /** Another process loads. */
  | { kind: "held" }
  /** Another process has just failed. */
  | { kind: "failed"; failure: Error };

const HELD = "held:";
const FAILED = "failed:";

/** Leases beside the values of a store: single flight across processes. */
export function createLeases(
  store: Pick<Store, "transact" | "set">,
  failures: FailureCodec,
  clock: Clock = systemClock,
) {
  const granted = (key: string, hold: { set: string; to: string; ttlMs: number }): Lease => {
    const { set: leaseKey } = hold;
    const holds: Step = { check: leaseKey, is: hold.to };
    let endRenewal = () => {};
    const renewLater = () => {
      endRenewal = clock.after(RENEW_MS, () => {
        store.transact([holds, hold]).catch(() => undefined);
        renewLater();
      });
    };
    renewLater();

    return {
      async complete(text, ttlMs) {
        endRenewal();
        const write: Step = { set: key, to: text, ttlMs };
        const { done } = await store.transact([holds, write, { set: leaseKey, to: undefined }]);
        // Another process has the lease by now, but the loaded value is still valid.
        if (!done) await store.set(key, text, { ttlMs });
      },
      fail(failure) {
        endRenewal();
        const text = failures.encode(failure);
        const to = text === null ? undefined : FAILED + text;
        store.transact([holds, { set: leaseKey, to, ttlMs: FAILED_MS }]).catch(() => undefined);
      },
    };
  };

  const attempt = async (
    key: string,
    seen: string | undefined,
    refresh: boolean,
  ): Promise<Attempt> => {
    const leaseKey = beside(key, "lease");
    const hold = { set: leaseKey, to: `${HELD}${clock.now()}:${randomUUID()}`, ttlMs: LEASE_MS };
    const unchanged: Step[] = refresh
      ? []
      : [seen === undefined ? { check: key, is: undefined } : { check: key, startsWith: seen }];
    const takeFrom = (before: string | undefined) =>
      store.transact([...unchanged, { check: leaseKey, is: before }, hold]);

    let outcome = await takeFrom(undefined);
    if (!outcome.done && isOver(outcome.found, refresh, clock.now()))
      outcome = await takeFrom(outcome.found);
    if (outcome.done) return { kind: "granted", lease: granted(key, hold) };
    const { found } = outcome;
    if (found?.startsWith(HELD)) return { kind: "held" };
    if (!found?.startsWith(FAILED)) return { kind: "changed", text: found };
    const failure = failures.decode(found.slice(FAILED.length));
    return failure === undefined ? { kind: "held" } : { kind: "failed", failure };
  };

  return {
    /**
     * Tries once to get the lease of a key, with one command that also checks the store for a new entry. A
     * failing store cannot grant leases: then every process may load.
     * @param seen How the entry begins that the caller knows; undefined when it knows none.
     * @param refresh Load whatever the store holds and however others have just failed.
     */
    attempt: (key: string, seen: string | undefined, refresh = false) =>
      attempt(key, seen, refresh).catch((): Attempt => ({ kind: "granted", lease: NO_LEASE })),
  };
}

const NO_LEASE: Lease = { complete: async () => undefined, fail: () => undefined };

/** Tells whether a lease is over: a failure does not stop a refresh, nor does a lease of a clock that is ahead. */
function isOver(found: string | undefined, refresh: boolean, now: number): boolean {
  if (found?.startsWith(FAILED)) return refresh;
  return found?.startsWith(HELD) === true && isAhead(Number(found.split(":")[1]), now);
}
