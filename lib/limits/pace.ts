import type { Budget } from "./budget.ts";

/** Who waits for longer than this is better told so at once. */
const WAIT_SECONDS = 5;
/** What one call of many asks for at once. */
const KEYS = 10;
/** With so many calls left, or half of what can be saved up, none has to be filled. */
const PLENTY = 15;
/** However much may be asked, this many at once are enough. */
const MOST_WAITING = 5_000;

export interface Pace {
  /** Few calls are left: they are worth filling. */
  scarce: boolean;
  /** Keys that can be asked for within the next seconds. */
  mostWaiting: number;
}

/** How much may be asked of a bucket at the moment, by calls that ask for ten keys each. */
export function paceOf(budget: Pick<Budget, "state" | "allowanceOf">, name: string): () => Pace {
  const { burst } = budget.allowanceOf(name);
  return () => {
    const bucket = budget.state().find((state) => state.bucket === name);
    // A bucket that was never used gives its first token at once.
    const { tokens = 1, rate = 0, pausedForSeconds = 0 } = bucket ?? {};
    const calls = pausedForSeconds > WAIT_SECONDS ? 0 : tokens + rate * WAIT_SECONDS;
    return {
      scarce: tokens < Math.min(PLENTY, burst / 2),
      mostWaiting: Math.min(MOST_WAITING, Math.max(4, Math.floor(calls)) * KEYS),
    };
  };
}
