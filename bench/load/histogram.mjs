const STEP_MS = 0.01;
const STEPS = 200_000;

/** Counts durations in steps of 10 µs up to two seconds; longer ones count as two seconds. */
export function createHistogram() {
  const counts = new Uint32Array(STEPS);
  let total = 0;
  return {
    /** @param {number} ms */
    add(ms) {
      counts[Math.min(STEPS - 1, Math.floor(ms / STEP_MS))] += 1;
      total += 1;
    },

    /**
     * The duration that this share of all stays below, in milliseconds.
     *
     * @param {number} share
     */
    quantile(share) {
      let left = share * total;
      const step = counts.findIndex((count) => (left -= count) <= 0);
      return (step + 1) * STEP_MS;
    },
  };
}
