import { BudgetSpent } from "../../limits/budget.ts";
import { createLatencyWatch } from "../../limits/budget/rate.ts";
import { bestWay, type Way } from "../../limits/egress.ts";
import { UpstreamFailure, type CallName } from "../failure.ts";
import type { Guard } from "./request.ts";

/**
 * Takes a token before each call, of the egress that has one first, and sends the call from there. A
 * refusal (429, 401, 403) pauses the bucket and lowers its rate; the failure then says how long the
 * pause is. Calls that take longer than they did lower the rate as well, without a pause.
 */
export function createBudgetGuard(
  ways: readonly [Way, ...Way[]],
  bucketOf: (call: CallName) => string,
): Guard {
  const watches = new Map<string, ReturnType<typeof createLatencyWatch>>();
  const hasRisen = (key: string, milliseconds: number) => {
    const watch = watches.get(key) ?? createLatencyWatch();
    watches.set(key, watch);
    return watch(milliseconds);
  };

  return async (call, send) => {
    const bucket = bucketOf(call);
    const { name: egress, budget, addresses } = bestWay(ways, bucket);
    const { deadline } = call;
    const { caller, hurry } = deadline;
    const requestedAt = performance.now();
    try {
      await budget.take(bucket, { ...caller, waitMs: deadline.waitMs(), hurry });
    } catch (cause) {
      if (!(cause instanceof BudgetSpent)) throw cause;
      const { retryAfterSeconds } = cause;
      const options = { retryAfterSeconds, cause };
      throw new UpstreamFailure("budget-spent", call, "its budget is spent", options);
    } finally {
      deadline.waited(performance.now() - requestedAt);
    }
    const sentAt = performance.now();
    const note = async () => {
      if (hasRisen(`${egress} ${bucket}`, performance.now() - sentAt)) await budget.ease(bucket);
    };
    try {
      const value = await send(pick(addresses));
      await Promise.all([note(), budget.succeed(bucket)]);
      return value;
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      if (error.kind === "timeout" && !error.isInconclusive) await note();
      if (error.kind === "unknown-here") await budget.succeed(bucket);
      if (error.isRefusal) {
        error.retryAfterSeconds = await budget.slowDown(bucket, error.retryAfterSeconds);
      }
      throw error;
    }
  };
}

/** Any of the addresses that are counted together. */
function pick(addresses: readonly string[]): string | undefined {
  return addresses[Math.floor(Math.random() * addresses.length)];
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
 * are at most a tenth of the calls and three more, so that they do not add to the load of an
 * upstream that is down.
 *
 * @param random Gives numbers from 0 up to 1.
 */
export function createRetry(random: () => number = Math.random): Guard {
  let retries = MOST_SAVED;

  return async (call, send) => {
    retries = Math.min(MOST_SAVED, retries + PER_CALL);
    try {
      return await send();
    } catch (error) {
      const isInTime = call.deadline.remainingMs() >= LEAST_TIME_LEFT_MS;
      if (!isLikelyToPass(error) || !isInTime || retries < 1) throw error;
      retries -= 1;
      const waitMs = SHORTEST_WAIT_MS + random() * (LONGEST_WAIT_MS - SHORTEST_WAIT_MS);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
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

/**
 * Notes how each request went and how long it took. To be the innermost guard: it sees every attempt,
 * and no wait. What says nothing about the upstream is left out.
 */
export function createRecorder(
  note: (provider: string, outcome: "answered" | "refused" | "failed", ms: number) => void,
): Guard {
  return async ({ provider }, send) => {
    const started = performance.now();
    const end = (outcome: Parameters<typeof note>[1]) =>
      note(provider, outcome, performance.now() - started);
    try {
      const value = await send();
      end("answered");
      return value;
    } catch (error) {
      if (error instanceof UpstreamFailure && !error.isInconclusive) end(outcomeOf(error));
      throw error;
    }
  };
}

function outcomeOf({ kind, isRefusal }: UpstreamFailure) {
  if (kind === "unknown-here") return "answered";
  return isRefusal ? "refused" : "failed";
}
