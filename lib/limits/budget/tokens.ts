import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Allowance } from "./claim.ts";

/** The rate never falls below this share of the configured one. */
const LEAST_SHARE = 1 / 16;
/** What a minute without complaint gives back of it. */
const SHARE_PER_MINUTE = 0.05;
const MINUTE_MS = 60_000;
const MAX_PAUSE_MS = 600_000;
/** The pause after a refusal that names none, and the longest one that doubling makes of it. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_DOUBLED_MS = 60_000;
const MAX_PROCESSES = 64;
const PROCESS_REMEMBERED_MS = 600_000;

const schema = z.object({
  /** At least these are there. Below 0 when tokens were lent or taken without the store. */
  tokens: z.number(),
  /** All that were ever taken from this series. */
  taken: z.number().min(0),
  /** Random; another one means that the state was lost and begun again. */
  series: z.string(),
  /**
   * The bucket's own clock, by which the times below go: milliseconds for which it was watched. It
   * never runs fast, and stands still while no process lives that knows the bucket.
   */
  clockMs: z.number().min(0).max(Number.MAX_SAFE_INTEGER),
  /** Share of the configured rate when the last pause ended. */
  share: z.number().min(LEAST_SHARE).max(1),
  pausedUntilMs: z.number(),
  /** Pauses in a row: since the last call that was not refused. */
  refusals: z.int().min(0).default(0),
  /** When each process last looked, by its random name. */
  processes: z.record(z.string(), z.number()),
});

/** The state of one bucket, as it lies in the store. */
export type Tokens = z.infer<typeof schema>;

/** What a process knows of a bucket, and when it knew it by its own monotonic clock. */
export interface Sight {
  tokens: Tokens;
  atMs: number;
}

export function emptyTokens(): Tokens {
  return {
    tokens: 0,
    taken: 0,
    series: randomUUID().slice(0, 8),
    clockMs: 0,
    share: 1,
    pausedUntilMs: 0,
    refusals: 0,
    processes: {},
  };
}

/** Undefined when there is nothing that can be used. */
export function readTokens(text: string | undefined): Tokens | undefined {
  try {
    const read = schema.parse(JSON.parse(text ?? ""));
    return { ...read, pausedUntilMs: Math.min(read.pausedUntilMs, read.clockMs + MAX_PAUSE_MS) };
  } catch {
    return undefined;
  }
}

/** Share of the configured rate that holds now. */
export function shareOf({ share, clockMs, pausedUntilMs }: Tokens): number {
  const cleanMinutes = Math.max(0, Math.floor((clockMs - pausedUntilMs) / MINUTE_MS));
  return Math.min(1, share + SHARE_PER_MINUTE * cleanMinutes);
}

/** Milliseconds until a token may be taken again; 0 when there is no pause. */
export function pauseOf({ clockMs, pausedUntilMs }: Tokens): number {
  return Math.max(0, pausedUntilMs - clockMs);
}

/**
 * The bucket of a sight as it is by now, if nobody else took from it. A pause fills it up to one
 * token, so that a call may leave when it is over; the rate is that of before.
 */
export function advance(
  { tokens, atMs }: Sight,
  nowMs: number,
  { rate, burst }: Allowance,
): Tokens {
  const clockMs = tokens.clockMs + Math.max(0, nowMs - atMs);
  const perMs = (rate * shareOf(tokens)) / 1_000;
  const pausedMs = Math.min(clockMs - tokens.clockMs, pauseOf(tokens));
  const paused = Math.max(tokens.tokens, Math.min(1, tokens.tokens + perMs * pausedMs));
  const filled = paused + perMs * (clockMs - tokens.clockMs - pausedMs);
  return { ...tokens, tokens: Math.min(burst, filled), clockMs };
}

/**
 * The bucket as a process finds it in the store. No wall clock is asked, so that none can mint
 * tokens. Nobody knows when others took theirs. But if a process fills the bucket by its monotonic
 * clock for all the time since it saw it, and then takes from it all that others took meanwhile, what
 * is left is there in any case: had they taken it earlier, less would have been lost at the brim. So
 * the larger of that and of what the last one left is there. Who sees the bucket for the first time
 * knows only the latter.
 */
export function meet(
  stored: Tokens | undefined,
  seen: Sight | undefined,
  nowMs: number,
  allowance: Allowance,
): Tokens {
  if (stored === undefined) return begin(seen && advance(seen, nowMs, allowance));
  const { burst } = allowance;
  const left = { ...stored, tokens: Math.max(-burst, Math.min(burst, stored.tokens)) };
  if (seen === undefined || seen.tokens.series !== stored.series) return left;
  const { tokens: before, atMs } = seen;
  const known = {
    ...before,
    share: Math.min(shareOf(stored), shareOf(before)),
    pausedUntilMs: Math.max(stored.pausedUntilMs, before.pausedUntilMs, before.clockMs),
  };
  const filled = advance({ tokens: known, atMs }, nowMs, allowance);
  // The store went back to what it once was.
  if (stored.taken < before.taken) return begin(filled);
  const rest = filled.tokens - (stored.taken - before.taken);
  return {
    ...left,
    tokens: Math.max(left.tokens, rest),
    clockMs: Math.max(stored.clockMs, filled.clockMs),
  };
}

/** One token at most: who starts again and again must not find a full bucket. */
function begin(known: Tokens | undefined): Tokens {
  const empty = emptyTokens();
  if (known === undefined) return { ...empty, tokens: 1 };
  const { series, taken } = empty;
  return { ...known, series, taken, tokens: Math.min(1, known.tokens) };
}

/** Takes tokens out. */
export function without(tokens: Tokens, count: number): Tokens {
  return { ...tokens, tokens: tokens.tokens - count, taken: tokens.taken + count };
}

/**
 * Halves the rate and begins a pause of 1 s to 10 min, after which one token is there at most. During
 * a pause it only gets longer: what comes back then left before it began. A refusal that does not
 * say for how long means 5 s, doubled up to 60 s for each pause in a row.
 */
export function slow(tokens: Tokens, askedMs?: number): Tokens {
  const isPaused = pauseOf(tokens) > 0;
  const refusals = isPaused ? Math.max(1, tokens.refusals) : tokens.refusals + 1;
  const doubledMs = Math.min(LONGEST_DOUBLED_MS, FIRST_PAUSE_MS * 2 ** (refusals - 1));
  const pauseMs = Math.min(MAX_PAUSE_MS, Math.max(1_000, askedMs ?? doubledMs));
  return {
    ...without(tokens, Math.max(0, tokens.tokens - 1)),
    share: isPaused ? tokens.share : Math.max(LEAST_SHARE, shareOf(tokens) / 2),
    pausedUntilMs: Math.max(tokens.pausedUntilMs, tokens.clockMs + pauseMs),
    refusals,
  };
}

/** A call was not refused: the next pause is a first one. What comes back in a pause left before. */
export function endRefusals(tokens: Tokens): Tokens {
  return tokens.refusals === 0 || pauseOf(tokens) > 0 ? tokens : { ...tokens, refusals: 0 };
}

/** Slows a bucket down as far as another one is. */
export function slowAs(tokens: Tokens, other: Tokens): Tokens {
  const pausedUntilMs = Math.max(tokens.pausedUntilMs, tokens.clockMs + pauseOf(other));
  const refusals = Math.max(tokens.refusals, other.refusals);
  if (shareOf(other) >= shareOf(tokens)) return { ...tokens, pausedUntilMs, refusals };
  return {
    ...tokens,
    refusals,
    share: shareOf(other),
    pausedUntilMs: Math.max(pausedUntilMs, tokens.clockMs),
  };
}

/** The processes that looked within ten minutes, latest first. */
export function processesOf({ processes, clockMs }: Tokens): [id: string, lookedAtMs: number][] {
  return Object.entries(processes)
    .filter(([, at]) => at <= clockMs && clockMs - at <= PROCESS_REMEMBERED_MS)
    .toSorted(([, one], [, other]) => other - one);
}

/** Notes that a process looked. */
export function withProcess(tokens: Tokens, id: string): Tokens {
  const others = processesOf(tokens).filter(([other]) => other !== id);
  const processes = Object.fromEntries([
    [id, tokens.clockMs] as const,
    ...others.slice(0, MAX_PROCESSES - 1),
  ]);
  return { ...tokens, processes };
}
