import { isDeepStrictEqual } from "node:util";
import { systemClock, type Clock } from "../time/clock.ts";
import {
  createTiers,
  isFresh,
  resultOf,
  type CacheResult,
  type Entry,
  type TiersOptions,
} from "./tiers.ts";
import {
  createFlights,
  wasNotSent,
  type FlightsOptions,
  type Load,
  type LoadOptions,
} from "./flights.ts";

export type { CacheResult, Loaded, Lifetimes } from "./tiers.ts";

export interface GetOptions extends LoadOptions {
  /** Loads nothing: rejects with `NotCached` without a fresh entry. */
  onlyIfCached?: boolean;
  /** How much longer to wait for a load while something stale could be served. */
  staleUntil?: { remainingMs(): number };
}

/** The name of the cache, where it keeps entries and for how long, and where it announces changes. */
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
     * refresh), so that no request must wait for it; and while there are no tokens, a stale one is served without
     * trying to load it.
     */
    loadInBackground?: Load<Value>,
  ): Promise<CacheResult<Value>>;
  /** Remembers a value that was learned on the way. */
  put(key: string, value: Value): Promise<void>;
  /** The cached value, fresh or stale, without loading. */
  peek(key: string): Promise<CacheResult<Value> | undefined>;
  delete(key: string): Promise<void>;
}

/** Thrown when there is no fresh entry, and the request did not allow a load. */
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
 * When a load was not sent for lack of tokens, stale entries are served for so long before another one is tried. After
 * a tenth of that, more requests would join loads in the background that wait for a token.
 */
const UNSENT_MS = 1_000;

/**
 * The cache policy: memory tier, then store, then one load for all. A fresh entry is served as it is.
 * Otherwise all requests for a key share one flight, which takes the lease of the key, so that no
 * other process loads it too. A request that could be served something stale waits for a moment only.
 */
export function createCache<Value>(options: CacheOptions): Cache<Value> {
  const { lifetimes, clock = systemClock, random = Math.random } = options;
  const tiers = createTiers<Value>(options);
  const flights = createFlights(tiers, options);
  /** The last load that was not sent, and until when (monotonic) stale entries are served because of it. */
  let unsent: { failure: Error; until: number } | undefined;

  const unsentLately = () =>
    unsent !== undefined && clock.monotonic() < unsent.until ? unsent.failure : undefined;

  const result = (key: string, entry: Entry<Value>, cached: boolean, failure?: Error) =>
    resultOf(tiers.cacheTagOf(key), entry, { now: clock.now(), cached, failure });

  /** Serves an entry in place of a load that failed or takes too long. */
  const serveOrThrow = (key: string, entry: Entry<Value> | undefined, failure?: Error) => {
    if (entry !== undefined) return result(key, entry, true, failure);
    throw failure ?? new NotCached();
  };

  const isNearlyOver = ({ fetchedAt, freshMs, loadMs = 0 }: Entry<Value>) =>
    clock.now() - loadMs * EARLINESS * Math.log(random()) >= fetchedAt + freshMs;

  const isFreshNow = (entry: Entry<Value> | undefined): entry is Entry<Value> =>
    entry !== undefined && isFresh(entry, clock.now());

  const serveFresh = (
    { key, options: { onlyIfCached }, background }: Request<Value>,
    entry: Entry<Value>,
  ) => {
    if (background && !onlyIfCached && isNearlyOver(entry)) flights.refreshEarly(key, background);
    return result(key, entry, true);
  };

  /** Joins the flight of a key, and waits for it: for a moment only while something stale could be served. */
  const loadOrServeStale = async (
    { key, load, options: getOptions, background }: Request<Value>,
    known: Entry<Value> | undefined,
  ): Promise<CacheResult<Value>> => {
    const flight = await flights.join(key, load, getOptions);
    const stale = known ?? (await flight.stale);
    const mayServeStale = stale !== undefined && getOptions.refresh !== true;
    try {
      const waitMs = mayServeStale ? staleWaitMs(getOptions) : Infinity;
      const loaded = await within(clock, waitMs, flight.result);
      if (loaded !== undefined) return result(key, loaded.entry, !loaded.isNew);
    } catch (error) {
      const failure = error as Error;
      if (stale && background && wasNotSent(failure)) {
        unsent = { failure, until: clock.monotonic() + UNSENT_MS };
      }
      return serveOrThrow(key, tiers.inMemory(key) ?? stale, failure);
    }
    // By now, memory may have what another process loaded.
    return serveOrThrow(key, tiers.inMemory(key) ?? stale);
  };

  return {
    async get(key, load, getOptions = {}, loadInBackground) {
      const { refresh = false, onlyIfCached = false } = getOptions;
      const background = refresh ? undefined : loadInBackground;
      const request = { key, load, options: getOptions, background };
      const notNow = background && unsentLately();
      // While nothing is loaded that is known, the store is read first: it may know what memory does not.
      const readsStore = onlyIfCached || notNow !== undefined;
      const known = readsStore ? await tiers.find(key) : tiers.inMemory(key);

      if (!refresh && isFreshNow(known)) return serveFresh(request, known);
      if (onlyIfCached) throw new NotCached();
      if (known && notNow) return result(key, known, true, notNow);
      const failure = flights.recentFailure(key, refresh);
      if (failure !== undefined) return serveOrThrow(key, await tiers.find(key), failure);
      return loadOrServeStale(request, known);
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

/** A request for a key. */
interface Request<Value> {
  key: string;
  load: Load<Value>;
  options: GetOptions;
  /** Undefined for a forced load. */
  background: Load<Value> | undefined;
}

/** How long a request waits for a load while it could be served something stale. */
function staleWaitMs({ staleUntil }: GetOptions): number {
  const longestMs = Math.min(STALE_WAIT_MS, staleUntil?.remainingMs() ?? Infinity);
  return Math.max(SHORTEST_WAIT_MS, longestMs);
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
