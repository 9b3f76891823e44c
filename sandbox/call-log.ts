import { meansRoute } from "./faults/fault.ts";

/** A received request. */
export interface LoggedCall {
  readonly route: string;
  readonly method: string;
  /** Without the name of the upstream, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The IP address of the client. */
  readonly address: string;
  /** Monotonic milliseconds. */
  readonly at: number;
  /** The kind of its fault. */
  readonly fault: string | null;
}

/** How often each route was called, and the calls themselves. */
export interface CallReport {
  readonly total: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly last: readonly LoggedCall[];
}

export type CallLog = ReturnType<typeof createCallLog>;

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
    report: (): CallReport => ({
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

const KEPT = 1000;
