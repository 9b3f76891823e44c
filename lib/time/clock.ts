/** Time as a parameter: the simulation and tests bring their own clock. */
export interface Clock {
  /** Unix milliseconds. The wall clock may be set back or ahead. */
  now(): number;
  /** Milliseconds that never go back, for durations. */
  monotonic(): number;
  /** Runs something after some milliseconds, and keeps no process alive for it. Returns a function that cancels it. */
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
