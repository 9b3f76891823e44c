import { vi } from "vitest";

/** The wall clock and the monotonic clock of this process, which keep running. */
export interface TestClock {
  /** Moves both forward. */
  advance(ms: number): void;
  /** Sets only the wall clock, as an operator or a wrong time server does. */
  setWall(offsetMs: number): void;
  restore(): void;
}

/**
 * Replaces `Date.now` and `performance.now`. Timers stay real: calls wait in real time, and only cached
 * data ages at once.
 */
export function createTestClock(): TestClock {
  const wall = Date.now.bind(Date);
  const monotonic = performance.now.bind(performance);
  let aheadMs = 0;
  let wallMs = 0;
  const date = vi.spyOn(Date, "now").mockImplementation(() => wall() + aheadMs + wallMs);
  const now = vi.spyOn(performance, "now").mockImplementation(() => monotonic() + aheadMs);
  return {
    advance: (ms) => void (aheadMs += ms),
    setWall: (ms) => void (wallMs = ms),
    restore() {
      date.mockRestore();
      now.mockRestore();
    },
  };
}
