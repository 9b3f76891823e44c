import { UpstreamFailure } from "../failure.ts";

/** What a call says about its upstream: it is well, nothing at all, or the failure it is to blame. */
export type Verdict = "success" | "neither" | UpstreamFailure;

/** Less time than this is too little to expect an answer in. */
const FAIR_MS = 1_000;

/** Judges what a call threw. `stalled`: our own event loop stood still for a while during it. */
export function verdictOn(thrown: unknown, stalled: boolean): Verdict {
  if (!(thrown instanceof UpstreamFailure)) return "neither";
  switch (thrown.kind) {
    case "unknown-here":
      return "success";
    case "budget-spent":
    case "left-alone":
    // Refusals are the budget's concern: it pauses, and the upstream works.
    case "throttled":
    case "refused":
      return "neither";
    case "timeout":
      if (thrown.grantedMs !== undefined && thrown.grantedMs < FAIR_MS) return "neither";
      return stalled ? "neither" : thrown;
    case "unavailable":
    case "tls":
    case "error":
    case "bad-response":
    case "mismatch":
      return stalled ? "neither" : thrown;
  }
}
