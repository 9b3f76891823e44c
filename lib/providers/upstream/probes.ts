import type { Clock } from "../../time/clock.ts";

/** The first call of each stream: of those that have not failed lately, and of those that have. */
const FIRST_MS = { others: 1_000, suspects: 2_000 };
/** The time to the next one is doubled up to this. */
const LONGEST_GAP_MS = 15_000;
/** No more calls than this leave in a minute. */
const MOST = 8;
const MINUTE_MS = 60_000;

/**
 * The probes of an open circuit breaker: the few calls that it lets through. They come in two streams: clients and
 * identifiers that have failed lately have their own, so that they cannot keep the others out.
 *
 * @param retryAfterSeconds The wait that the upstream asked for. It gets a minute at most: one client may have caused it.
 */
export function createProbes(clock: Clock, retryAfterSeconds = 0) {
  const openedAt = clock.monotonic();
  const askedMs = Math.min(MINUTE_MS, retryAfterSeconds * 1_000);
  const open = (gapMs: number) => ({ from: openedAt + Math.max(gapMs, askedMs), gapMs: 2 * gapMs });
  const others = open(FIRST_MS.others);
  const suspects = open(FIRST_MS.suspects);
  /** The times of the probes, the latest last. */
  let sentAt: number[] = [];

  return {
    /** Lets a call through, and gives what takes that back if it is not sent; or gives the milliseconds it has to wait. */
    pass(isSuspect: boolean): number | (() => void) {
      const stream = isSuspect ? suspects : others;
      const now = clock.monotonic();
      sentAt = sentAt.filter((at) => now - at < MINUTE_MS);
      const [first = now] = sentAt;
      const isFull = sentAt.length >= MOST;
      const waitMs = Math.max(stream.from, isFull ? first + MINUTE_MS : now) - now;
      if (waitMs > 0) return waitMs;
      const before = { ...stream };
      stream.from = now + stream.gapMs;
      stream.gapMs = Math.min(LONGEST_GAP_MS, 2 * stream.gapMs);
      sentAt.push(now);
      return () => {
        Object.assign(stream, before);
        sentAt.splice(sentAt.indexOf(now), 1);
      };
    },
  };
}
