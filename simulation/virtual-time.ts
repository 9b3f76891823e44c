import { createRequire, syncBuiltinESMExports } from "node:module";

/** The time of a simulation. The wall clock may run faster than the one that timers follow. */
export type VirtualTime = ReturnType<typeof startVirtualTime>;

const breathe = setImmediate;
const promises = createRequire(import.meta.url)("node:timers/promises") as {
  setTimeout: (
    ms?: number,
    value?: unknown,
    options?: { signal?: AbortSignal },
  ) => Promise<unknown>;
};

/** One for all: to make one takes longer than all the rest of a wait. */
const ABORTED = new DOMException("The wait was aborted", "AbortError");

class Timer {
  isCancelled = false;
  atMs: number;
  readonly run: () => void;
  readonly everyMs: number | undefined;
  constructor(atMs: number, run: () => void, everyMs?: number) {
    this.atMs = atMs;
    this.run = run;
    this.everyMs = everyMs;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
}

/**
 * Replaces clocks and timers of this process by virtual ones, so that all code runs as it is, in no
 * time. What is real stays out: nothing that runs meanwhile may use the network or a disk.
 * @param startedAt Unix milliseconds at the start.
 * @param acceleration How many seconds of the wall clock pass in one of the monotonic clock.
 */
export function startVirtualTime(startedAt: number, acceleration: number) {
  const real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
    sleep: promises.setTimeout,
    dateNow: Date.now,
  };
  /** In the order in which they run. */
  const timers: Timer[] = [];
  let nowMs = 0;
  let wallMs = startedAt;

  const insert = (timer: Timer) => {
    let [low, high] = [0, timers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((timers[middle]?.atMs ?? 0) > timer.atMs) high = middle;
      else low = middle + 1;
    }
    timers.splice(low, 0, timer);
  };
  const start = (run: () => void, ms = 0, everyMs?: number) => {
    const timer = new Timer(nowMs + Math.max(1, ms), run, everyMs);
    insert(timer);
    return timer;
  };
  const cancel = (timer: Timer | undefined) => {
    if (timer !== undefined) timer.isCancelled = true;
  };

  const sleep: typeof promises.setTimeout = (ms, value, { signal } = {}) =>
    new Promise((resolve, reject) => {
      const abort = () => {
        cancel(timer);
        reject(ABORTED);
      };
      const timer = start(() => {
        signal?.removeEventListener("abort", abort);
        resolve(value);
      }, ms);
      if (signal?.aborted === true) abort();
      else signal?.addEventListener("abort", abort, { once: true });
    });

  Object.assign(globalThis, {
    setTimeout: (run: (...values: unknown[]) => void, ms?: number, ...values: unknown[]) =>
      start(() => run(...values), ms),
    setInterval: (run: () => void, ms = 1) => start(run, ms, ms),
    clearTimeout: cancel,
    clearInterval: cancel,
  });
  Date.now = () => Math.floor(wallMs + nowMs * acceleration);
  performance.now = () => nowMs;
  promises.setTimeout = sleep;
  syncBuiltinESMExports();

  /** Resolves once everything has run that waits for no timer. */
  const settled = () => new Promise<void>((resolve) => void breathe(resolve));

  return {
    /** Seconds since the start on the monotonic clock, which timers and `performance.now` follow. */
    now: () => nowMs / 1_000,
    /** Runs the timers that are due, then stands at this second of the monotonic clock. */
    async advanceTo(seconds: number) {
      const endMs = seconds * 1_000;
      for (;;) {
        const [next] = timers;
        if (next === undefined || next.atMs > endMs) break;
        timers.shift();
        if (next.isCancelled) continue;
        nowMs = Math.max(nowMs, next.atMs);
        if (next.everyMs !== undefined) {
          next.atMs += next.everyMs;
          insert(next);
        }
        next.run();
        await settled();
      }
      nowMs = endMs;
    },
    /** Sets the wall clock back or ahead, by seconds of its own. */
    shiftWall: (seconds: number) => void (wallMs += seconds * 1_000),
    settled,
    /** Gives the process its own clocks and timers back. */
    end() {
      const { sleep: realSleep, dateNow, ...globals } = real;
      Object.assign(globalThis, globals);
      Date.now = dateNow;
      // The one of its prototype is found again.
      Reflect.deleteProperty(performance, "now");
      promises.setTimeout = realSleep;
      syncBuiltinESMExports();
    },
  };
}
