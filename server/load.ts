import { monitorEventLoopDelay } from "node:perf_hooks";

const SAMPLE_MS = 20;
const WINDOW_MS = 500;
/** A loop this late has more work than it can do. */
const OVERLOADED_MS = 200;

export interface Load {
  /** The event loop is late: nothing but finished answers should be taken on. */
  isOverloaded(): boolean;
  stop(): void;
}

/** Watches how late the event loop is, over the last half second. */
export function watchLoad(): Load {
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delay.enable();
  let overloaded = false;
  const timer = setInterval(() => {
    overloaded = delay.percentile(90) / 1e6 > OVERLOADED_MS;
    delay.reset();
  }, WINDOW_MS).unref();
  return {
    isOverloaded: () => overloaded,
    stop() {
      clearInterval(timer);
      delay.disable();
    },
  };
}
