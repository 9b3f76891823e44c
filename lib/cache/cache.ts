import { isDeepStrictEqual } from "node:util";
import { systemClock, type Clock } from "../time/clock.ts";
import { isFresh, resultOf, type CacheResult, type Entry } from "./entry.ts";
import {
  createFlights,
  wasNotSent,
  type FlightsOptions,
  type Load,
  type LoadOptions,
} from "./flights.ts";
import { createTiers, type TiersOptions } from "./tiers.ts";

export type { CacheResult, Loaded, Lifetimes } from "./entry.ts";

export interface GetOptions extends LoadOptions {
  /** Loads nothing: rejects with `NotCached` without a fresh entry. */
  onlyIfCached?: boolean;
  /** How much longer to wait for a load while something stale could be served. */
  staleUntil?: { remainingMs(): number };
}

/** What the cache is called, where it keeps entries and for how long, and what it announces. */
export type CacheOptions = TiersOptions & FlightsOptions;

export interface Cache<Value> {
  /**
   * The value of a key: fresh, or loaded now (once for all requests at the same time, in all
   * processes), or stale when loading fails or takes too long. Rejects with the error of `load` when
   * there is no usable entry.
   */
  get(
    key: string,
    load: Load<Value>,
    options?: GetOptions,
    /**
     * Loads in the background. If given, a popular value is loaded again shortly before it expires (early
     * refresh), so that no request must wait for it, and one that could not be loaded for lack of tokens
     * is loaded later.
     */
    loadInBackground?: Load<Value>,
  ): Promise<CacheResult<Value>>;
  /** Remembers a value that was learned on the way. */
  put(key: string, value: Value): Promise<void>;
  /** The cached value, fresh or stale, without loading. */
  peek(key: string): Promise<CacheResult<Value> | undefined>;
  delete(key: string): Promise<void>;
}

/** There is no fresh entry, and the request did not allow a load. */
export class NotCached extends Error {
  override readonly name = "NotCached";
}

/** Longest that a request waits for a load while it could be served something stale. */
export const STALE_WAIT_MS = 1_500;
const SHORTEST_WAIT_MS = 10;
/** How many times earlier than its own duration a load may begin; Vattani et al., "Optimal
 * Probabilistic Cache Stampede Prevention", with a beta above 1 since not every request gets here. */
const EARLINESS = 3;

/**
 * The cache policy: memory tier, then store, then one load for all. A fresh entry is served as it is.
 * Otherwise all requests for a key share one flight, which takes the lease of the key, so that no
 * other process loads it too. A request that could be served something stale waits for a moment only.
 */
export function createCache<Value>(options: CacheOptions): Cache<Value> {
  const { lifetimes, clock = systemClock, random = Math.random } = options;
  const tiers = createTiers<Value>(options);
  const flights = createFlights(tiers, options);

  const result = (key: string, entry: Entry<Value>, cached: boolean, failure?: Error) =>
    resultOf(tiers.cacheTagOf(key), entry, { now: clock.now(), cached, failure });

  /** What is served in place of a load that failed or takes too long. */
  const instead = (key: string, entry: Entry<Value> | undefined, failure?: Error) => {
    if (entry !== undefined) return result(key, entry, true, failure);
    throw failure ?? new NotCached();
  };

  const isNearlyOver = ({ fetchedAt, freshMs, loadMs = 0 }: Entry<Value>) =>
    clock.now() - loadMs * EARLINESS * Math.log(random()) >= fetchedAt + freshMs;

  return {
    async get(key, load, getOptions = {}, loadInBackground) {
      const { refresh = false, onlyIfCached = false, staleUntil } = getOptions;
      const isRefreshable = loadInBackground !== undefined && !refresh;
      const reason = isRefreshable ? flights.reasonToWait(key) : undefined;
      // While others wait for a budget, what only the store knows takes no token before them.
      const isLookedUp = onlyIfCached || reason !== undefined;
      const known = isLookedUp ? await tiers.find(key) : tiers.inMemory(key);
      if (known !== undefined && !refresh && isFresh(known, clock.now())) {
        if (loadInBackground && !onlyIfCached && isNearlyOver(known))
          flights.refreshEarly(key, loadInBackground);
        return result(key, known, true);
      }
      if (onlyIfCached) throw new NotCached();
      if (known !== undefined && isRefreshable && reason !== undefined) {
        flights.loadLater(key, loadInBackground, reason);
        return result(key, known, true, reason);
      }

      const failure = flights.recentFailure(key, refresh);
      if (failure !== undefined) return instead(key, await tiers.find(key), failure);
      const flight = await flights.join(key, load, getOptions);
      const stale = known ?? (await flight.stale);
      const longestMs = Math.min(STALE_WAIT_MS, staleUntil?.remainingMs() ?? Infinity);
      const hasToWait = stale === undefined || refresh;
      const waitMs = hasToWait ? Infinity : Math.max(SHORTEST_WAIT_MS, longestMs);
      try {
        const landed = await within(clock, waitMs, flight.result);
        if (landed !== undefined) return result(key, landed.entry, !landed.loaded);
      } catch (error) {
        if (stale !== undefined && isRefreshable && wasNotSent(error))
          flights.loadLater(key, loadInBackground, error as Error);
        return instead(key, tiers.inMemory(key) ?? stale, error as Error);
      }
      // By now, memory may have what another process loaded.
      return instead(key, tiers.inMemory(key) ?? stale);
    },

    async put(key, value) {
      const before = await tiers.find(key);
      const now = clock.now();
      const isSame = before !== undefined && isDeepStrictEqual(before.value, value);
      // Fetched a moment ago, so there is no need to write it again.
      const isRecent = before !== undefined && now - before.fetchedAt < lifetimes.freshMs / 2;
      if (isSame && isRecent && isFresh(before, now)) return;
      const entry = { fetchedAt: now, freshMs: lifetimes.freshMs, value };
      await tiers.set(key, entry);
      if (before !== undefined && !isSame) tiers.replaced(key, entry);
    },

    async peek(key) {
      const entry = await tiers.find(key);
      return entry && entry.value !== null ? result(key, entry, true) : undefined;
    },

    delete: tiers.delete,
  };
}

/** The result of a promise, or undefined if it takes too long; the promise continues. */
async function within<Result>(
  clock: Clock,
  milliseconds: number,
  promise: Promise<Result>,
): Promise<Result | undefined> {
  if (milliseconds === Infinity) return promise;
  let cancel = () => {};
  const late = new Promise<undefined>((resolve) => {
    cancel = clock.after(milliseconds, () => resolve(undefined));
  });
  return Promise.race([promise, late]).finally(() => cancel());
}
