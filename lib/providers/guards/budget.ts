import type { Priority } from "../deadline.ts";
import { UpstreamFailure } from "../failure.ts";
import type { Guard } from "../upstream.ts";

/** Where tokens come from: `createBudget` of lib/limits. */
export interface Tokens {
  /** Resolves once a token was taken; rejects with an error that has `retryAfterSeconds`. */
  take(
    bucket: string,
    claim: { priority: Priority; client?: string; waitMs: number },
  ): Promise<void>;
  /** The upstream refused a call; gives the seconds for which it is left alone. */
  slowDown(bucket: string, pauseSeconds?: number): Promise<number>;
  /** The upstream answered a call. */
  succeed(bucket: string): Promise<void>;
}

/** Names the bucket that pays for a call. */
export type BucketOf = (call: { provider: string; operation: string }) => string;

/** What is left for the call itself after waiting for its token, at least. */
const CALL_MS = 500;

/**
 * Takes a token before each call. A refusal (429, 401, 403) pauses the bucket and lowers its rate;
 * the failure then says how long the pause is.
 */
export function createBudgetGuard(tokens: Tokens, bucketOf: BucketOf): Guard {
  return async (call, ask) => {
    const bucket = bucketOf(call);
    const waitMs = Math.max(0, call.deadline.remainingMs() - CALL_MS);
    await tokens.take(bucket, { ...call.deadline.errand, waitMs }).catch((cause: unknown) => {
      const retryAfterSeconds = secondsOf(cause);
      if (retryAfterSeconds === undefined) throw cause;
      throw new UpstreamFailure("budget-spent", call, "its budget is spent", {
        retryAfterSeconds,
        cause,
      });
    });
    try {
      const value = await ask();
      await tokens.succeed(bucket);
      return value;
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      if (error.kind === "unknown-here") await tokens.succeed(bucket);
      if (!error.isRefusal) throw error;
      error.retryAfterSeconds = await tokens.slowDown(bucket, error.retryAfterSeconds);
      throw error;
    }
  };
}

function secondsOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("retryAfterSeconds" in error)) return undefined;
  const { retryAfterSeconds } = error;
  return typeof retryAfterSeconds === "number" ? retryAfterSeconds : undefined;
}
