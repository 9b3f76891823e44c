import { meansRoute } from "./faults/fault.ts";

export type Latency = ReturnType<typeof createLatency>;

/** How long routes take to respond: no time at first; the last setting that matches a route applies. */
export function createLatency() {
  const settings = new Map<string, number>();
  return {
    /** Sets the delay of one route, of all routes with the prefix before a `*`, or of all. */
    set: (ms: number, route = "*") => {
      settings.delete(route);
      settings.set(route, ms);
    },
    of: (route: string) =>
      [...settings].findLast(([pattern]) => meansRoute(pattern, route))?.[1] ?? 0,
    reset: () => settings.clear(),
  };
}

export type Timers = ReturnType<typeof createTimers>;

/** Timers that can all be cleared at once. */
export function createTimers() {
  const running = new Set<NodeJS.Timeout>();
  return {
    /** Resolves after the time, or never if the timers are cleared first. */
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
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
