import { systemClock, type Clock } from "../../clock.ts";
import { UpstreamFailure, type CallName } from "../failure.ts";
import type { Guard } from "../provider.ts";

/** Calls flow; none does; or the upstream is being tried again. */
export type BreakerState = "closed" | "open" | "half-open";

export interface BreakerStatus extends CallName {
  state: BreakerState;
  /** Faults since the last success. */
  failuresInARow: number;
  /** How often it was opened since it last was closed. */
  openings: number;
  /** Seconds until an open one lets a call through; otherwise 0. */
  secondsLeft: number;
}

export interface BreakerOptions {
  clock?: Clock;
  /** Numbers from 0 up to 1. */
  random?: () => number;
  onChange?: (change: CallName & { state: BreakerState }) => void;
}

/** It opens after so many faults in a row, or when at least half of enough calls failed in 30 s. */
const FAULTS_IN_A_ROW = 5;
const WINDOW_SECONDS = 30;
const FEWEST_CALLS = 20;
const WORST_SHARE = 0.5;
/** How long it stays open, doubled for each opening until it closes; ±20 % to spread processes. */
const OPEN_SECONDS = 30;
const LONGEST_OPEN_SECONDS = 300;
const JITTER = 0.2;
/** The longest `Retry-After` of a refused call. */
const MAX_RETRY_SECONDS = 600;

/**
 * A circuit breaker for each operation of each provider. It counts faults only: refusals (429, 403,
 * 401) belong to the budget. State lives in this process only.
 */
export function createBreakers(options: BreakerOptions = {}) {
  const { clock = systemClock } = options;
  const breakers = new Map<string, ReturnType<typeof createBreaker>>();
  const breakerOf = ({ provider, operation }: CallName) => {
    const key = `${provider} ${operation}`;
    const breaker = breakers.get(key) ?? createBreaker({ provider, operation }, options);
    breakers.set(key, breaker);
    return breaker;
  };

  /** Throws UpstreamFailure `circuit-open` while the breaker of an operation is open. */
  const guard: Guard = async (call, send) => {
    const breaker = breakerOf(call);
    const end = breaker.begin();
    if (end === undefined) {
      const { secondsLeft } = breaker.status();
      throw new UpstreamFailure("circuit-open", call, "has failed lately and may recover", {
        retryAfterSeconds: Math.min(MAX_RETRY_SECONDS, Math.max(1, secondsLeft)),
        clock,
      });
    }
    try {
      const value = await send();
      end(null);
      return value;
    } catch (error) {
      end(error);
      throw error;
    }
  };
  return {
    guard,
    /** Every operation that was called so far. */
    states: () => [...breakers.values()].map((breaker) => breaker.status()),
  };
}

function createBreaker(
  call: CallName,
  { clock = systemClock, random = Math.random, onChange = () => undefined }: BreakerOptions,
) {
  let state: BreakerState = "closed";
  let openUntilMs = 0;
  let openings = 0;
  /** Counts openings, too, and is never reset. */
  let period = 0;
  let failuresInARow = 0;
  /** While half-open: one call goes first, and the others follow once it succeeded. */
  let probe: "none" | "under way" | "succeeded" = "none";
  /** Calls and faults of each second. */
  const seconds = new Map<number, { calls: number; faults: number }>();

  function change(next: BreakerState): void {
    if (next === state) return;
    state = next;
    onChange({ ...call, state });
  }

  /** Notes how a call ended; true when faults are too many. */
  function count(isFault: boolean): boolean {
    failuresInARow = isFault ? failuresInARow + 1 : 0;
    const second = Math.floor(clock.monotonic() / 1_000);
    const { calls: before, faults: faultsBefore } = seconds.get(second) ?? { calls: 0, faults: 0 };
    seconds.set(second, { calls: before + 1, faults: faultsBefore + Number(isFault) });
    let [calls, faults] = [0, 0];
    for (const [key, counted] of seconds) {
      if (key <= second - WINDOW_SECONDS) seconds.delete(key);
      else [calls, faults] = [calls + counted.calls, faults + counted.faults];
    }
    if (failuresInARow >= FAULTS_IN_A_ROW) return true;
    return calls >= FEWEST_CALLS && faults >= WORST_SHARE * calls;
  }

  function open({ retryAfterSeconds = 0 }: UpstreamFailure): void {
    const doubled = Math.min(LONGEST_OPEN_SECONDS, OPEN_SECONDS * 2 ** openings);
    const spread = doubled * (1 + JITTER * (2 * random() - 1));
    openUntilMs = clock.monotonic() + 1_000 * Math.max(spread, retryAfterSeconds);
    openings += 1;
    period += 1;
    seconds.clear();
    change("open");
  }

  return {
    /** Begins a call; gives what to call with the error at its end, or undefined when it may not. */
    begin(): ((error: unknown) => void) | undefined {
      if (state === "open" && clock.monotonic() >= openUntilMs) {
        probe = "none";
        change("half-open");
      }
      if (state === "open" || (state === "half-open" && probe === "under way")) return undefined;
      const isProbe = state === "half-open" && probe === "none";
      if (isProbe) probe = "under way";
      const begunIn = period;

      return (error) => {
        const verdict = verdictOn(error);
        // It began before the breaker opened: that says nothing about now.
        if (begunIn !== period) return;
        if (verdict === undefined) {
          // The next call takes the place of a probe that says nothing.
          if (isProbe) probe = "none";
        } else if (verdict === "success") {
          count(false);
          if (isProbe) probe = "succeeded";
          else if (state === "half-open") {
            openings = 0;
            change("closed");
          }
        } else if (count(true) || state === "half-open") {
          open(verdict);
        }
      };
    },

    status: (): BreakerStatus => ({
      ...call,
      state,
      failuresInARow,
      openings,
      secondsLeft: Math.max(0, Math.ceil((openUntilMs - clock.monotonic()) / 1_000)),
    }),
  };
}

/** What a call says about its upstream: a success, nothing at all, or the fault. */
function verdictOn(error: unknown): "success" | UpstreamFailure | undefined {
  if (error === null) return "success";
  if (!(error instanceof UpstreamFailure)) return undefined;
  if (error.kind === "unknown-here") return "success";
  const saysNothing = error.isRefusal || !error.wasSent || error.isInconclusive;
  return saysNothing ? undefined : error;
}
