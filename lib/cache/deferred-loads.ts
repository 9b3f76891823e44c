import type { Clock } from "../time/clock.ts";
import type { Flights, Load } from "./flights.ts";
import { wasNotSent } from "./recent-failures.ts";
import type { MemoryTier } from "./tiers.ts";

/** How many keys are loaded at the same time: as many as fit into a bulk call. */
const MOST_AT_ONCE = 10;
/** The pause after one of them was rejected by the rate limit. */
const PAUSE_MS = 1_000;

/** A stale key that could not be loaded for lack of tokens. */
interface DeferredLoad<Value> {
  key: string;
  load: Load<Value>;
  /** Why it could not be loaded. */
  failure: Error;
  /** How many requests there were since it was to be loaded again. */
  requests: number;
}

/**
 * Stale keys for which nothing was sent, for lack of tokens. They are loaded later, the most requested one first;
 * meanwhile, requests get the stale entry.
 * @param count Counts the keys of all caches, which share one bound.
 */
export function createDeferredLoads<Value>(
  flights: Pick<Flights<Value>, "join">,
  count: MemoryTier["waiting"],
  clock: Clock,
) {
  /** By key, in order of their last request. */
  const waiting = new Map<string, DeferredLoad<Value>>();
  const underWay = new Set<DeferredLoad<Value>>();
  /** No key is loaded before this time of the monotonic clock. */
  let pausedUntil = Number.NEGATIVE_INFINITY;

  const remove = (key: string) => {
    if (waiting.delete(key)) count.count -= 1;
  };

  const mostRequested = (): DeferredLoad<Value> | undefined => {
    let most: DeferredLoad<Value> | undefined;
    for (const deferred of waiting.values()) {
      if (!underWay.has(deferred) && deferred.requests > (most?.requests ?? 0)) most = deferred;
    }
    return most;
  };

  const pause = () => {
    if (clock.monotonic() < pausedUntil) return;
    pausedUntil = clock.monotonic() + PAUSE_MS;
    clock.after(PAUSE_MS + 1, loadNext);
  };

  const loadOne = async (deferred: DeferredLoad<Value>) => {
    const { key, load } = deferred;
    underWay.add(deferred);
    try {
      const flight = await flights.join(key, load);
      await flight.result;
      remove(key);
    } catch (error) {
      if (wasNotSent(error)) pause();
      else remove(key);
    }
    underWay.delete(deferred);
    loadNext();
  };

  const loadNext = () => {
    while (underWay.size < MOST_AT_ONCE && clock.monotonic() >= pausedUntil) {
      const next = mostRequested();
      if (next === undefined) return;
      void loadOne(next);
    }
  };

  return {
    /** Why keys wait to be loaded; undefined when none does. A key that comes now has to wait, too. */
    reasonToWait(key: string): Error | undefined {
      const [first] = waiting.values();
      return (waiting.get(key) ?? first)?.failure;
    },

    /** Counts a request for a key that is to be loaded later. */
    loadLater(key: string, load: Load<Value>, failure: Error): void {
      const deferred = waiting.get(key) ?? { key, load, failure, requests: 0 };
      deferred.requests += 1;
      remove(key);
      waiting.set(key, deferred);
      count.count += 1;
      const [oldest] = waiting.keys();
      if (count.count > count.most && oldest !== undefined) remove(oldest);
      loadNext();
    },
  };
}
