import { LRUCache } from "lru-cache";

const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;
const MAX_KEYS = 50_000;

interface Memory {
  error: Error;
  until: number;
  delayMs: number;
}

/**
 * Remembers which keys failed to load, so that a broken upstream is not asked again by every
 * request: 5 s the first time, then twice as long up to 60 s. Kept in memory and bounded; a
 * failure is never stored as an answer.
 */
export interface FailureMemory {
  /** The failure to repeat without asking, or undefined when it is time to ask again. */
  recall(key: string): Error | undefined;
  remember(key: string, error: Error): void;
  forget(key: string): void;
  /** Milliseconds until the key is asked again; 0 when it may be asked now. */
  waitMs(key: string): number;
}

export function createFailureMemory(now: () => number = Date.now): FailureMemory {
  const memories = new LRUCache<string, Memory>({ max: MAX_KEYS });

  const waitMs = (key: string) => {
    const memory = memories.get(key);
    // A clock set back must not make a short memory long.
    return memory === undefined ? 0 : Math.min(memory.delayMs, Math.max(0, memory.until - now()));
  };

  return {
    waitMs,
    recall: (key) => (waitMs(key) > 0 ? memories.get(key)?.error : undefined),
    remember(key, error) {
      const previous = memories.get(key);
      const delayMs =
        previous === undefined ? FIRST_MS : Math.min(LONGEST_MS, previous.delayMs * 2);
      memories.set(key, { error, delayMs, until: now() + delayMs });
    },
    forget: (key) => void memories.delete(key),
  };
}
