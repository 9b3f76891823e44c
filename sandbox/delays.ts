import { meansRoute } from "./faults/fault.ts";

/** How long routes take to respond. */
export interface Latency {
  /** Sets the delay of one route, of all routes with the prefix before a `*`, or of all. */
  set(ms: number, route?: string): void;
  of(route: string): number;
  reset(): void;
}

/** Starts without delays; the last setting that matches a route applies. */
export function createLatency(): Latency {
  const settings = new Map<string, number>();
  return {
    set: (ms, route = "*") => {
      settings.delete(route);
      settings.set(route, ms);
    },
    of: (route) => [...settings].findLast(([pattern]) => meansRoute(pattern, route))?.[1] ?? 0,
    reset: () => settings.clear(),
  };
}

/** Timers that can all be cleared at once. */
export interface Timers {
  /** Resolves after the time, or never if the timers are cleared first. */
  wait(ms: number): Promise<void>;
  clear(): void;
}

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
