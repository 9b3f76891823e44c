import { monitorEventLoopDelay } from "node:perf_hooks";

/** Calls that are looked at together. */
const WINDOW = 10;
/** One of the faster ones stands for them: the slow ones may have met a busy moment of our own. */
const STANDS_FOR_THEM = 2;
/** It has risen when it is more than this times the baseline, and this much more. */
const TIMES = 3;
const MORE_MS = 200;
/** Calls of a time when our own event loop was later than this say nothing about the upstream. */
const STALL_NS = 100e6;
/** A baseline that is never met again grows, so that a provider may become slower for good. */
const DRIFT = 1.1;

/**
 * Tells when calls take longer than they did, as TCP Vegas does for round trips: the baseline is the
 * fastest time of ten calls. Every process watches its own calls.
 */
export function createLatencyWatch() {
  let times: number[] = [];
  let baselineMs = Infinity;
  const lateness = monitorEventLoopDelay({ resolution: 50 });
  lateness.enable();

  /** Notes how long a call took; true when the last ten took much longer than the baseline. */
  return (milliseconds: number): boolean => {
    times.push(milliseconds);
    if (times.length < WINDOW) return false;
    const typicalMs = times.toSorted((one, other) => one - other)[STANDS_FOR_THEM] ?? 0;
    times = [];
    const isStalled = lateness.max > STALL_NS;
    lateness.reset();
    if (isStalled) return false;
    const hasRisen = typicalMs > TIMES * baselineMs + MORE_MS;
    baselineMs = Math.min(typicalMs, baselineMs * DRIFT);
    return hasRisen;
  };
}
