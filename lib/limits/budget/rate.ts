import type { Allowance, TokenBucket } from "./token-bucket.ts";

/*
 * The rate of a bucket finds what its upstream carries: AIMD with slow start, as TCP Reno does for its
 * window (RFC 5681). It rises while more is asked for than it gives, and falls at once when the upstream
 * refuses a call or slows down.
 */

/** A rise is tried for so long before the next one. */
export const RISE_MS = 5_000;
/** Slow start, until the upstream first complains: each rise is this share of the rate. */
export const SLOW_START = 0.25;
/** Afterwards each rise is this share of the ceiling: a tenth of it in a minute. */
export const ADDITIVE = 1 / 120;
/** From this share of the rate that was too much, up to it, rises are a tenth as large. */
export const NEAR = 0.85;
export const NEAR_ADDITIVE = ADDITIVE / 10;
/** What a refusal leaves of the rate, and what rising latency does. */
export const AFTER_REFUSAL = 1 / 2;
export const AFTER_SLOWNESS = 3 / 4;
/** Slowness that is reported sooner after a change is about calls from before it. */
export const SETTLE_MS = 1_000;

/** Where the rate of an allowance stays. Without a floor and a ceiling it only falls, and comes back. */
export function boundsOf({ rate, floor = rate / 16, ceiling = rate }: Allowance) {
  return { floor, ceiling };
}

/** More is asked for than there is when a waiter got no token, or no whole token is left. */
export function raise(bucket: TokenBucket, allowance: Allowance, unserved: number): void {
  const { ceiling } = boundsOf(allowance);
  const { rate, tooMuch, at } = bucket;
  const isLimited = unserved > 0 || bucket.tokens < 1;
  if (!isLimited || rate >= ceiling || at - bucket.changedAt < RISE_MS) return;
  const isNear = rate >= NEAR * tooMuch && rate < tooMuch;
  const additive = ceiling * (isNear ? NEAR_ADDITIVE : ADDITIVE);
  bucket.rate = Math.min(ceiling, rate + (tooMuch === 0 ? rate * SLOW_START : additive));
  bucket.changedAt = at;
}

/** Slowness passes, and is not always the upstream's: it says nothing about which rate was too much. */
export function lower(bucket: TokenBucket, allowance: Allowance, left: number): void {
  if (left === AFTER_REFUSAL) bucket.tooMuch = bucket.rate;
  bucket.rate = Math.max(boundsOf(allowance).floor, bucket.rate * left);
  bucket.changedAt = bucket.at;
}
