import type { Load } from "./flights.ts";

/** How many loads run at the same time: as many as fit into a bulk call. */
const WORKERS = 10;
/** The maximum number of keys; beyond it, the least recently requested one is dropped. */
const MOST_KEYS = 10_000;
/** The pause after a load was rejected by the rate limit. */
const PAUSE_MS = 1_000;

interface Waiting<Value> {
  load: Load<Value>;
  /** Why it could not be loaded. */
  failure: Error;
  /** Since it was to be loaded again. */
  requests: number;
  isLoading: boolean;
}

/** Whether an error means that nothing was sent, for lack of tokens: it says nothing about the key. */
export function wasNotSent(error: unknown): boolean {
  return error instanceof Error && "wasSent" in error && error.wasSent === false;
}

/**
 * Stale keys that could not be loaded for lack of tokens. They are loaded in the background, the most
 * requested first; meanwhile, requests get the stale entry.
 */
export function createBacklog<Value>(
  loadNow: (key: string, load: Load<Value>) => Promise<unknown>,
  monotonic = () => performance.now(),
  later = (resume: () => void, ms: number): void => void setTimeout(resume, ms).unref(),
  mostKeys = MOST_KEYS,
) {
  /** In order of their last request. */
  const waiting = new Map<string, Waiting<Value>>();
  let workers = 0;
  /** Milliseconds on the monotonic clock. */
  let pausedUntil = -Infinity;

  const mostRequested = () => {
    let most: [string, Waiting<Value>] | undefined;
    for (const one of waiting) {
      const [, { isLoading, requests }] = one;
      if (!isLoading && requests > (most?.[1].requests ?? 0)) most = one;
    }
    return most;
  };

  const work = async ([key, entry]: [string, Waiting<Value>]) => {
    entry.isLoading = true;
    workers += 1;
    try {
      await loadNow(key, entry.load);
      waiting.delete(key);
    } catch (error) {
      entry.isLoading = false;
      if (wasNotSent(error)) pause();
      else waiting.delete(key);
    }
    workers -= 1;
    start();
  };

  const start = () => {
    while (workers < WORKERS && monotonic() >= pausedUntil) {
      const next = mostRequested();
      if (next === undefined) return;
      void work(next);
    }
  };

  const pause = () => {
    if (monotonic() < pausedUntil) return;
    pausedUntil = monotonic() + PAUSE_MS;
    later(start, PAUSE_MS + 1);
  };

  return {
    /** Why keys wait; undefined when none does. A key that comes now has to wait for its turn, too. */
    reasonFor(key: string): Error | undefined {
      const [first] = waiting.values();
      return (waiting.get(key) ?? first)?.failure;
    },
    /** Counts a request for a key that is to be loaded. */
    add(key: string, load: Load<Value>, failure: Error): void {
      const entry = waiting.get(key) ?? { load, failure, requests: 0, isLoading: false };
      entry.requests += 1;
      waiting.delete(key);
      waiting.set(key, entry);
      const [oldest] = waiting.keys();
      if (waiting.size > mostKeys && oldest !== undefined) waiting.delete(oldest);
      start();
    },
  };
}
