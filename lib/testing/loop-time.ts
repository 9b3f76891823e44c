const TICK_MS = 10;

/**
 * Begins to count milliseconds in which this process could run; what it gives says how many there
 * were. A busy machine that lets the process stand still adds one tick, however long that takes.
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
