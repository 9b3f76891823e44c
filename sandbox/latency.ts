import { meansRoute } from "./faults/fault.ts";

/** How long routes take to answer. */
export interface Latency {
  /** Sets the delay of one route, of those that begin as given before a `*`, or of all. */
  set(ms: number, route?: string): void;
  of(route: string): number;
  reset(): void;
}

/** The last setting that means a route counts. */
export function createLatency(everywhere: number): Latency {
  let settings = new Map([["*", everywhere]]);
  return {
    set: (ms, route = "*") => {
      settings.delete(route);
      settings.set(route, ms);
    },
    of: (route) =>
      [...settings].findLast(([pattern]) => meansRoute(pattern, route))?.[1] ?? everywhere,
    reset: () => {
      settings = new Map([["*", everywhere]]);
    },
  };
}
