import { BudgetSpent, type Budget } from "../../limits/budget.ts";
import { UpstreamFailure, type CallName } from "../failure.ts";
import type { Guard } from "./request.ts";

/** Names the bucket that pays for a call. */
export type BucketOf = (call: CallName) => string;

/** What is left for the call itself after waiting for its token, at least. */
const CALL_MS = 500;

/**
 * Takes a token before each call. A refusal (429, 401, 403) pauses the bucket and lowers its rate;
 * the failure then says how long the pause is.
 */
export function createBudgetGuard(budget: Budget, bucketOf: BucketOf): Guard {
  return async (call, ask) => {
    const bucket = bucketOf(call);
    const waitMs = Math.max(0, call.deadline.remainingMs() - CALL_MS);
    try {
      await budget.take(bucket, { ...call.deadline.caller, waitMs });
    } catch (cause) {
      if (!(cause instanceof BudgetSpent)) throw cause;
      const { retryAfterSeconds } = cause;
      const options = { retryAfterSeconds, cause };
      throw new UpstreamFailure("budget-spent", call, "its budget is spent", options);
    }
    try {
      const value = await ask();
      await budget.succeed(bucket);
      return value;
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      if (error.kind === "unknown-here") await budget.succeed(bucket);
      if (error.isRefusal) {
        error.retryAfterSeconds = await budget.slowDown(bucket, error.retryAfterSeconds);
      }
      throw error;
    }
  };
}
