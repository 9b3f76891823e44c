import { createHash, randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { systemClock, type Clock } from "../../time/clock.ts";
import { UpstreamFailure, type CallName } from "../failure.ts";
import type { Guard, UpstreamCall } from "../provider.ts";

/** All calls flow; they do, but no response makes sense; or only a few flow. */
export type BreakerState = "closed" | "garbled" | "open";

export interface BreakerStatus extends CallName {
  state: BreakerState;
}

export interface BreakerOptions {
  clock?: Clock;
  /** Also told whether any operation of the provider is not closed. */
  onChange?: (change: BreakerStatus, isProviderFailing: boolean) => void;
  /** So many calls got a 401 or 403 that the upstream may want fewer. */
  onRefusals?: (call: UpstreamCall<unknown>) => Promise<void>;
}

/** It opens when calls have failed for so long. */
const FAILING_MS = 3_000;
/** So long no response made sense, and several players were requested: it is shown as failing. */
const GARBLED_MS = 30_000;
/** Refusals within this time belong together. */
const REFUSALS_MS = 60_000;
/** Identifiers that failed, and networks whose last call did, that are remembered. */
const REMEMBERED = 64;

/**
 * A circuit breaker for each operation of each provider. It opens when five identifiers that had not failed before
 * got no answer, none that is complete, a 5xx, 401 or 403, over three seconds at least, and no call that began since
 * has succeeded. The first success closes it. A 429 belongs to the budget. A complete response that makes no sense
 * is about its identifier: it never stops a call, whoever chooses the identifiers. State lives in this process only.
 */
export function createBreakers(options: BreakerOptions = {}) {
  const { clock = systemClock, onChange, onRefusals } = options;
  const breakers = new Map<string, ReturnType<typeof createBreaker>>();
  /** Every operation that was called so far. */
  const states = () => [...breakers.values()].map((breaker) => breaker.status());
  const noteChange = (change: BreakerStatus) => {
    const ofProvider = states().filter(({ provider }) => provider === change.provider);
    onChange?.(
      change,
      ofProvider.some((one) => one.state !== "closed"),
    );
  };
  const breakerOf = ({ provider, operation }: CallName) => {
    const key = `${provider} ${operation}`;
    const breaker = breakers.get(key) ?? createBreaker({ provider, operation }, clock, noteChange);
    breakers.set(key, breaker);
    return breaker;
  };

  /** Throws UpstreamFailure `circuit-open` for a call that an open breaker does not let through. */
  const guard: Guard = async (call, send) => {
    const end = breakerOf(call).begin({
      about: "about" in call ? call.about : null,
      network: call.deadline.caller.network ?? call.deadline.caller.client,
    });
    if (typeof end === "number") {
      const retryAfterSeconds = Math.ceil(end / 1_000);
      throw new UpstreamFailure("circuit-open", call, "has failed lately and may recover", {
        retryAfterSeconds,
        clock,
      });
    }
    try {
      const value = await send();
      end(null);
      return value;
    } catch (error) {
      if (end(error) === "wants-fewer") await onRefusals?.(call);
      throw error;
    }
  };
  return { guard, states };
}

/** A call that begins. */
interface Begun {
  /** The identifier, where it is known before the call is sent. */
  about: string | null;
  /** The client's network. A call without one is for several clients, or for none. */
  network: string | undefined;
}

function createBreaker(call: CallName, clock: Clock, onChange: (change: BreakerStatus) => void) {
  let state: BreakerState = "closed";
  /** When the first call began for each identifier that failed. These identifiers say nothing new until they succeed. */
  const failed = new LRUCache<string, number>({ max: REMEMBERED });
  const failingNetworks = new LRUCache<string, true>({ max: REMEMBERED });
  /** The start of the latest call that succeeded, and of the first that failed and began after it. */
  let succeededAt = Number.NEGATIVE_INFINITY;
  let failingSince = Infinity;
  let probes = createProbes(clock);
  const wantsFewer = createRefusals(clock);
  const garbled = createStreak();
  let garbledSince: number | undefined;

  function change(next: BreakerState): void {
    if (next === state) return;
    state = next;
    onChange({ ...call, state });
  }

  function isSuspect({ about, network }: Begun): boolean {
    if (network !== undefined && failingNetworks.has(network)) return true;
    return about !== null && failed.has(keyOf(about));
  }

  function noteNetwork(network: string, succeeds: boolean): void {
    if (succeeds) failingNetworks.delete(network);
    else failingNetworks.set(network, true);
  }

  /** Failures that began before a success say nothing about now. */
  const failedSince = () => [...failed.values()].filter((began) => began > succeededAt);

  function succeed(about: string | null, began: number): void {
    if (about !== null && failed.size > 0) failed.delete(keyOf(about));
    succeededAt = Math.max(succeededAt, began);
    const since = failedSince();
    failingSince = Math.min(...since);
    garbled.clear();
    garbledSince = undefined;
    if (state !== "open" || since.length < SEVERAL) change("closed");
  }

  function fail(failure: UpstreamFailure, network: string | undefined, began: number) {
    const key = keyOf(failure.about);
    if (failed.has(key)) return undefined;
    failed.set(key, began);
    if (began > succeededAt) failingSince = Math.min(failingSince, began);
    const isLong = clock.monotonic() - failingSince >= FAILING_MS;
    const opens = state !== "open" && isLong && failedSince().length >= SEVERAL;
    if (opens) {
      probes = createProbes(clock, failure.retryAfterSeconds);
      change("open");
    }
    return failure.kind === "refused" && wantsFewer(network, opens) ? "wants-fewer" : undefined;
  }

  /** It responds, and stops nobody; what it means by that is not known. */
  function noteGarbled({ about }: UpstreamFailure): void {
    garbledSince ??= clock.monotonic();
    const isLong = clock.monotonic() - garbledSince >= GARBLED_MS;
    if (garbled.add(about) && isLong && state === "closed") change("garbled");
  }

  return {
    /**
     * Begins a call. Gives what to call with the error at its end, or with null, which says what follows besides;
     * or the milliseconds that the call has to wait.
     */
    begin({ about, network }: Begun): number | ((error: unknown) => "wants-fewer" | undefined) {
      const began = clock.monotonic();
      const probe = state === "open" ? probes.pass(isSuspect({ about, network })) : undefined;
      if (typeof probe === "number") return probe;

      return (error) => {
        const verdict = verdictOn(error);
        if (verdict === "unsent") {
          probe?.();
          return undefined;
        }
        if (network !== undefined) noteNetwork(network, verdict === "success");
        if (verdict === "success") succeed(about, began);
        if (typeof verdict === "string") return undefined;
        if (!verdict.isGarbled) return fail(verdict, network, began);
        noteGarbled(verdict);
        return undefined;
      };
    },

    status: (): BreakerStatus => ({ ...call, state }),
  };
}

/** The evidence of a call about its upstream: a success, nothing, or the failure. */
function verdictOn(error: unknown): "success" | "nothing" | "unsent" | UpstreamFailure {
  if (error === null) return "success";
  if (!(error instanceof UpstreamFailure) || !error.wasSent) return "unsent";
  if (error.kind === "unknown-here") return "success";
  return error.kind === "throttled" || error.isInconclusive ? "nothing" : error;
}

/**
 * Tells when refusals of new identifiers (401, 403) mean that the upstream wants fewer calls: when one opens the
 * breaker, or when several come within a minute, from more than one network. Says so once a minute.
 */
function createRefusals(clock: Clock) {
  let latest: { at: number; network: string | undefined }[] = [];
  let saidAt = Number.NEGATIVE_INFINITY;

  return (network: string | undefined, opens: boolean): boolean => {
    const at = clock.monotonic();
    latest = latest.filter((one) => at - one.at < REFUSALS_MS).slice(1 - REMEMBERED);
    latest.push({ at, network });
    const networks = new Set(latest.flatMap((one) => one.network ?? []));
    const areSeveral = latest.length >= SEVERAL && networks.size > 1;
    if ((!opens && !areSeveral) || at - saidAt < REFUSALS_MS) return false;
    saidAt = at;
    return true;
  };
}

/** Failures of so many distinct identifiers count against the provider. */
const SEVERAL = 5;

/** The key of an identifier, which may be long. Null has another key each time. */
export function keyOf(about: string | null): string {
  return about === null ? randomUUID() : createHash("sha256").update(about).digest("base64");
}

/** Counts the identifiers with which something went wrong, each of them once, until they are several. */
export function createStreak() {
  const seen = new Set<string>();

  return {
    /** Notes an identifier, or null for none. True when they are several by now. */
    add(about: string | null): boolean {
      if (seen.size < SEVERAL) seen.add(keyOf(about));
      return seen.size >= SEVERAL;
    },

    /** Begins anew. */
    clear: () => seen.clear(),
  };
}

/** The first call of each stream: of those that have not failed lately, and of those that have. */
const FIRST_MS = { others: 1_000, suspects: 2_000 };
/** The time to the next one is doubled up to this. */
const LONGEST_GAP_MS = 15_000;
/** No more calls than this leave in a minute. */
const MOST = 8;
const MINUTE_MS = 60_000;

/**
 * The probes of an open circuit breaker: the few calls that it lets through. They come in two streams: clients and
 * identifiers that have failed lately have their own, so that they cannot keep the others out.
 *
 * @param retryAfterSeconds The wait that the upstream asked for. It gets a minute at most: one client may have caused it.
 */
function createProbes(clock: Clock, retryAfterSeconds = 0) {
  const openedAt = clock.monotonic();
  const askedMs = Math.min(MINUTE_MS, retryAfterSeconds * 1_000);
  const open = (gapMs: number) => ({ from: openedAt + Math.max(gapMs, askedMs), gapMs: 2 * gapMs });
  const others = open(FIRST_MS.others);
  const suspects = open(FIRST_MS.suspects);
  /** The times of the probes, the latest last. */
  let sentAt: number[] = [];

  return {
    /** Lets a call through, and gives what takes that back if it is not sent; or gives the milliseconds it has to wait. */
    pass(isSuspect: boolean): number | (() => void) {
      const stream = isSuspect ? suspects : others;
      const now = clock.monotonic();
      sentAt = sentAt.filter((at) => now - at < MINUTE_MS);
      const [first = now] = sentAt;
      const isFull = sentAt.length >= MOST;
      const waitMs = Math.max(stream.from, isFull ? first + MINUTE_MS : now) - now;
      if (waitMs > 0) return waitMs;
      const before = { ...stream };
      stream.from = now + stream.gapMs;
      stream.gapMs = Math.min(LONGEST_GAP_MS, 2 * stream.gapMs);
      sentAt.push(now);
      return () => {
        Object.assign(stream, before);
        sentAt.splice(sentAt.indexOf(now), 1);
      };
    },
  };
}
