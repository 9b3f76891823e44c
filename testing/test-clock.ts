import { setImmediate as breathe } from "node:timers/promises";
import type { Clock } from "../lib/time/clock.ts";

/** A clock that stands still until a test or the simulation moves it. */
export interface TestClock extends Clock {
  /** Lets time pass, and runs what is due on the way, in order. */
  advance(milliseconds: number): void;
  /** As `advance`, but what one timer started goes on before the next timer runs. */
  pass(milliseconds: number): Promise<void>;
  /** Sets only the wall clock, in Unix milliseconds, as a wrong time server does. */
  setWall(now: number): void;
}

interface Timer {
  at: number;
  run(): void;
}

export interface TestClockOptions {
  /** Unix milliseconds of the wall clock; the monotonic clock begins at 0. */
  startedAt?: number;
  /** So many milliseconds of the wall clock pass in one of the monotonic clock, which timers follow. */
  acceleration?: number;
}

export function createTestClock({
  startedAt = Date.parse("2026-01-01T00:00:00Z"),
  acceleration = 1,
}: TestClockOptions = {}): TestClock {
  let wallAtZero = startedAt;
  let monotonic = 0;
  /** In the order in which they run. */
  const timers: Timer[] = [];

  /** The index of the first timer that runs after this time. */
  const placeOf = (at: number): number => {
    let [low, high] = [0, timers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((timers[middle]?.at ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  /** Runs the next timer that is due by then; of two at one time, the one that was set first. */
  const runNext = (end: number): boolean => {
    const [next] = timers;
    if (next === undefined || next.at > end) return false;
    timers.shift();
    monotonic = Math.max(next.at, monotonic);
    next.run();
    return true;
  };

  return {
    now: () => Math.floor(wallAtZero + monotonic * acceleration),
    monotonic: () => monotonic,
    after(milliseconds, run) {
      const timer = { at: monotonic + milliseconds, run };
      timers.splice(placeOf(timer.at), 0, timer);
      return () => {
        const index = timers.indexOf(timer);
        if (index !== -1) timers.splice(index, 1);
      };
    },
    advance(milliseconds) {
      const end = monotonic + milliseconds;
      while (runNext(end));
      monotonic = end;
    },
    async pass(milliseconds) {
      const end = monotonic + milliseconds;
      await breathe();
      while (runNext(end)) await breathe();
      monotonic = end;
    },
    setWall: (now) => void (wallAtZero = now - monotonic * acceleration),
  };
}
