import { vi } from "vitest";

/** Both clocks of this process, the wall clock and the monotonic one, which go on by themselves. */
export interface TestClock {
  /** Lets both jump ahead. */
  advance(ms: number): void;
  /** Sets the wall clock alone, as an operator or a wrong time server does. */
  setWall(offsetMs: number): void;
  restore(): void;
}

/**
 * Takes over `Date.now` and `performance.now`. Timers stay real: what waits for an upstream does so in
 * real time, and only what was remembered grows old at once.
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
