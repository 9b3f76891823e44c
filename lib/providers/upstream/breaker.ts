import { createHash } from "node:crypto";
import { systemClock, type Clock } from "../../clock.ts";
import { UpstreamFailure, type CallName } from "../failure.ts";
import type { Guard } from "../provider.ts";

/** Calls flow; none does; or the upstream is being watched: a few calls flow, or all that come. */
export type BreakerState = "closed" | "open" | "half-open";

export interface BreakerStatus extends CallName {
  state: BreakerState;
  /** Identifiers that got no answer since the last one that made sense. */
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
  /** Also told whether any operation of the provider is not closed. */
  onChange?: (change: CallName & { state: BreakerState }, isProviderFailing: boolean) => void;
}

/** What happens with so many identifiers in a row is no longer about them. */
const SEVERAL = 5;
/** So long no answer made sense, and several players were requested: it is shown as failing. */
const SILENT_SECONDS = 30;
/** How long it stays open, doubled for each opening until it closes; ±20 % to spread processes. */
const OPEN_SECONDS = 30;
const LONGEST_OPEN_SECONDS = 300;
const JITTER = 0.2;
/** So many answers that make sense close it again. */
const ENOUGH_SUCCESSES = 2;
/** The longest `Retry-After` of a refused call. */
const MAX_RETRY_SECONDS = 600;

/**
 * A circuit breaker for each operation of each provider. It opens when several identifiers in a row got no
 * answer, none that is complete, or a 5xx. Refusals (429, 403, 401) belong to the budget. A complete response
 * that makes no sense is about its identifier: it never stops a call, whoever chooses the identifiers.
 * State lives in this process only.
 */
export function createBreakers(options: BreakerOptions = {}) {
  const { clock = systemClock, random = Math.random, onChange } = options;
  const breakers = new Map<string, ReturnType<typeof createBreaker>>();
  /** Every operation that was called so far. */
  const states = () => [...breakers.values()].map((breaker) => breaker.status());
  const noteChange = (call: CallName, state: BreakerState) => {
    const ofProvider = states().filter(({ provider }) => provider === call.provider);
    onChange?.(
      { ...call, state },
      ofProvider.some((one) => one.state !== "closed"),
    );
  };
  const breakerOf = ({ provider, operation }: CallName) => {
    const key = `${provider} ${operation}`;
    const breaker =
      breakers.get(key) ?? createBreaker({ provider, operation }, clock, random, noteChange);
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
  return { guard, states };
}

function createBreaker(
  call: CallName,
  clock: Clock,
  random: () => number,
  onChange: (call: CallName, state: BreakerState) => void,
) {
  let state: BreakerState = "closed";
  let openUntilMs = 0;
  let openings = 0;
  /** Counts openings, too, and is never reset. */
  let period = 0;
  let underWay = 0;
  /** Of this period: whether a response came, and how many made sense since it is half-open. */
  let responds = false;
  let successes = 0;
  const failed = createStreak();
  const odd = createStreak();
  let oddSinceMs = 0;

  function change(next: BreakerState): void {
    if (next === state) return;
    state = next;
    successes = 0;
    onChange(call, state);
  }

  function open({ retryAfterSeconds = 0 }: UpstreamFailure): void {
    const doubled = Math.min(LONGEST_OPEN_SECONDS, OPEN_SECONDS * 2 ** openings);
    const spread = doubled * (1 + JITTER * (2 * random() - 1));
    openUntilMs = clock.monotonic() + 1_000 * Math.max(spread, retryAfterSeconds);
    openings += 1;
    period += 1;
    underWay = 0;
    responds = false;
    failed.restart();
    odd.clear();
    change("open");
  }

  function succeed(): void {
    responds = true;
    odd.clear();
    if (state === "closed") return failed.clear();
    failed.restart();
    successes += 1;
    if (successes < ENOUGH_SUCCESSES) return;
    openings = 0;
    failed.clear();
    change("closed");
  }

  /** It responds, and stops nobody; what it means by that is not known. */
  function noteOdd({ about }: UpstreamFailure): void {
    responds = true;
    if (odd.count() === 0) oddSinceMs = clock.monotonic();
    const isSilent = clock.monotonic() - oddSinceMs >= 1_000 * SILENT_SECONDS;
    if (odd.add(about) && isSilent && state === "closed") change("half-open");
  }

  return {
    /** Begins a call; gives what to call with the error at its end, or undefined when it may not. */
    begin(): ((error: unknown) => void) | undefined {
      if (state === "open" && clock.monotonic() >= openUntilMs) change("half-open");
      if (state === "open") return undefined;
      if (state === "half-open" && !responds && underWay >= SEVERAL) return undefined;
      underWay += 1;
      const begunIn = period;

      return (error) => {
        // It began before the breaker opened: that says nothing about now.
        if (begunIn !== period) return;
        underWay -= 1;
        const verdict = verdictOn(error);
        if (verdict === "success") succeed();
        else if (verdict === undefined) responds ||= isResponse(error);
        else if (verdict.isOdd) noteOdd(verdict);
        else if (failed.add(verdict.about)) open(verdict);
      };
    },

    status: (): BreakerStatus => ({
      ...call,
      state,
      failuresInARow: failed.count(),
      openings,
      secondsLeft: Math.max(0, Math.ceil((openUntilMs - clock.monotonic()) / 1_000)),
    }),
  };
}

/** It says nothing about how the upstream is, but that it responds. */
function isResponse(error: unknown): boolean {
  return error instanceof UpstreamFailure && error.isComplete;
}

/** What a call says about its upstream: a success, nothing at all, or the failure. */
function verdictOn(error: unknown): "success" | UpstreamFailure | undefined {
  if (error === null) return "success";
  if (!(error instanceof UpstreamFailure)) return undefined;
  if (error.kind === "unknown-here") return "success";
  const saysNothing = error.isRefusal || !error.wasSent || error.isInconclusive;
  return saysNothing ? undefined : error;
}

/** Identifiers that are remembered. */
const KNOWN = 64;

/** Counts the identifiers with which something went wrong, each of them once; 64 are remembered. */
export function createStreak() {
  const known = new Set<string>();
  let count = 0;
  let unnamed = 0;

  return {
    /** Those that are new since the last restart. */
    count: () => count,

    /** Notes an identifier, which may be long, or null for none. True when they are several by now. */
    add(about: string | null): boolean {
      const key =
        about === null
          ? String((unnamed += 1))
          : createHash("sha256").update(about).digest("base64");
      if (!known.has(key)) {
        known.add(key);
        count += 1;
      }
      const [oldest] = known;
      if (known.size > KNOWN && oldest !== undefined) known.delete(oldest);
      return count >= SEVERAL;
    },

    /** Counts from here. Identifiers that are known already say nothing new. */
    restart: () => void (count = 0),

    /** Begins anew. */
    clear() {
      known.clear();
      count = 0;
    },
  };
}
