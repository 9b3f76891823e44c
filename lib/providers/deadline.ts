import type { Caller } from "../limits/fair-queue.ts";

export type { Caller, Priority } from "../limits/fair-queue.ts";

/** The time by which a result is needed, and its caller; shared by all calls of one lookup. */
export interface Deadline {
  readonly caller: Caller;
  /** Milliseconds left; 0 when it has passed. */
  remainingMs(): number;
  /** An earlier deadline after this share of what is left. */
  share(fraction: number): Deadline;
}

const BACKGROUND_MS = 6_000;
const FOREGROUND: Caller = { priority: "foreground" };

/** Starts a deadline. Monotonic, so that a clock set back does not stretch it. */
export function startDeadline(
  milliseconds: number,
  caller: Caller = FOREGROUND,
  now = () => performance.now(),
): Deadline {
  return until(now() + milliseconds, caller, now);
}

/** A deadline for work that no client waits for. */
export function startBackground(): Deadline {
  return startDeadline(BACKGROUND_MS, { priority: "background" });
}

function until(end: number, caller: Caller, now: () => number): Deadline {
  const remainingMs = () => Math.max(0, end - now());
  return {
    caller,
    remainingMs,
    share: (fraction) => until(now() + remainingMs() * fraction, caller, now),
  };
}
