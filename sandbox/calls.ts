import { meansRoute } from "./faults/fault.ts";

/** A received request. */
interface LoggedCall {
  readonly route: string;
  readonly method: string;
  /** Without the name of the upstream, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Monotonic milliseconds. */
  readonly at: number;
  /** The kind of its fault. */
  readonly fault: string | null;
}

const KEPT = 1000;

/** A log that counts all calls and keeps the last thousand. */
export function createCallLog() {
  let counts = new Map<string, number>();
  let last: LoggedCall[] = [];

  /** Calls of one route, or of all routes with the prefix before a `*`. */
  const count = (route = "*") =>
    [...counts].reduce((sum, [key, many]) => (meansRoute(route, key) ? sum + many : sum), 0);

  return {
    add: (call: LoggedCall) => {
      counts.set(call.route, (counts.get(call.route) ?? 0) + 1);
      last.push(call);
      if (last.length > 2 * KEPT) last = last.slice(-KEPT);
    },
    count,
    /** How often each route was called, and the calls themselves. */
    report: () => ({
      total: count(),
      counts: Object.fromEntries(counts),
      last: last.slice(-KEPT),
    }),
    clear: () => {
      counts = new Map();
      last = [];
    },
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
