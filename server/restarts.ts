/** Crashes longer ago than this no longer count. */
const WINDOW_MS = 60_000;
const MOST_CRASHES = 5;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;

export interface Restarts {
  /**
   * Counts a crash. Returns how long to wait before a restart, in milliseconds, or undefined after too many
   * crashes within a minute.
   */
  crashed(): number | undefined;
}

/**
 * Decides when to replace a crashed process: at once for the first crash in a minute, then after twice as
 * long each time. All processes may crash once together, for example when memory runs out.
 */
export function createRestarts(processes: number, now: () => number): Restarts {
  const limit = Math.max(MOST_CRASHES, processes + 1);
  let crashes: number[] = [];
  return {
    crashed() {
      const at = now();
      crashes = [...crashes.filter((crash) => at - crash < WINDOW_MS), at];
      if (crashes.length >= limit) return undefined;
      return Math.min(FIRST_DELAY_MS * 2 ** (crashes.length - 1), LONGEST_DELAY_MS);
    },
  };
}
