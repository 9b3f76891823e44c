import type { Instruments } from "./instruments.ts";

/** Failures that mean that the call never left. */
const NOT_ASKED = new Set(["budget-spent", "circuit-open"]);

/** Stands before every upstream call and lets it pass; fits where guards of calls go. */
export type UpstreamObserver = <Value>(
  call: { provider: string; operation: string },
  ask: () => Promise<Value | null>,
) => Promise<Value | null>;

/** Counts and times upstream calls. To see every refusal it has to be the outermost guard. */
export function observeUpstreams({ counter, histogram }: Instruments): UpstreamObserver {
  const calls = counter("nametag_upstream_calls_total");
  const durations = histogram("nametag_upstream_call_duration_seconds");

  return async ({ provider, operation }, ask) => {
    const started = performance.now();
    const note = (outcome: string) => {
      calls.inc({ provider, operation, outcome });
      if (NOT_ASKED.has(outcome)) return;
      durations.observe({ provider, operation }, (performance.now() - started) / 1_000);
    };
    try {
      const value = await ask();
      note(value === null ? "missing" : "value");
      return value;
    } catch (error) {
      note(kindOf(error));
      throw error;
    }
  };
}

/** The kind of an upstream failure. Anything else that is thrown is a fault of ours. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error) || !("kind" in error)) return "internal";
  return typeof error.kind === "string" ? error.kind : "internal";
}
