import { monitorEventLoopDelay } from "node:perf_hooks";

/** How often the event loop is sampled. */
const SAMPLE_MS = 20;

export type EventLoopDelay = ReturnType<typeof watchEventLoop>;

/** How late the event loop was since the last reset. */
export function watchEventLoop() {
  const monitor = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  monitor.enable();
  return {
    /** In milliseconds: so many per cent of the time, it was no later than this. Node's samples include the interval. */
    percentile: (percent: number): number =>
      Math.max(0, monitor.percentile(percent) / 1e6 - SAMPLE_MS),
    reset: (): void => monitor.reset(),
  };
}
