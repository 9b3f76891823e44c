/** On whose behalf an upstream is asked; who matters most is asked for first. */
export type Priority =
  /** Somebody waits for the answer. */
  | "person"
  /** Somebody forced a refresh of what is known. */
  | "refresh"
  /** Nobody waits. */
  | "background";

export interface Errand {
  priority: Priority;
  /** Tells one client from another, so that none takes all there is to give; never an address. */
  client?: string;
}

/** A moment by which an answer must be there, and for whom; shared by all calls of one lookup. */
export interface Deadline {
  readonly errand: Errand;
  /** Milliseconds left; 0 when it has passed. */
  remainingMs(): number;
  /** An earlier deadline after this share of what is left. */
  share(fraction: number): Deadline;
}

const BACKGROUND_MS = 6_000;
const FOR_SOMEBODY: Errand = { priority: "person" };

/** Starts a deadline. Monotonic, so that a clock set back does not stretch it. */
export function startDeadline(
  milliseconds: number,
  errand: Errand = FOR_SOMEBODY,
  now = () => performance.now(),
): Deadline {
  return until(now() + milliseconds, errand, now);
}

/** A deadline for what nobody waits for. */
export function startBackground(): Deadline {
  return startDeadline(BACKGROUND_MS, { priority: "background" });
}

function until(end: number, errand: Errand, now: () => number): Deadline {
  const remainingMs = () => Math.max(0, end - now());
  return {
    errand,
    remainingMs,
    share: (fraction) => until(now() + remainingMs() * fraction, errand, now),
  };
}
