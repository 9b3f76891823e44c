import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Bounds, TokenBucket } from "./token-bucket.ts";

/*
 * The rate of a bucket finds what its upstream carries: AIMD with slow start, as TCP Reno does for its
 * window (RFC 5681). It rises while demand exceeds it, and falls at once when the upstream
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

/** Demand exceeds the rate when a waiter got no token, or no whole token is left. */
export function raise(bucket: TokenBucket, { ceiling }: Bounds, unserved: number): void {
  const { rate, tooMuch, at } = bucket;
  const isLimited = unserved > 0 || bucket.tokens < 1;
  if (!isLimited || rate >= ceiling || at - bucket.changedAt < RISE_MS) return;
  const isNear = rate >= NEAR * tooMuch && rate < tooMuch;
  const additive = ceiling * (isNear ? NEAR_ADDITIVE : ADDITIVE);
  bucket.rate = Math.min(ceiling, rate + (tooMuch === 0 ? rate * SLOW_START : additive));
  bucket.changedAt = at;
}

/** Slowness passes, and is not always the upstream's: it says nothing about which rate was too much. */
export function lower(bucket: TokenBucket, { floor }: Bounds, left: number): void {
  if (left === AFTER_REFUSAL) bucket.tooMuch = bucket.rate;
  bucket.rate = Math.max(floor, bucket.rate * left);
  bucket.changedAt = bucket.at;
}

/** Calls that are looked at together. */
const WINDOW = 10;
/** One of the faster ones stands for them: the slow ones may have met a busy moment of our own. */
const STANDS_FOR_THEM = 2;
/** It has risen when it is more than this times the baseline, and this much more. */
const TIMES = 3;
const MORE_MS = 200;
/** Calls of a time when our own event loop was later than this say nothing about the upstream. */
const STALL_NS = 100e6;
/** A baseline that is never met again grows, so that a provider may become slower for good. */
const DRIFT = 1.1;

/**
 * Tells when calls take longer than they did, as TCP Vegas does for round trips: the baseline is the
 * fastest time of ten calls. Every process watches its own calls.
 */
export function createLatencyWatch() {
  let times: number[] = [];
  let baselineMs = Infinity;
  const lateness = monitorEventLoopDelay({ resolution: 50 });
  lateness.enable();

  /** Notes how long a call took; true when the last ten took much longer than the baseline. */
  return (milliseconds: number): boolean => {
    times.push(milliseconds);
    if (times.length < WINDOW) return false;
    const typicalMs = times.toSorted((one, other) => one - other)[STANDS_FOR_THEM] ?? 0;
    times = [];
    const isStalled = lateness.max > STALL_NS;
    lateness.reset();
    if (isStalled) return false;
    const hasRisen = typicalMs > TIMES * baselineMs + MORE_MS;
    baselineMs = Math.min(typicalMs, baselineMs * DRIFT);
    return hasRisen;
  };
}
