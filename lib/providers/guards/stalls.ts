const TICK_MS = 100;
const STALL_MS = 200;

/** Tells whether our own event loop stood still, which looks like a slow or broken upstream. */
export interface StallWatch {
  /** Begins to watch. The function given ends it and tells whether there was a stall since. */
  begin(): () => boolean;
}

/**
 * Watches by a timer that ought to come every 100 ms: more than 200 ms late is a stall. All watches
 * share the timer, which runs only while somebody watches.
 */
export function createStallWatch(): StallWatch {
  let watching = 0;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = 0;
  let lastStallAt = -Infinity;

  const tick = () => {
    const now = performance.now();
    if (now - dueAt > STALL_MS) lastStallAt = now;
    dueAt = now + TICK_MS;
  };

  return {
    begin() {
      if (watching === 0) timer = setInterval(tick, TICK_MS).unref();
      watching += 1;
      // A stall that is just over belongs to those who began before it.
      tick();
      const beganAt = performance.now();
      return () => {
        // After a stall the timer of a call may come before ours.
        tick();
        watching -= 1;
        if (watching === 0) clearInterval(timer);
        return lastStallAt > beganAt;
      };
    },
  };
}
