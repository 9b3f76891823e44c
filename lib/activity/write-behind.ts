import type { Clock } from "../time/clock.ts";
import { withTimeLimit } from "../time/time-limit.ts";

/** The longest that somebody waits for a write whose result they could do without. */
const SETTLED_MS = 1_000;

/**
 * Writes what is collected, so many milliseconds after `schedule` was first called. One write at a time;
 * a failed one loses what it was to write, and affects nothing else.
 */
export function createWriteBehind(write: () => Promise<void>, afterMs: number, clock: Clock) {
  let cancel: (() => void) | undefined;
  let flushing = Promise.resolve();

  const flush = (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    flushing = flushing.then(write).catch(() => undefined);
    return flushing;
  };
  return {
    /** Writes now; resolves when that has ended. */
    flush,
    /** The same, but waits for a slow store no longer than a second. */
    settle: () => withTimeLimit(SETTLED_MS, flush()).catch(() => undefined),
    schedule: () => void (cancel ??= clock.after(afterMs, () => void flush())),
  };
}
