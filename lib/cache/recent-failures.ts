import type { LRUCache } from "lru-cache";
import type { Clock } from "../time/clock.ts";

/** How long a failure is repeated without a load: the first time, and at most. */
const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;
/** How many forced loads may be tried meanwhile. */
const FORCED_TRIES = 2;

/** A key that failed to load. */
export interface RecentFailure {
  error: Error;
  /** Unix milliseconds. */
  failedAt: number;
  repeatedMs: number;
  forcedTries: number;
}

/**
 * The failures that are repeated without a load, since an upstream that failed is not called again for each request:
 * for 5 s, then for twice as long each time, up to a minute. They are in memory alone, never stored as a result.
 */
export function createRecentFailures(failed: LRUCache<string, RecentFailure>, clock: Clock) {
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
