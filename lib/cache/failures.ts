import { LRUCache } from "lru-cache";
import { wasNotSent } from "./backlog.ts";

const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;
const FORCED_TRIES = 2;
const MAX_KEYS = 50_000;

interface Memory {
  error: Error;
  until: number;
  delayMs: number;
  forcedTries: number;
}

/**
 * Remembers which keys failed to load, so that not every request calls a broken upstream again: 5 s the
 * first time, then twice as long up to 60 s. Kept in memory and bounded; a failure is never stored as a
 * result.
 */
export function createFailureMemory(now: () => number = Date.now) {
  // A bound as `max` would allocate memory for all keys at the start.
  const memories = new LRUCache<string, Memory>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 });

  /** Milliseconds until the key may be loaded again; 0 if it may be now. */
  const waitMs = (key: string) => {
    const memory = memories.get(key);
    // A clock set back must not make a short memory long.
    return memory === undefined ? 0 : Math.min(memory.delayMs, Math.max(0, memory.until - now()));
  };

  return {
    /**
     * The failure to repeat without a load, or undefined when it is time to load again. A forced request may
     * load sooner, but only twice while a failure is cached.
     */
    recall(key: string, force = false): Error | undefined {
      const memory = memories.get(key);
      if (memory === undefined || waitMs(key) === 0) return undefined;
      if (!force || memory.forcedTries >= FORCED_TRIES) return memory.error;
      memory.forcedTries += 1;
      return undefined;
    },
    /**
     * For as long as the error's `retryAfterSeconds`, if that is longer. An error whose `wasSent` is false is
     * not cached: no upstream was called, so it says nothing about the next time.
     */
    remember(key: string, error: Error) {
      if (wasNotSent(error)) return;
      const previous = memories.get(key);
      const doubled = previous === undefined ? FIRST_MS : previous.delayMs * 2;
      const delayMs = Math.max(Math.min(LONGEST_MS, doubled), retryAfterMs(error));
      const forcedTries = waitMs(key) > 0 ? (previous?.forcedTries ?? 0) : 0;
      memories.set(key, { error, delayMs, until: now() + delayMs, forcedTries });
    },
    forget: (key: string) => void memories.delete(key),
  };
}

export type FailureMemory = ReturnType<typeof createFailureMemory>;

function retryAfterMs(error: Error): number {
  const seconds = "retryAfterSeconds" in error ? error.retryAfterSeconds : undefined;
  return typeof seconds === "number" ? seconds * 1_000 : 0;
}
