import {
  CircuitState,
  circuitBreaker,
  handleWhenResult,
  isBrokenCircuitError,
  type FailureReason,
} from "cockatiel";
import { UpstreamFailure } from "../failure.ts";
import type { UpstreamCall } from "../upstream.ts";
import { failureIn, isNoSuccess, observe } from "./outcome.ts";
import { pauseMs } from "./pause.ts";
import type { StallWatch } from "./stalls.ts";
import { createTripRule } from "./trip-rule.ts";

/** Calls flow; none does; or a few are let through to see whether the upstream is well again. */
export type BreakerState = "closed" | "open" | "half-open";

export interface CircuitStatus {
  state: BreakerState;
  /** Failures since the last success. */
  failuresInARow: number;
  /** How often it was opened since it last was closed. */
  openings: number;
  /** Seconds until an open one lets a call through; otherwise 0. */
  secondsLeft: number;
}

/** The breaker of one operation of one provider. */
export interface Circuit {
  /** Asks, or throws UpstreamFailure `left-alone` at once. */
  run<Value>(call: UpstreamCall<Value>, ask: () => Promise<Value | null>): Promise<Value | null>;
  status(): CircuitStatus;
}

export interface CircuitOptions {
  /** Milliseconds on a clock that only goes forward. */
  now: () => number;
  random: () => number;
  stalls: StallWatch;
  onChange: (state: BreakerState) => void;
}

/**
 * Opens when the trip rule says so. When its pause is over, the next call is a probe, and others
 * are refused until it has ended. After a probe that succeeded calls flow, but the first failure
 * opens it for twice as long; the first success closes it.
 */
export function createCircuit({ now, random, stalls, onChange }: CircuitOptions): Circuit {
  const rule = createTripRule(now);
  let state: BreakerState = "closed";
  let openUntil = -Infinity;
  let openings = 0;

  const change = (next: BreakerState) => {
    if (next === state) return;
    state = next;
    onChange(next);
  };

  const pause = {
    // Cockatiel measures pauses by the wall clock, which may be set back; ours goes only forward.
    get duration() {
      return now() < openUntil ? Infinity : -Infinity;
    },
    next({ result }: { result: FailureReason<unknown> }) {
      const failure = failureIn(result);
      // A probe that says nothing leaves its place to the next call.
      if (failure === null) return pause;
      openUntil = now() + pauseMs(failure, openings, random());
      openings += 1;
      rule.clearWindow();
      change("open");
      return pause;
    },
  };

  const success = (startedIn: CircuitState) => {
    const isProbe = startedIn === CircuitState.HalfOpen;
    // Late: it was opened while this call was on its way.
    if (!isProbe && policy.state !== CircuitState.Closed) return;
    rule.success();
    if (isProbe || state === "closed") return;
    openings = 0;
    change("closed");
  };

  const failure = (startedIn: CircuitState): boolean => {
    const cause = failureIn(policy.lastFailure);
    if (cause === null) return false;
    const isProbe = startedIn === CircuitState.HalfOpen;
    // Late too, unless it is the probe or the circuit is closed.
    if (!isProbe && policy.state !== CircuitState.Closed) return false;
    return rule.failure() || state === "half-open";
  };

  const policy = circuitBreaker(handleWhenResult(isNoSuccess), {
    breaker: { state: null, success, failure },
    halfOpenAfter: pause,
  });
  policy.onHalfOpen(() => change("half-open"));

  const secondsLeft = () => Math.max(0, Math.ceil((openUntil - now()) / 1_000));
  const leftAlone = (call: UpstreamCall<unknown>) =>
    new UpstreamFailure("left-alone", call, "has failed lately and is left alone", {
      retryAfterSeconds: Math.min(600, Math.max(1, secondsLeft())),
    });

  return {
    async run(call, ask) {
      // Cockatiel would make others wait for the probe.
      if (policy.state === CircuitState.HalfOpen) throw leftAlone(call);
      try {
        return (await policy.execute(() => observe(ask, stalls))).handOn();
      } catch (error) {
        throw isBrokenCircuitError(error) ? leftAlone(call) : error;
      }
    },
    status: () => ({
      state,
      failuresInARow: rule.failuresInARow(),
      openings,
      secondsLeft: secondsLeft(),
    }),
  };
}
