import type { FailureReason } from "cockatiel";
import { UpstreamFailure } from "../failure.ts";
import type { StallWatch } from "./stalls.ts";
import { verdictOn, type Verdict } from "./verdict.ts";

/** How a call ended. A failure is in here too, so that each can be judged before it is thrown. */
export interface Outcome<Value> {
  verdict: Verdict;
  /** Gives or throws what the call gave or threw. */
  handOn(): Value | null;
}

/** Asks and judges; throws nothing. */
export async function observe<Value>(
  ask: () => Promise<Value | null>,
  stalls: StallWatch,
): Promise<Outcome<Value>> {
  const endWatch = stalls.begin();
  try {
    const value = await ask();
    endWatch();
    return { verdict: "success", handOn: () => value };
  } catch (error) {
    const handOn = () => {
      throw error;
    };
    return { verdict: verdictOn(error, endWatch()), handOn };
  }
}

/** For cockatiel, to which an outcome is any result. */
export function isNoSuccess(outcome: unknown): boolean {
  return verdictIn(outcome) !== "success";
}

/** The failure for which an upstream is to blame, or null when a call says nothing about it. */
export function failureIn(reason: FailureReason<unknown> | undefined): UpstreamFailure | null {
  const verdict = reason !== undefined && "value" in reason ? verdictIn(reason.value) : null;
  return verdict instanceof UpstreamFailure ? verdict : null;
}

function verdictIn(outcome: unknown): unknown {
  const isOutcome = typeof outcome === "object" && outcome !== null && "verdict" in outcome;
  return isOutcome ? outcome.verdict : null;
}
