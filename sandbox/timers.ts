/** Waiting that can be ended all at once. */
export interface Timers {
  /** Resolves after the time, or never if all are cleared before. */
  wait(ms: number): Promise<void>;
  clear(): void;
}

/** Keeps hold of every timer it starts. */
export function createTimers(): Timers {
  const running = new Set<NodeJS.Timeout>();
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          running.delete(timer);
          resolve();
        }, ms);
        running.add(timer);
      }),
    clear: () => {
      for (const timer of running) clearTimeout(timer);
      running.clear();
    },
  };
}
