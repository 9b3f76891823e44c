import { createRequire, syncBuiltinESMExports } from "node:module";

/** The time of a simulation. The wall clock may run faster than the one that timers follow. */
export interface VirtualTime {
  /** Seconds since the start on the monotonic clock, which timers and `performance.now` follow. */
  now(): number;
  /** Runs the timers that are due, then stands at this second of the monotonic clock. */
  advanceTo(seconds: number): Promise<void>;
  /** Sets the wall clock back or ahead, by seconds of its own. */
  shiftWall(seconds: number): void;
  /** Resolves once everything has run that waits for no timer. */
  settled(): Promise<void>;
  /** Gives the process its own clocks and timers back. */
  end(): void;
}

export interface VirtualTimeOptions {
  /** Unix milliseconds at the start. */
  startedAt: number;
  /** How many seconds of the wall clock pass in one of the monotonic clock. */
  acceleration?: number;
}

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
 */
export function startVirtualTime({ startedAt, acceleration = 1 }: VirtualTimeOptions): VirtualTime {
  const real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
    sleep: promises.setTimeout,
    dateNow: Date.now,
  };
  const timers = createHeap();
  let nowMs = 0;
  let wallMs = startedAt;

  const start = (run: () => void, ms = 0, everyMs?: number) => {
    const timer = new Timer(nowMs + Math.max(1, ms), run, everyMs);
    timers.push(timer);
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

  const settled = () => new Promise<void>((resolve) => void breathe(resolve));

  return {
    now: () => nowMs / 1_000,
    async advanceTo(seconds) {
      const endMs = seconds * 1_000;
      for (
        let next = timers.peek();
        next !== undefined && next.atMs <= endMs;
        next = timers.peek()
      ) {
        timers.pop();
        if (next.isCancelled) continue;
        nowMs = Math.max(nowMs, next.atMs);
        if (next.everyMs !== undefined) {
          next.atMs += next.everyMs;
          timers.push(next);
        }
        next.run();
        await settled();
      }
      nowMs = endMs;
    },
    shiftWall: (seconds) => void (wallMs += seconds * 1_000),
    settled,
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

/** A binary heap of timers, the earliest first. */
function createHeap() {
  const heap: Timer[] = [];
  const at = (index: number) => heap[index]?.atMs ?? Infinity;
  const swap = (one: number, other: number) => {
    const [first, second] = [heap[one], heap[other]];
    if (first !== undefined && second !== undefined) [heap[one], heap[other]] = [second, first];
  };
  return {
    peek: () => heap[0],
    push(timer: Timer) {
      let index = heap.push(timer) - 1;
      for (let up = (index - 1) >> 1; index > 0 && at(index) < at(up); up = (index - 1) >> 1) {
        swap(index, up);
        index = up;
      }
    },
    pop() {
      swap(0, heap.length - 1);
      heap.pop();
      for (let index = 0; ;) {
        const left = 2 * index + 1;
        const least = at(left + 1) < at(left) ? left + 1 : left;
        if (at(least) >= at(index)) return;
        swap(index, least);
        index = least;
      }
    },
  };
}
