import type { UpstreamFailure } from "../failure.ts";

interface Length {
  firstSeconds: number;
  longestSeconds: number;
}

const AFTER_FAILURES: Length = { firstSeconds: 30, longestSeconds: 300 };
const AFTER_THROTTLING: Length = { firstSeconds: 60, longestSeconds: 300 };
const AFTER_REFUSAL: Length = { firstSeconds: 60, longestSeconds: 600 };
const JITTER = 0.2;

/**
 * Milliseconds for which an upstream is left alone after a failure: twice as long for each time
 * that it was left alone before, ±20 % so that many processes do not return at one moment, and
 * never shorter than it asked for.
 *
 * @param timesBefore How often it was left alone since it last was well.
 * @param random A number from 0 up to 1.
 */
export function pauseMs(failure: UpstreamFailure, timesBefore: number, random: number): number {
  const { firstSeconds, longestSeconds } = lengthAfter(failure);
  const seconds = Math.min(longestSeconds, firstSeconds * 2 ** timesBefore);
  const spread = 1 + JITTER * (2 * random - 1);
  return 1_000 * Math.max(seconds * spread, failure.retryAfterSeconds ?? 0);
}

function lengthAfter({ kind, retryAfterSeconds }: UpstreamFailure): Length {
  if (kind === "refused") return AFTER_REFUSAL;
  const saysNothing = kind === "throttled" && retryAfterSeconds === undefined;
  return saysNothing ? AFTER_THROTTLING : AFTER_FAILURES;
}
