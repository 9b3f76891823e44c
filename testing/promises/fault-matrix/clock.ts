import { vi } from "vitest";

/** The wall clock and the monotonic clock of this process, which keep running. */
export type TestClock = ReturnType<typeof createTestClock>;

/**
 * Replaces `Date.now` and `performance.now`. Timers stay real: calls wait in real time, and only cached
 * data ages at once.
 */
export function createTestClock() {
  const wall = Date.now.bind(Date);
  const monotonic = performance.now.bind(performance);
  let aheadMs = 0;
  let wallMs = 0;
  const date = vi.spyOn(Date, "now").mockImplementation(() => wall() + aheadMs + wallMs);
  const now = vi.spyOn(performance, "now").mockImplementation(() => monotonic() + aheadMs);
  return {
    /** Moves both forward. */
    advance: (ms: number) => void (aheadMs += ms),
    /** Sets only the wall clock, as an operator or a wrong time server does. */
    setWall: (ms: number) => void (wallMs = ms),
    restore() {
      date.mockRestore();
      now.mockRestore();
    },
  };
}
