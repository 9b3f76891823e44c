import { monitorEventLoopDelay } from "node:perf_hooks";

const SAMPLE_MS = 20;
const WINDOW_MS = 500;
/** An event loop this late has more work than it can do. */
const OVERLOADED_MS = 200;
/** Late for so many windows in a row; a sudden crowd alone, or the first requests, are over sooner. */
const LATE_WINDOWS = 3;
/** With fewer requests than this under way, they are not the reason for a late event loop. */
const FEW = 32;

export interface Load {
  /** Whether to shed load: with so many requests under way, only finished answers are served. */
  isOverloaded(underWay: number): boolean;
  stop(): void;
}

/** Watches how late the event loop is, over the last one and a half seconds. */
export function watchLoad(): Load {
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delay.enable();
  let lateWindows = 0;
  const timer = setInterval(() => {
    lateWindows = delay.percentile(50) / 1e6 > OVERLOADED_MS ? lateWindows + 1 : 0;
    delay.reset();
  }, WINDOW_MS).unref();
  return {
    isOverloaded: (underWay) => lateWindows >= LATE_WINDOWS && underWay >= FEW,
    stop() {
      clearInterval(timer);
      delay.disable();
    },
  };
}
