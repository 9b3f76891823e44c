import { handleWhen, retry } from "cockatiel";
import { UpstreamFailure } from "../failure.ts";
import type { Guard } from "../upstream.ts";
import { createRecentCount } from "./recent-count.ts";

const WINDOW_SECONDS = 60;
const MOST_PER_CALL = 0.1;
const ALWAYS_ALLOWED = 3;
const LEAST_TIME_LEFT_MS = 1_000;
const SHORTEST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 250;
const PASSING_STATUSES: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

export interface RetryOptions {
  /** Milliseconds on a clock that only goes forward. */
  now?: () => number;
  /** Numbers from 0 up to 1. */
  random?: () => number;
}

/**
 * Asks once more after a failure that is likely to pass: no answer began, or a 502, 503 or 504 came
 * that does not say when to return. Every call only reads, so asking twice does no harm. Retries
 * are at most a tenth of the calls of the last minute, or three, so that they do not add to the
 * load of an upstream that is down.
 */
export function createRetry({
  now = () => performance.now(),
  random = Math.random,
}: RetryOptions = {}): Guard {
  const calls = createRecentCount(WINDOW_SECONDS, now);
  const retries = createRecentCount(WINDOW_SECONDS, now);

  const takeTurn = (): boolean => {
    const allowed = Math.max(ALWAYS_ALLOWED, Math.floor(MOST_PER_CALL * calls.total()));
    if (retries.total() >= allowed) return false;
    retries.add();
    return true;
  };
  const wait = {
    get duration() {
      return SHORTEST_WAIT_MS + random() * (LONGEST_WAIT_MS - SHORTEST_WAIT_MS);
    },
    next: () => wait,
  };

  return (call, ask) => {
    calls.add();
    let tries = 0;
    const mayRetry = (error: Error) =>
      tries === 1 &&
      isLikelyToPass(error) &&
      call.deadline.remainingMs() >= LEAST_TIME_LEFT_MS &&
      takeTurn();
    return retry(handleWhen(mayRetry), { maxAttempts: 1, backoff: wait }).execute(() => {
      tries += 1;
      return ask();
    });
  };
}

function isLikelyToPass(error: Error): boolean {
  if (!(error instanceof UpstreamFailure)) return false;
  if (error.kind === "unavailable") return true;
  const { kind, status, retryAfterSeconds } = error;
  return kind === "error" && PASSING_STATUSES.has(status) && retryAfterSeconds === undefined;
}
