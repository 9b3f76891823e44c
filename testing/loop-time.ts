const TICK_MS = 10;

/**
 * Starts to count the milliseconds in which this process could run; returns a function that reads the
 * count. While a busy machine does not run the process, only one tick is added.
 */
export function startLoopTime(): () => number {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, TICK_MS).unref();
  return () => {
    clearInterval(timer);
    return ticks * TICK_MS;
  };
}
