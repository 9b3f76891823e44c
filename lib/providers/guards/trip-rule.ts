import { createRecentCount } from "./recent-count.ts";

const FAILURES_IN_A_ROW = 5;
const WINDOW_SECONDS = 30;
const FEWEST_CALLS = 20;
const WORST_SHARE = 0.5;

/** Tells when an upstream has failed so often that it is to be left alone. */
export interface TripRule {
  success(): void;
  /** True when this failure is the one too many. */
  failure(): boolean;
  /** Failures since the last success. */
  failuresInARow(): number;
  /** Forgets the share of failures, so that an old one does not open it again. */
  clearWindow(): void;
}

/** Five failures in a row, or half of at least 20 calls in 30 s. */
export function createTripRule(now: () => number): TripRule {
  let inARow = 0;
  const calls = createRecentCount(WINDOW_SECONDS, now);
  const failures = createRecentCount(WINDOW_SECONDS, now);

  return {
    success() {
      inARow = 0;
      calls.add();
    },
    failure() {
      inARow += 1;
      calls.add();
      failures.add();
      if (inARow >= FAILURES_IN_A_ROW) return true;
      const total = calls.total();
      return total >= FEWEST_CALLS && failures.total() >= WORST_SHARE * total;
    },
    failuresInARow: () => inARow,
    clearWindow() {
      calls.clear();
      failures.clear();
    },
  };
}
