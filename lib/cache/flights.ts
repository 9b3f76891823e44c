import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { isFresh, versionIn, versionOf, type Entry, type Lifetimes } from "./entry.ts";
import type { FailureMemory } from "./failures.ts";
import { createLeases, type Attempt, type FailureCodec, type Lease } from "./leases.ts";
import type { Store } from "./stores/store.ts";
import type { Tiers } from "./tiers.ts";

/** The result of a load: a value, or null when the authority said that there is none. */
export type Loaded<Value> = {
  value: Value;
  /** For a partial value: load it again sooner. */
  freshMs?: number;
} | null;

export type Load<Value> = (previous: Value | undefined) => Promise<Loaded<Value>>;

/** Longest wait for another process's load: as long as any load may take. */
const ELSEWHERE_MS = 4_500;
const FIRST_LOOK_MS = 15;
const LONGEST_LOOK_MS = 250;
/** A known value is gone only after two negative results this far apart. */
const CONFIRM_MS = 60_000;

export interface LoadOptions {
  /** Forces a load, even if the entry is fresh. */
  refresh?: boolean;
  /** Another source confirms that the old value is gone: one negative result is enough. */
  trustNegative?: boolean;
}

/** A load under way, shared by all requests of this process for one key. */
export interface Flight<Value> {
  /** What could be served meanwhile: known after the first look at the store. */
  stale: Promise<Entry<Value> | undefined>;
  /** `loaded` is false when the store had it already. */
  result: Promise<{ entry: Entry<Value>; loaded: boolean }>;
}

export interface FlightsOptions {
  store: Pick<Store, "transact" | "set">;
  lifetimes: Lifetimes;
  failures: FailureCodec;
  now?: () => number;
  random?: () => number;
}

/** Single flight: at most one load for each key, in this process and, by leases, in all processes. */
export function createFlights<Value>(
  tiers: Tiers<Value>,
  failed: FailureMemory,
  { store, lifetimes, failures, now = Date.now, random = Math.random }: FlightsOptions,
) {
  const leases = createLeases(store, failures, now);
  const flights = new Map<string, Flight<Value> & { refresh: boolean }>();

  /** Loads, and writes the result to the store. */
  const loadHere = async (
    key: string,
    load: Load<Value>,
    previous: Entry<Value> | undefined,
    lease: Lease,
    { refresh = false, trustNegative = false }: LoadOptions,
  ): Promise<Entry<Value>> => {
    const began = now();
    const write = async (entry: Entry<Value>) => {
      const text = tiers.remember(key, entry);
      const ttlMs = Math.max(1, lifetimes.ttlMs - Math.max(0, now() - entry.fetchedAt));
      // What no store takes, since it is too long, must not leave the lease to others.
      await lease.settle(text, ttlMs).catch(lease.fail);
    };
    try {
      const loaded = await load(previous?.value ?? undefined);
      const unconfirmedSince =
        loaded === null && !trustNegative ? unconfirmedSinceOf(previous, now()) : undefined;
      if (previous !== undefined && unconfirmedSince !== undefined) {
        await write({ ...previous, unconfirmedSince });
        throw new Error("A known value is said to be gone; it has to repeat");
      }
      const entry = entryOf(loaded, lifetimes, began, now());
      failed.forget(key);
      await write(entry);
      if (refresh || (previous !== undefined && outdates(entry, previous, now())))
        tiers.replaced(key, entry);
      return entry;
    } catch (error) {
      lease.fail(error);
      throw error;
    }
  };

  const fly = async (
    key: string,
    load: Load<Value>,
    loadOptions: LoadOptions,
    looked: (entry: Entry<Value> | undefined) => void,
  ): Promise<{ entry: Entry<Value>; loaded: boolean }> => {
    const { refresh = false } = loadOptions;
    const end = performance.now() + ELSEWHERE_MS;
    const before = tiers.inMemory(key);
    let waited = false;
    /** How the store's entry begins, as far as is known. What memory has may still be served stale. */
    let seen = before && versionOf(before);
    for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(lookMs * 1.6, LONGEST_LOOK_MS)) {
      const known = refresh ? await tiers.find(key) : tiers.inMemory(key);
      // Learned on the way while another process was loading: the store holds the same.
      if (waited && !refresh && known !== undefined && known !== before && isFresh(known, now())) {
        return { entry: known, loaded: true };
      }
      const attempt: Attempt = await leases
        .attempt(tiers.storeKeyOf(key), { seen, refresh })
        .catch(() => ({ kind: "granted", lease: NO_LEASE }) as const);
      if (attempt.kind === "failed") throw attempt.failure;
      if (attempt.kind === "changed") {
        seen = attempt.text && versionIn(attempt.text);
        const entry = tiers.adopt(key, attempt.text);
        if (entry !== undefined && isFresh(entry, now())) return { entry, loaded: waited };
      } else {
        looked(known);
      }
      if (attempt.kind === "granted") {
        const entry = await loadHere(key, load, known, attempt.lease, loadOptions);
        return { entry, loaded: true };
      }
      if (performance.now() >= end) throw failures.late(key);
      if (attempt.kind === "changed") continue;
      waited = true;
      // Jitter, so that waiting processes do not look in step.
      await sleep(lookMs * (0.75 + random() / 2));
    }
  };

  const start = (key: string, load: Load<Value>, loadOptions: LoadOptions) => {
    let looked: (entry: Entry<Value> | undefined) => void = () => undefined;
    const stale = new Promise<Entry<Value> | undefined>((resolve) => (looked = resolve));
    const result = fly(key, load, loadOptions, looked)
      .catch((error: unknown) => {
        const failure = error instanceof Error ? error : new Error(String(error));
        failed.remember(key, failure);
        throw failure;
      })
      .finally(() => {
        looked(tiers.inMemory(key));
        if (flights.get(key) === flight) flights.delete(key);
      });
    // Waiting requests may have been served a stale entry meanwhile.
    result.catch(() => undefined);
    const flight = { refresh: loadOptions.refresh === true, stale, result };
    flights.set(key, flight);
    return flight;
  };

  return {
    has: (key: string) => flights.has(key),
    /** Joins the flight of a key or starts one. A forced load is not satisfied by one from before. */
    async join(
      key: string,
      load: Load<Value>,
      loadOptions: LoadOptions = {},
    ): Promise<Flight<Value>> {
      let flight = flights.get(key);
      while (flight !== undefined && loadOptions.refresh && !flight.refresh) {
        await flight.result.catch(() => undefined);
        flight = flights.get(key);
      }
      return flight ?? start(key, load, loadOptions);
    },
  };
}

/** For a failing store, which cannot grant leases: every process may load. */
const NO_LEASE: Lease = { settle: async () => undefined, fail: () => undefined };

function entryOf<Value>(
  loaded: Loaded<Value>,
  { freshMs, negativeMs }: Lifetimes,
  began: number,
  fetchedAt: number,
): Entry<Value> {
  if (loaded === null) return { fetchedAt, freshMs: negativeMs, value: null };
  return {
    fetchedAt,
    freshMs: Math.min(loaded.freshMs ?? freshMs, freshMs),
    value: loaded.value,
    loadMs: Math.max(0, fetchedAt - began),
  };
}

/** The time of the first negative result for a known value; undefined if confirmed or not known. */
function unconfirmedSinceOf(previous: Entry<unknown> | undefined, now: number): number | undefined {
  if (previous?.value === undefined || previous.value === null) return undefined;
  const { unconfirmedSince = now } = previous;
  if (now - unconfirmedSince >= CONFIRM_MS) return undefined;
  // A time in the future is from before the clock was set back.
  return Math.min(unconfirmedSince, now);
}

/** Whether other processes may still serve a previous entry that contradicts this one. */
function outdates(entry: Entry<unknown>, previous: Entry<unknown>, now: number): boolean {
  return (
    (isFresh(previous, now) || (previous.value === null) !== (entry.value === null)) &&
    !isDeepStrictEqual(previous.value, entry.value)
  );
}
