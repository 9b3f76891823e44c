/** One turn in this time for each key. */
export const TURN_MS = 3_600_000;

export type TakenTurn = { granted: true } | { granted: false; retryAfterSeconds: number };

/**
 * Turns that all processes share: whoever takes a key first has its turn for an hour. Everything
 * rejects when it cannot be told what the others took; nothing is ever granted for that reason.
 */
export interface Turns {
  take(key: string): Promise<TakenTurn>;
  /** Undoes the turn of this hour. */
  giveBack(key: string): Promise<void>;
  /** Notes a turn that was granted without asking, unless somebody has it; it ends in `leftMs`. */
  note(key: string, leftMs: number): Promise<void>;
}

/** Whole seconds to wait, for a header: from one second to an hour. */
export function secondsOf(milliseconds: number): number {
  return Math.min(TURN_MS / 1_000, Math.max(1, Math.ceil(milliseconds / 1_000)));
}
