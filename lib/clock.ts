import { z } from "zod";

/** Time as a parameter: the simulation and tests bring their own. */
export interface Clock {
  /** Unix milliseconds. The wall clock may be set back or ahead. */
  now(): number;
  /** Milliseconds that never go back, for durations. */
  monotonic(): number;
  /** Runs something after some milliseconds, and keeps no process alive for it. Returns what cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

/** Resolves after some milliseconds. */
export function sleep(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => void clock.after(milliseconds, resolve));
}

/** The longest that something waits for a write whose result it could do without. */
const SETTLED_MS = 1_000;

/**
 * Writes what is collected, so many milliseconds after `schedule` was first called. One write at a time;
 * a failed one loses what it was to write, and affects nothing else.
 */
export function createFlushing(write: () => Promise<void>, afterMs: number, clock: Clock) {
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

/** A limit is counted in so many steps. */
const STEPS = 10;
/** However busy this process is, no call waits for more than this many times the limit. */
const MOST_TIMES = 4;

/**
 * Calls `onEnd` after so many milliseconds in which this process could have read a response. They are
 * counted in steps, and a late one counts once, since a busy process says nothing about the other side. Data
 * that has arrived by the end is read first. Returns a function that cancels it.
 */
export function startTimeLimit(milliseconds: number, onEnd: () => void): () => void {
  const step = milliseconds / STEPS;
  const latest = performance.now() + milliseconds * MOST_TIMES;
  let left = STEPS;
  let lastLook: NodeJS.Immediate | undefined;
  let timer = setTimeout(count, step);

  function count() {
    left -= 1;
    if (left > 0 && performance.now() < latest) timer = setTimeout(count, step);
    // Node reads what has come in between its timers and this.
    else lastLook = setImmediate(onEnd);
  }

  return () => {
    clearTimeout(timer);
    clearImmediate(lastLook);
  };
}

/** A signal that aborts after so many milliseconds. */
export function timeLimitSignal(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  startTimeLimit(milliseconds, () => controller.abort(timeoutError(milliseconds)));
  return controller.signal;
}

/** The result of something, or an error when it takes longer than so many milliseconds, like `timeLimitSignal`. */
export function withTimeLimit<Result>(
  milliseconds: number,
  work: Promise<Result>,
  onLate: () => void = () => undefined,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const callOff = startTimeLimit(milliseconds, () => {
      onLate();
      reject(timeoutError(milliseconds));
    });
    work.then(resolve, reject).finally(callOff);
  });
}

function timeoutError(milliseconds: number): Error {
  return new Error(`No response within ${milliseconds} ms`);
}

/*
 * Times in a store are of any clock: of a machine that is wrong, of one that was set back since, or of another
 * program. They are checked when they are read, since the clock that is wrong would also be the one that checks what
 * it writes.
 */

/** The last time that a date can have, in Unix milliseconds. */
const LAST_TIME = 8.64e15;

/** The clocks of machines differ by less than this. */
export const AHEAD_MS = 60_000;

/**
 * The clock of a machine may be behind by so much: whoever changes what is stored believes times that are no further
 * ahead, so that such a machine rewrites nothing. What is shown ends at now all the same.
 */
export const MOST_BEHIND_MS = 7 * 86_400_000;

/** A time in a store, in Unix milliseconds. */
export const storedTime = z.int().min(-LAST_TIME).max(LAST_TIME);

/** Whether only a clock that is wrong can have noted a time as its own. */
export function isAhead(time: number, now: number): boolean {
  return time > now + AHEAD_MS;
}

/** A text of ISO 8601 that is no later than now. */
export function isoTime(time: number, now = Infinity): string {
  return new Date(Math.min(time, now)).toISOString();
}
