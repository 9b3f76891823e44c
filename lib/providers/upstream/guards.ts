import { sleep } from "../../time/clock.ts";
import { BudgetSpent, type Budget } from "../../upstream-budget/budget.ts";
import { UpstreamFailure, type CallName } from "../failure.ts";
import type { Guard, UpstreamCall } from "../provider.ts";

/** How a call ended: with a value, which is null for "there is none", or with an error. */
export type CallEnd = { milliseconds: number } & ({ value: unknown } | { error: unknown });

/**
 * Tells how each call ended and how long it took. As the outermost guard it sees whole calls, with what
 * others refuse and all waits; as the innermost, each attempt, and no wait.
 */
export function createObserver(
  onEnd: (call: CallName, end: CallEnd) => void,
  onFailure: (error: unknown) => void = () => undefined,
): Guard {
  return async (call, send) => {
    const { clock } = call.deadline;
    const startedAt = clock.monotonic();
    const elapsedMs = () => clock.monotonic() - startedAt;
    try {
      const value = await send();
      onEnd(call, { value, milliseconds: elapsedMs() });
      return value;
    } catch (error) {
      onEnd(call, { error, milliseconds: elapsedMs() });
      onFailure(error);
      throw error;
    }
  };
}

/** The outcome of an attempt for the record of its upstream; undefined when it says nothing about it. */
export function recordedOutcome(end: CallEnd): "answered" | "refused" | "failed" | undefined {
  if (!("error" in end)) return "answered";
  const { error } = end;
  if (!(error instanceof UpstreamFailure) || error.isInconclusive) return undefined;
  if (error.kind === "unknown-here") return "answered";
  return error.isRefusal ? "refused" : "failed";
}

/** Notes the outcome of every attempt that says something about its upstream, and how long it took. */
export function createOutcomeObserver(
  note: (provider: string, outcome: "answered" | "refused" | "failed", ms: number) => void,
): Guard {
  return createObserver(({ provider }, end) => {
    const outcome = recordedOutcome(end);
    if (outcome !== undefined) note(provider, outcome, end.milliseconds);
  });
}

/**
 * Takes a token before each call. A 429 pauses the bucket and lowers its rate; the failure then says how
 * long the pause is.
 */
export function createBudgetGuard(budget: Budget): Guard {
  return async (call, send) => {
    const { deadline, bucket = call.provider } = call;
    await takeToken(budget, call);
    try {
      const value = await send();
      await budget.succeed(bucket);
      return value;
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      if (error.kind === "unknown-here") await budget.succeed(bucket);
      if (error.kind === "throttled" && !error.isInconclusive) {
        error.retryIn(await budget.slowDown(bucket, error.retryAfterSeconds), deadline.clock);
      }
      throw error;
    }
  };
}

/** Waits for the token of a call; the time of the wait counts against what the lookup may wait. */
async function takeToken(budget: Budget, call: UpstreamCall<unknown>): Promise<void> {
  const { deadline, bucket = call.provider } = call;
  const { caller, signal, clock } = deadline;
  const requestedAt = clock.monotonic();
  try {
    await budget.take(bucket, { waitMs: deadline.waitMs(), signal, ...caller });
  } catch (cause) {
    if (!(cause instanceof BudgetSpent)) throw cause;
    const { retryAfterSeconds } = cause;
    const options = { retryAfterSeconds, clock, cause };
    throw new UpstreamFailure("budget-spent", call, "its budget is spent", options);
  } finally {
    deadline.excludeWait(clock.monotonic() - requestedAt);
  }
}

/** Each call adds a tenth of a retry, and three can be saved up. */
const PER_CALL = 0.1;
const MOST_SAVED = 3;
const LEAST_TIME_LEFT_MS = 1_000;
const SHORTEST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 250;
const PASSING_STATUSES: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

/**
 * Sends a call once more after a fault that is likely to pass: no response began, or a 502, 503 or 504 came
 * that does not say when to return. Every call only reads, so sending it twice does no harm. Retries
 * are at most a tenth of the calls of a provider and three more, so that they do not add to the load of
 * one that is down, and it leaves the others theirs.
 *
 * @param random Gives numbers from 0 up to 1.
 */
export function createRetry(random: () => number = Math.random): Guard {
  const saved = new Map<string, number>();

  return async ({ provider, deadline }, send) => {
    const savedRetries = () => saved.get(provider) ?? MOST_SAVED;
    saved.set(provider, Math.min(MOST_SAVED, savedRetries() + PER_CALL));
    try {
      return await send();
    } catch (error) {
      const isInTime = deadline.remainingMs() >= LEAST_TIME_LEFT_MS;
      if (!isLikelyToPass(error) || !isInTime || savedRetries() < 1) throw error;
      saved.set(provider, savedRetries() - 1);
      const waitMs = SHORTEST_WAIT_MS + random() * (LONGEST_WAIT_MS - SHORTEST_WAIT_MS);
      await sleep(deadline.clock, waitMs);
      return send();
    }
  };
}

function isLikelyToPass(error: unknown): boolean {
  if (!(error instanceof UpstreamFailure)) return false;
  const { kind, status, retryAfterSeconds } = error;
  if (kind === "unavailable") return true;
  return kind === "error" && PASSING_STATUSES.has(status) && retryAfterSeconds === undefined;
}
