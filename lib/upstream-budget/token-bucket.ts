import { z } from "zod";
import { readJson } from "../cache/stores/stored-value.ts";

/** The most that may leave: in any W seconds ceiling · W + burst calls. */
export interface Allowance {
  /** Tokens a second, at first; see `raise` for how they change. */
  rate: number;
  /** A sixteenth of the rate when it is not given. */
  floor?: number;
  /** The rate when it is not given. */
  ceiling?: number;
  /** Most tokens that can be saved up. */
  burst: number;
  /** The share of the burst that a new bucket has. All by default: nothing was sent, so nothing is spent. */
  fresh?: number;
  /** The share of the burst that heavy clients leave to others, for whom a token would come too late if they do not wait. */
  reserve?: number;
  /** The upstream counts by the account that signs in, whatever address calls leave from. */
  perAccount?: true;
}

/** An allowance with everything it leaves to its rate. */
export type Bounds = Required<Omit<Allowance, "perAccount">>;

/** So many times as much; a burst is never less than one token. */
export function multiplied(bounds: Bounds, times: number): Bounds {
  const { rate, floor, ceiling, burst } = bounds;
  return {
    ...bounds,
    rate: rate * times,
    floor: floor * times,
    ceiling: ceiling * times,
    burst: Math.max(1, burst * times),
  };
}

/** Waiters who follow each other and leave the same share of the burst to others. */
export interface Wanted {
  count: number;
  leaving: number;
}

/** A change of a bucket. */
export type Step =
  /** Takes tokens for waiters in their order, as far as there are any. */
  | { do: "take"; wanted: Wanted[] }
  /** The upstream refused a call; `pauseMs` is the pause it named. */
  | { do: "refused"; pauseMs?: number | undefined }
  /** The upstream responded to a call. */
  | { do: "answered" }
  /** The upstream refused several calls, and not for their number. */
  | { do: "halved" };

/** A bucket after a step, by the clock of its store. */
export interface StepResult {
  taken: number;
  bucket: TokenBucket;
}

/** The share of the burst that background requests leave to others. */
export const RESERVE = 0.25;
/** Sums of fractions miss whole tokens by less than this. */
export const EPSILON = 1e-9;
/** The pause after a refusal that names none; it doubles up to the longest. */
export const FIRST_PAUSE_MS = 5_000;
export const LONGEST_DOUBLED_MS = 60_000;
/** The longest pause that an upstream may name. */
export const LONGEST_PAUSE_MS = 600_000;
/** A state from further in the future means that the clock was set back, not that clocks differ. */
export const CLOCK_SKEW_MS = 5_000;

/** Like the times of a store, but that of a Redis has fractions. */
const number = z.number().min(-1e15).max(1e15);

const schema = z.object({
  tokens: number,
  /** When they were counted. */
  at: number,
  /** Tokens a second. */
  rate: number.positive(),
  /** The rate at which the upstream last complained; 0 before. */
  rejectedRate: number.min(0),
  /** When the rate was changed. */
  changedAt: number,
  pausedUntil: number,
  refusals: number.min(0),
});

/** A bucket as it is stored; times in milliseconds. */
export type TokenBucket = z.infer<typeof schema>;

/** Undefined unless the text is a bucket. */
export const readBucket = (text: string | undefined) => readJson(schema, text);

/** Milliseconds until tokens are given again; 0 when there is no pause. */
export function pauseOf({ at, pausedUntil }: TokenBucket): number {
  return Math.max(0, pausedUntil - at);
}

/** The bucket as it is now. A pause fills it up to one token, so that a call may follow it at once. */
export function fillBucket(bucket: TokenBucket, nowMs: number, bounds: Bounds): TokenBucket {
  const { floor, ceiling, burst } = bounds;
  const rate = Math.min(ceiling, Math.max(floor, bucket.rate));
  const setBackMs = bucket.at - nowMs > CLOCK_SKEW_MS ? bucket.at - nowMs : 0;
  const from = bucket.at - setBackMs;
  const pausedUntil = Math.min(bucket.pausedUntil - setBackMs, from + LONGEST_PAUSE_MS);
  const changedAt = Math.min(bucket.changedAt - setBackMs, from + LONGEST_PAUSE_MS);
  const at = Math.max(from, nowMs);
  const pausedMs = Math.min(at - from, Math.max(0, pausedUntil - from));
  const paused = Math.max(bucket.tokens, Math.min(1, bucket.tokens + (rate * pausedMs) / 1_000));
  const filled = paused + (rate * (at - from - pausedMs)) / 1_000;
  return { ...bucket, tokens: Math.min(burst, filled), at, rate, pausedUntil, changedAt };
}

/**
 * One step of a bucket.
 *
 * @returns `isChanged`: the bucket has to be stored.
 */
export function stepBucket(
  stored: TokenBucket | undefined,
  nowMs: number,
  bounds: Bounds,
  step: Step,
  owed: number,
): StepResult & { isChanged: boolean } {
  const isNew = stored === undefined;
  const bucket = fillBucket(stored ?? freshBucket(nowMs, bounds), nowMs, bounds);
  bucket.tokens = Math.max(-bounds.burst, bucket.tokens - owed);
  let taken = 0;
  let isChanged = isNew || owed > 0 || bucket.at < stored.at || step.do !== "take";
  if (step.do === "take" && pauseOf(bucket) === 0) {
    taken = affordable(bucket.tokens, bounds.burst, step.wanted);
    bucket.tokens -= taken;
    raise(
      bucket,
      bounds,
      step.wanted.reduce((sum, { count }) => sum + count, -taken),
    );
    isChanged ||= taken > 0 || bucket.changedAt === bucket.at;
  } else if (step.do === "refused") {
    refuse(bucket, bounds, step.pauseMs);
  } else if (step.do === "halved") {
    halve(bucket, bounds);
  } else if (step.do === "answered" && pauseOf(bucket) === 0) {
    // A response during a pause is to a call from before it.
    bucket.refusals = 0;
  }
  return { taken, bucket, isChanged };
}

/** How many of the waiters may have a token. None overtakes another. */
function affordable(tokens: number, burst: number, wanted: Wanted[]): number {
  let taken = 0;
  for (const { count, leaving } of wanted) {
    const remaining = tokens - taken;
    const most = Math.min(
      Math.floor(remaining + EPSILON),
      Math.ceil(remaining - leaving * burst - EPSILON),
    );
    const served = Math.max(0, Math.min(count, most));
    taken += served;
    if (served < count) break;
  }
  return taken;
}

/** A bucket that was never used, or is not known any more. */
const freshBucket = (at: number, { rate, burst, fresh }: Bounds): TokenBucket =>
  newBucket(at, rate, burst * fresh);

/** A bucket of which nothing is known but its rate, and what it has. */
export function newBucket(at: number, rate: number, tokens = 0): TokenBucket {
  return { tokens, at, rate, rejectedRate: 0, changedAt: at, pausedUntil: at, refusals: 0 };
}

/**
 * A refusal during a pause is about a call from before it: that prolongs the pause, and no more. Pauses
 * in a row lower the rate once, since nothing has been sent at the lower rate yet.
 */
function refuse(bucket: TokenBucket, bounds: Bounds, askedMs: number | undefined): void {
  const wasPaused = pauseOf(bucket) > 0;
  if (bucket.refusals === 0) {
    halve(bucket, bounds);
  }
  const refusals = wasPaused ? Math.max(1, bucket.refusals) : bucket.refusals + 1;
  const doubledMs = Math.min(LONGEST_DOUBLED_MS, FIRST_PAUSE_MS * 2 ** (refusals - 1));
  const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(1_000, askedMs ?? doubledMs));
  bucket.tokens = Math.min(1, bucket.tokens);
  bucket.pausedUntil = Math.max(bucket.pausedUntil, bucket.at + pauseMs);
  bucket.changedAt = bucket.pausedUntil;
  bucket.refusals = refusals;
}

/**
 * The rate of a bucket finds what its upstream carries: AIMD with slow start, as TCP Reno does for its
 * window (RFC 5681). It rises while demand exceeds it, and is halved at once when the upstream
 * refuses a call.
 */
export const RATE = {
  /** A rise is tried for so long before the next one. */
  riseMs: 5_000,
  /** Slow start, until the upstream first complains: each rise is this share of the rate. */
  slowStart: 0.25,
  /** Afterwards each rise is this share of the ceiling: a tenth of it in a minute. */
  additive: 1 / 120,
  /** From this share of the rate that was too much, up to it, rises are a tenth as large. */
  near: 0.85,
  nearAdditive: 1 / 1_200,
};

/** Demand exceeds the rate when a waiter got no token, or no whole token is left. */
function raise(bucket: TokenBucket, { ceiling }: Bounds, unserved: number): void {
  const { rate, rejectedRate, at } = bucket;
  const isLimited = unserved > 0 || bucket.tokens < 1;
  if (!isLimited || rate >= ceiling || at - bucket.changedAt < RATE.riseMs) return;
  const isNear = rate >= RATE.near * rejectedRate && rate < rejectedRate;
  const additive = ceiling * (isNear ? RATE.nearAdditive : RATE.additive);
  bucket.rate = Math.min(ceiling, rate + (rejectedRate === 0 ? rate * RATE.slowStart : additive));
  bucket.changedAt = at;
}

/** Halves the rate, and remembers which one was refused. */
function halve(bucket: TokenBucket, { floor }: Bounds): void {
  bucket.rejectedRate = bucket.rate;
  bucket.rate = Math.max(floor, bucket.rate / 2);
  bucket.changedAt = bucket.at;
}
