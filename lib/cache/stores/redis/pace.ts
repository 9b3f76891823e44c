/** Lets something happen so many times in a row, and after that once in so many milliseconds. */
export function createPace(times: number, everyMs: number) {
  let counted = 0;
  let countedAt = performance.now();
  const remembered = () => Math.max(0, counted - (performance.now() - countedAt) / everyMs);
  return {
    isDue: () => remembered() <= times - 1,
    count() {
      counted = remembered() + 1;
      countedAt = performance.now();
    },
  };
}
