import { UpstreamFailure } from "../failure.ts";
import type { BreakerState } from "./breaker.ts";
import type { TestEnd } from "./guarded.fixture.ts";

export interface ModelCall {
  isProbe: boolean;
  /** How often the breaker had opened when it began. */
  begunAfter: number;
}

/** What a breaker without jitter ought to do, in the words of its rules, slowly and plainly. */
export function createBreakerModel(now: () => number) {
  // Vacant: the pause is over and a probe said nothing. Trying: the probe went well.
  let state: "closed" | "open" | "vacant" | "probing" | "trying" = "closed";
  let until = 0;
  let openings = 0;
  let opened = 0;
  let inARow = 0;
  let window: { second: number; failed: boolean }[] = [];

  return {
    /** Takes a call, or gives the seconds that it has to wait. */
    begin(): ModelCall | number {
      if (state === "probing") return 1;
      if (state === "open" && now() < until) {
        return Math.min(600, Math.ceil((until - now()) / 1_000));
      }
      const isProbe = state === "open" || state === "vacant";
      if (isProbe) state = "probing";
      return { isProbe, begunAfter: opened };
    },

    end({ isProbe, begunAfter }: ModelCall, end: Parameters<TestEnd["settle"]>[0]): void {
      if (!isProbe && begunAfter !== opened) return;
      const failure = end instanceof UpstreamFailure && end.kind !== "unknown-here" ? end : null;
      if (failure !== null && saysNothing(failure)) {
        if (isProbe) state = "vacant";
        return;
      }
      const second = Math.floor(now() / 1_000);
      window = window.filter((one) => one.second > second - 30);
      window.push({ second, failed: failure !== null });
      if (failure === null) {
        inARow = 0;
        if (state === "trying") {
          state = "closed";
          openings = 0;
        }
        if (isProbe) state = "trying";
        return;
      }
      inARow += 1;
      const failures = window.filter(({ failed }) => failed).length;
      const tooMany = inARow >= 5 || (window.length >= 20 && 2 * failures >= window.length);
      if (state === "closed" && !tooMany) return;
      state = "open";
      until = now() + 1_000 * pauseSeconds(failure, openings);
      openings += 1;
      opened += 1;
      window = [];
    },

    status: () => ({ state: shown(), openings, failuresInARow: inARow }),
  };

  function shown(): BreakerState {
    return state === "closed" || state === "open" ? state : "half-open";
  }
}

/** Refusals and spent budgets say nothing about whether the upstream works. */
function saysNothing({ kind, isInconclusive, isRefusal }: UpstreamFailure): boolean {
  return isRefusal || kind === "budget-spent" || isInconclusive;
}

function pauseSeconds({ retryAfterSeconds }: UpstreamFailure, doublings: number): number {
  let seconds = 30;
  for (let time = 0; time < doublings; time += 1) seconds = Math.min(seconds * 2, 300);
  return Math.max(seconds, retryAfterSeconds ?? 0);
}
