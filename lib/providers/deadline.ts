import { systemClock, type Clock } from "../clock.ts";
import type { Caller } from "../scheduling/queue.ts";

export type { Caller, Priority } from "../scheduling/queue.ts";

/** The time by which a result is needed, and its caller; shared by all calls of one lookup. */
export interface Deadline {
  readonly caller: Caller;
  /** On which it passes. */
  readonly clock: Clock;
  /** Milliseconds left; 0 when it has passed. */
  remainingMs(): number;
  /** Milliseconds that may still be spent waiting for budgets, all calls of the lookup together. */
  waitMs(): number;
  /** So long a call waited for a budget. */
  waited(milliseconds: number): void;
  /** Aborted when nothing is to wait for a budget any more. */
  readonly signal: AbortSignal | undefined;
  /** An earlier deadline after this share of what is left. */
  share(fraction: number): Deadline;
  /** The same deadline, which waits for no budget once the signal is aborted. */
  until(signal: AbortSignal): Deadline;
}

/** The longest that any lookup takes. */
export const LOOKUP_MS = 4_500;
/** The longest that a client waits for budgets: with two calls of 200 ms, a response takes two seconds. */
const BUDGETS_MS = 1_550;
const BACKGROUND_MS = 6_000;
/** What is left for a call itself after waiting for its token, at least. */
const CALL_MS = 500;
const ABORTED = AbortSignal.abort();

export interface DeadlineOptions {
  /** How long to wait for budgets at most. */
  waitMs?: number;
  clock?: Clock;
}

/** Starts a deadline. */
export function startDeadline(
  milliseconds: number,
  caller: Caller = { priority: "foreground" },
  { waitMs = BUDGETS_MS, clock = systemClock }: DeadlineOptions = {},
): Deadline {
  let leftToWaitMs = waitMs;
  const now = () => clock.monotonic();

  const create = (end: number, signal?: AbortSignal): Deadline => {
    const remainingMs = () => Math.max(0, end - now());
    return {
      caller,
      clock,
      signal,
      remainingMs,
      waitMs: () =>
        signal?.aborted ? 0 : Math.max(0, Math.min(leftToWaitMs, remainingMs() - CALL_MS)),
      waited: (milliseconds) => void (leftToWaitMs -= milliseconds),
      share: (fraction) => create(now() + remainingMs() * fraction, signal),
      until: (other) => create(end, signal ? AbortSignal.any([signal, other]) : other),
    };
  };
  return create(now() + milliseconds);
}

/** For what is known already: no client waits for a budget to have it refreshed, unless it forces that. */
export function forKnown(deadline: Deadline, known: unknown): Deadline {
  const { priority } = deadline.caller;
  const mayWait = known === undefined || priority === "refresh" || priority === "background";
  return mayWait ? deadline : deadline.until(ABORTED);
}

/** A deadline for work that no client waits for. */
export function startBackground(clock = systemClock): Deadline {
  return startDeadline(BACKGROUND_MS, { priority: "background" }, { waitMs: Infinity, clock });
}
