/** Calls that are looked at together. */
const WINDOW = 10;
/** Their median has risen when it is more than this times the baseline, and this much more. */
const TIMES = 2;
const MORE_MS = 100;
/** A baseline that is never met again grows, so that a provider may become slower for good. */
const DRIFT = 1.1;

/**
 * Tells when calls take longer than they did, as TCP Vegas does for round trips: the baseline is the
 * lowest median of ten calls. Every process watches its own calls.
 */
export function createLatencyWatch() {
  let times: number[] = [];
  let baselineMs = Infinity;

  /** Notes how long a call took; true when the last ten took much longer than the baseline. */
  return (milliseconds: number): boolean => {
    times.push(milliseconds);
    if (times.length < WINDOW) return false;
    const median = times.toSorted((one, other) => one - other)[WINDOW / 2] ?? 0;
    times = [];
    const hasRisen = median > TIMES * baselineMs + MORE_MS;
    baselineMs = Math.min(median, baselineMs * DRIFT);
    return hasRisen;
  };
}
