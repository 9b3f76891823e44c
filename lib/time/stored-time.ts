import { z } from "zod";

/*
 * Times in a store are of any clock: of a machine that is wrong, of one that was set back since, or of another
 * program. They are checked when they are read, since the clock that is wrong would also be the one that checks what
 * it writes.
 */

/** The last time that a date can have, in Unix milliseconds. */
const LAST_TIME = 8.64e15;

/** The clocks of machines differ by less than this. */
export const AHEAD_MS = 60_000;

/**
 * The clock of a machine may be behind by so much: whoever changes what is stored believes times that are no further
 * ahead, so that such a machine rewrites nothing. Times that are shown end at now all the same.
 */
export const MOST_BEHIND_MS = 7 * 86_400_000;

/** A time in a store, in Unix milliseconds. */
export const storedTime = z.int().min(-LAST_TIME).max(LAST_TIME);

/** Tells whether only a clock that is wrong can have noted a time as its own. */
export function isAhead(time: number, now: number): boolean {
  return time > now + AHEAD_MS;
}

/** A text of ISO 8601 that is no later than now. */
export function isoTime(time: number, now = Infinity): string {
  return new Date(Math.min(time, now)).toISOString();
}
