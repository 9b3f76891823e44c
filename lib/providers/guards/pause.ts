import type { UpstreamFailure } from "../failure.ts";

const FIRST_SECONDS = 30;
const LONGEST_SECONDS = 300;
const JITTER = 0.2;

/**
 * Milliseconds for which an upstream is left alone after a failure: twice as long for each time
 * that it was left alone before, ±20 % so that many processes do not return at one moment, and
 * never shorter than it asked for.
 *
 * @param timesBefore How often it was left alone since it last was well.
 * @param random A number from 0 up to 1.
 */
export function pauseMs(
  { retryAfterSeconds = 0 }: UpstreamFailure,
  timesBefore: number,
  random: number,
): number {
  const seconds = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** timesBefore);
  const spread = 1 + JITTER * (2 * random - 1);
  return 1_000 * Math.max(seconds * spread, retryAfterSeconds);
}
