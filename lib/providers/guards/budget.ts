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
  /** The upstream asked for less. */
  slowDown(bucket: string, pauseSeconds?: number): Promise<void>;
}

/** What is left for the call itself after waiting for its token, at least. */
const CALL_MS = 500;

/** Providers whose limits count all their operations together, by the name of the bucket. */
const SHARED_BUCKETS: Readonly<Record<string, string>> = {
  // Both are addresses of one service, which counts names by whoever asks.
  minecraftservices: "mojang-names",
  "mojang-legacy": "mojang-names",
  "mojang-session": "mojang-session",
  "mojang-textures": "mojang-textures",
  "xbox-live": "xbox-live",
  openxbl: "openxbl",
  laby: "laby",
};

/** The bucket that pays for a call; each operation of the other providers has its own. */
export function bucketOf({ provider, operation }: { provider: string; operation: string }): string {
  return SHARED_BUCKETS[provider] ?? `${provider}:${operation}`;
}

/** Takes a token before each call, and tells the budget when an upstream asks for less. */
export function createBudgetGuard(tokens: Tokens): Guard {
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
      return await ask();
    } catch (error) {
      if (error instanceof UpstreamFailure && (error.status === 429 || error.status === 403)) {
        await tokens.slowDown(bucket, error.retryAfterSeconds);
      }
      throw error;
    }
  };
}

function secondsOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("retryAfterSeconds" in error)) return undefined;
  const { retryAfterSeconds } = error;
  return typeof retryAfterSeconds === "number" ? retryAfterSeconds : undefined;
}
