/** A moment by which an answer must be there; shared by all calls of one lookup. */
export interface Deadline {
  /** Milliseconds left; 0 when it has passed. */
  remainingMs(): number;
  /** An earlier deadline after this share of what is left. */
  share(fraction: number): Deadline;
}

/** Starts a deadline. Monotonic, so that a clock set back does not stretch it. */
export function startDeadline(milliseconds: number, now = () => performance.now()): Deadline {
  return until(now() + milliseconds, now);
}

function until(end: number, now: () => number): Deadline {
  const remainingMs = () => Math.max(0, end - now());
  return {
    remainingMs,
    share: (fraction) => until(now() + remainingMs() * fraction, now),
  };
}
