/** How often something happened lately. */
export interface RecentCount {
  add(): void;
  total(): number;
  clear(): void;
}

/**
 * Counts what happened in this second and the `windowSeconds - 1` before it. It keeps one number
 * for each second, so that its memory does not grow with what it counts. `now` gives milliseconds
 * on a clock that only goes forward.
 */
export function createRecentCount(windowSeconds: number, now: () => number): RecentCount {
  const counts = new Map<number, number>();
  const currentSecond = () => Math.floor(now() / 1_000);

  const dropOld = () => {
    const newestToDrop = currentSecond() - windowSeconds;
    for (const second of counts.keys()) {
      // Seconds were added in order: the rest is newer.
      if (second > newestToDrop) return;
      counts.delete(second);
    }
  };

  return {
    add() {
      dropOld();
      const second = currentSecond();
      counts.set(second, (counts.get(second) ?? 0) + 1);
    },
    total() {
      dropOld();
      return [...counts.values()].reduce((sum, count) => sum + count, 0);
    },
    clear: () => counts.clear(),
  };
}
