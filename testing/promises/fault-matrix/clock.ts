import { vi } from "vitest";
import { systemClock, type Clock } from "../../../lib/time/clock.ts";

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

/** Longer than the steps in which the limit of a call is counted, so that rather less is left out here than there. */
const STEP_MS = 600;

/**
 * Starts the clock of lookups, which is that of the machine without most of the time in which it was too busy to run
 * this process. The limit of a call does not count that time either (`startTimeLimit`): a call that uses up its four
 * seconds would otherwise leave less than the half second that a texture is meant to have, or nothing.
 */
export function startRunningClock(): Clock & { end(): void } {
  // The other clocks are replaced.
  const elapsed = () => Number(process.hrtime.bigint()) / 1e6;
  let lateMs = 0;
  let steppedAt = elapsed();
  const late = () => lateMs + Math.max(0, elapsed() - steppedAt - STEP_MS);
  const step = () => {
    lateMs = late();
    steppedAt = elapsed();
    timer = setTimeout(step, STEP_MS).unref();
  };
  let timer = setTimeout(step, STEP_MS).unref();
  return {
    ...systemClock,
    monotonic: () => systemClock.monotonic() - late(),
    end: () => clearTimeout(timer),
  };
}
