import { setImmediate as breathe } from "node:timers/promises";
import type { Clock } from "../clock.ts";

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  /** Lets time pass, and runs what is due on the way, in order. */
  advance(milliseconds: number): void;
  /** As `advance`, but what one timer started goes on before the next timer runs. */
  pass(milliseconds: number): Promise<void>;
  /** Sets only the wall clock, in Unix milliseconds, as a wrong time server does. */
  setWall(now: number): void;
}

/** @param startedAt Unix milliseconds of the wall clock; the monotonic clock begins at 0. */
export function createTestClock(startedAt = Date.parse("2026-01-01T00:00:00Z")): TestClock {
  let wall = startedAt;
  let monotonic = 0;
  const timers = new Set<{ at: number; run: () => void }>();

  const moveTo = (at: number) => {
    wall += at - monotonic;
    monotonic = at;
  };
  /** Runs the next timer that is due by then; of two at one time, the one that was set first. */
  const runNext = (end: number): boolean => {
    let next: { at: number; run: () => void } | undefined;
    for (const timer of timers) if (timer.at < (next?.at ?? Infinity)) next = timer;
    if (next === undefined || next.at > end) return false;
    timers.delete(next);
    moveTo(Math.max(next.at, monotonic));
    next.run();
    return true;
  };

  return {
    now: () => wall,
    monotonic: () => monotonic,
    after(milliseconds, run) {
      const timer = { at: monotonic + milliseconds, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(milliseconds) {
      const end = monotonic + milliseconds;
      while (runNext(end));
      moveTo(end);
    },
    async pass(milliseconds) {
      const end = monotonic + milliseconds;
      await breathe();
      while (runNext(end)) await breathe();
      moveTo(end);
    },
    setWall: (now) => void (wall = now),
  };
}
