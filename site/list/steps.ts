import type { ErrorBody } from "../../lib/contract/errors.ts";
import type { BatchBody } from "../../lib/contract/profile.ts";

/*
 * How a list is looked up: in steps of 50 players, those who had to wait again when they were told to. It is pure: time
 * is a parameter, and whoever uses it sends the requests.
 */

/** The most players of one request; see `MAX_BATCH`, which the browser does not load. */
export const STEP = 50;

/** The service keeps profiles that lack an edition for five seconds, and those that lack a link for a minute. */
const EDITION_WAIT_MS = 6_000;
const LINK_WAIT_MS = 61_000;
/** For errors that name no wait. */
const USUAL_WAIT_MS = 5_000;
/** Whoever has to wait longer is asked again on demand. */
const LONGEST_WAIT_MS = 120_000;
/** After so many rounds of all who wait, and so long, without any news, a provider is away. */
const FRUITLESS_ROUNDS = 3;
const FRUITLESS_MS = 70_000;

export type BatchResult = BatchBody["results"][number];
export type FoundResult = Extract<BatchResult, { success: true }>;

/** The state of a player of the list; `waiting`: nothing is known yet. */
export type Outcome =
  | { kind: "waiting" }
  | { kind: "found"; profile: FoundResult; isWhole: boolean }
  | { kind: "none"; former: ErrorBody["former"] }
  /** `unsearchable`: no provider can look such a name up. `invalid`: it is no name here. */
  | { kind: "unsearchable" | "invalid" }
  /** A provider did not answer. */
  | { kind: "failed" };

export interface Progress {
  readonly outcomes: readonly Outcome[];
  /** When each may be asked next, in milliseconds since 1970; infinite where nothing is left to ask. */
  readonly askAt: readonly number[];
  /** How many were asked since the last news. */
  readonly fruitless: number;
  /** When that was; the beginning, before any. */
  readonly newsAt: number;
}

export type Step =
  | { kind: "ask"; indexes: readonly number[] }
  | { kind: "wait"; until: number }
  /** All is known. */
  | { kind: "done" }
  /** A provider is away: going on makes sense later. */
  | { kind: "stalled" };

export const WAITING: Outcome = { kind: "waiting" };

export function startProgress(count: number, now: number): Progress {
  return {
    outcomes: Array.from({ length: count }, () => WAITING),
    askAt: Array.from({ length: count }, () => 0),
    fruitless: 0,
    newsAt: now,
  };
}

/** How many are left to ask, wholly or in part. */
export function leftIn({ askAt }: Progress): number {
  return askAt.filter(Number.isFinite).length;
}

/** The next step: players who were never asked come first, then those who have waited longest. */
export function nextStep({ askAt, fruitless, newsAt }: Progress, now: number): Step {
  const left = askAt
    .flatMap((at, index) => (Number.isFinite(at) ? [{ at, index }] : []))
    .toSorted((one, other) => one.at - other.at);
  const [first] = left;
  if (first === undefined) return { kind: "done" };
  const isAway = fruitless >= FRUITLESS_ROUNDS * left.length && now - newsAt >= FRUITLESS_MS;
  if (isAway || first.at - now > LONGEST_WAIT_MS) return { kind: "stalled" };
  if (first.at > now) return { kind: "wait", until: first.at };
  const due = left.filter(({ at }) => at <= now).slice(0, STEP);
  return { kind: "ask", indexes: due.map(({ index }) => index) };
}

/** A visitor wants it to go on after it stalled: nobody waits any longer. */
export function goOn(progress: Progress, now: number): Progress {
  const isStalled = nextStep(progress, now).kind === "stalled";
  if (!isStalled) return progress;
  const askAt = progress.askAt.map((at) => (Number.isFinite(at) ? Math.min(at, now) : at));
  return { ...progress, askAt, fruitless: 0, newsAt: now };
}

/** The results of a step, in its order. */
export function withResults(
  progress: Progress,
  indexes: readonly number[],
  results: readonly BatchResult[],
  now: number,
): Progress {
  const outcomes = [...progress.outcomes];
  const askAt = [...progress.askAt];
  let hasNews = false;
  for (const [place, index] of indexes.entries()) {
    const result = results[place];
    if (result === undefined) continue;
    const before = outcomes[index] ?? WAITING;
    const { outcome, waitMs } = outcomeOf(result);
    // A profile stays, even if only a part of it is known.
    const isLost = before.kind === "found" && outcome.kind === "failed";
    if (!isLost) outcomes[index] = outcome;
    askAt[index] = waitMs === null ? Infinity : now + waitMs;
    hasNews ||= waitMs === null || (before.kind !== "found" && outcome.kind === "found");
  }
  return hasNews
    ? { outcomes, askAt, fruitless: 0, newsAt: now }
    : { ...progress, outcomes, askAt, fruitless: progress.fruitless + indexes.length };
}

/** The whole step was refused, and is to be sent again. */
export function withRefusal(
  progress: Progress,
  indexes: readonly number[],
  seconds: number | undefined,
  now: number,
): Progress {
  const until = now + waitOf(seconds);
  const refused = new Set(indexes);
  const askAt = progress.askAt.map((at, index) => (refused.has(index) ? until : at));
  return { ...progress, askAt, fruitless: progress.fruitless + indexes.length };
}

function waitOf(seconds: number | undefined): number {
  return seconds === undefined ? USUAL_WAIT_MS : seconds * 1_000;
}

/** @returns The outcome, and how long to wait until it is asked again; null if that would not change it. */
function outcomeOf(result: BatchResult): { outcome: Outcome; waitMs: number | null } {
  if (result.success) {
    const waitMs = partialWaitOf(result);
    return { outcome: { kind: "found", profile: result, isWhole: waitMs === null }, waitMs };
  }
  const { status, reason, former } = result;
  if (status === 404) return { outcome: { kind: "none", former }, waitMs: null };
  if (reason === "unsearchable") return { outcome: { kind: "unsearchable" }, waitMs: null };
  const isPassingFailure = status === 429 || status >= 500;
  if (!isPassingFailure) return { outcome: { kind: "invalid" }, waitMs: null };
  return { outcome: { kind: "failed" }, waitMs: waitOf(result.retry_after) };
}

/** How long to wait for an edition or a link that a provider did not tell; null if nothing is missing but a skin or cape. */
function partialWaitOf({ warnings = [] }: FoundResult): number | null {
  const missing = warnings.flatMap(({ code, part }) => (code === "BAD_GATEWAY" ? [part] : []));
  if (missing.includes("profile")) return EDITION_WAIT_MS;
  return missing.includes("link") ? LINK_WAIT_MS : null;
}
