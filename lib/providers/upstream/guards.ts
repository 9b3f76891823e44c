import { sleep } from "../../time/clock.ts";
import { hasStalledSince } from "../../process/event-loop-delay.ts";
import { BudgetSpent, type Budget, type Capacity } from "../../upstream-budget/budget.ts";
import type { Egress } from "../../upstream-budget/egress.ts";
import { UpstreamFailure, type CallName } from "../failure.ts";
import type { Guard } from "../provider.ts";

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

/** What an attempt says about its upstream; undefined when that is nothing. */
export function outcomeOf(end: CallEnd): "answered" | "refused" | "failed" | undefined {
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
    const outcome = outcomeOf(end);
    if (outcome !== undefined) note(provider, outcome, end.milliseconds);
  });
}

/** An egress and its budget. */
export interface EgressBudget extends Egress {
  budget: Budget;
}

/**
 * Takes a token before each call, of the egress that has one first, and sends the call from there. A
 * 429 pauses the bucket and lowers its rate; the failure then says how long the pause is. Calls that take
 * longer than they did lower the rate as well, without a pause.
 *
 * @param random Gives numbers from 0 up to 1.
 */
export function createBudgetGuard(
  egresses: readonly [EgressBudget, ...EgressBudget[]],
  random: () => number = Math.random,
): Guard {
  const watches = new Map<string, ReturnType<typeof createLatencyWatch>>();

  return async (call, send) => {
    const { deadline, bucket = call.provider } = call;
    const { name: egress, budget, addresses } = readiestEgress(egresses, bucket);
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
      deadline.waited(clock.monotonic() - requestedAt);
    }
    const key = `${egress} ${bucket}`;
    const sentAt = clock.monotonic();
    const noteTime = async () => {
      const watch = watches.get(key) ?? createLatencyWatch();
      watches.set(key, watch);
      if (watch(clock.monotonic() - sentAt)) await budget.ease(bucket);
    };
    try {
      // Any of the addresses that are counted together.
      const value = await send(addresses[Math.floor(random() * addresses.length)]);
      await Promise.all([noteTime(), budget.succeed(bucket)]);
      return value;
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      if (error.kind === "timeout" && !error.isInconclusive) await noteTime();
      if (error.kind === "unknown-here") await budget.succeed(bucket);
      if (error.kind === "throttled" && !error.isInconclusive) {
        error.retryIn(await budget.slowDown(bucket, error.retryAfterSeconds), clock);
      }
      throw error;
    }
  };
}

/** The egress whose bucket has a token first. */
export function readiestEgress(
  egresses: readonly [EgressBudget, ...EgressBudget[]],
  bucket: string,
): EgressBudget {
  if (egresses.length === 1) return egresses[0];
  const readyIn = ({ budget }: EgressBudget) => {
    const { tokens, rate, waiting, pausedForSeconds } = budget.stateOf(bucket);
    return Math.max(pausedForSeconds, (waiting + 1 - tokens) / rate);
  };
  return egresses.reduce((best, other) => (readyIn(other) < readyIn(best) ? other : best));
}

/** What a bucket gives at the moment, over all egresses. */
export function capacityOf(egresses: readonly EgressBudget[], bucket: string): () => Capacity {
  const burst = egresses.reduce((sum, { budget }) => sum + budget.allowanceOf(bucket).burst, 0);
  return () => {
    const states = egresses.map(({ budget }) => budget.stateOf(bucket));
    const pausedForSeconds = Math.min(...states.map((state) => state.pausedForSeconds));
    const capacity = { tokens: 0, rate: 0, burst, pausedForSeconds };
    for (const state of states) {
      if (state.pausedForSeconds > pausedForSeconds) continue;
      capacity.tokens += state.tokens;
      capacity.rate += state.rate;
    }
    return capacity;
  };
}

/** Calls that are looked at together. */
const WINDOW = 10;
/** One of the faster ones stands for them: the slow ones may have met a busy moment of our own. */
const STANDS_FOR_THEM = 2;
/** It has risen when it is more than this times the baseline, and this much more. */
const TIMES = 3;
const MORE_MS = 200;
/** A baseline that is never met again grows, so that a provider may become slower for good. */
const DRIFT = 1.1;

/**
 * Tells when calls take longer than they did, as TCP Vegas does for round trips: the baseline is the
 * fastest time of ten calls. Every process watches its own calls.
 */
export function createLatencyWatch() {
  let times: number[] = [];
  let baselineMs = Infinity;
  let since = performance.now();

  /** Notes how long a call took; true when the last ten took much longer than the baseline. */
  return (milliseconds: number): boolean => {
    times.push(milliseconds);
    if (times.length < WINDOW) return false;
    const typicalMs = times.toSorted((one, other) => one - other)[STANDS_FOR_THEM] ?? 0;
    times = [];
    // Calls of a time when our own event loop was late say nothing about the upstream.
    const isStalled = hasStalledSince(since);
    since = performance.now();
    if (isStalled) return false;
    const hasRisen = typicalMs > TIMES * baselineMs + MORE_MS;
    baselineMs = Math.min(typicalMs, baselineMs * DRIFT);
    return hasRisen;
  };
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
    const left = () => saved.get(provider) ?? MOST_SAVED;
    saved.set(provider, Math.min(MOST_SAVED, left() + PER_CALL));
    try {
      return await send();
    } catch (error) {
      const isInTime = deadline.remainingMs() >= LEAST_TIME_LEFT_MS;
      if (!isLikelyToPass(error) || !isInTime || left() < 1) throw error;
      saved.set(provider, left() - 1);
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
