import { systemClock, type Clock } from "../time/clock.ts";
import type { Caller } from "../scheduling/caller.ts";
import { UpstreamFailure } from "./failure.ts";

export type { Caller, Priority } from "../scheduling/caller.ts";

/** The time by which a result is needed, and its caller; shared by all calls of one lookup. */
export interface Deadline {
  readonly caller: Caller;
  /** The clock that the deadline follows. */
  readonly clock: Clock;
  /** Milliseconds left; 0 when it has passed. */
  remainingMs(): number;
  /** Milliseconds that may still be spent waiting for budgets, all calls of the lookup together. */
  waitMs(): number;
  /** Counts the time of a wait for a budget against the waits of the lookup. */
  excludeWait(milliseconds: number): void;
  /** Aborted when no call of the lookup is to wait for a budget any more. */
  readonly signal: AbortSignal | undefined;
  /** An earlier deadline: after this share of the remaining time. */
  fraction(share: number): Deadline;
  /** The same deadline, which waits for no budget once the signal is aborted. */
  abortedBy(signal: AbortSignal): Deadline;
}

/** The longest that any lookup takes. */
export const LOOKUP_MS = 4_500;
/** The longest that a client waits for budgets: with two calls of 200 ms, a response takes two seconds. */
const BUDGETS_MS = 1_550;
const BACKGROUND_MS = 6_000;
/** The least time that a call itself gets after waiting for its token. */
const CALL_MS = 500;
const ABORTED = AbortSignal.abort();

export interface DeadlineOptions {
  /** How long to wait for budgets at most. */
  waitMs?: number;
  clock?: Clock;
}

/** Starts a deadline. */
export function startDeadline(
  milliseconds: number,
  caller: Caller = { priority: "foreground" },
  { waitMs = BUDGETS_MS, clock = systemClock }: DeadlineOptions = {},
): Deadline {
  let leftToWaitMs = waitMs;
  const now = () => clock.monotonic();

  const create = (end: number, signal?: AbortSignal): Deadline => {
    const remainingMs = () => Math.max(0, end - now());
    return {
      caller,
      clock,
      signal,
      remainingMs,
      waitMs: () =>
        signal?.aborted ? 0 : Math.max(0, Math.min(leftToWaitMs, remainingMs() - CALL_MS)),
      excludeWait: (milliseconds) => void (leftToWaitMs -= milliseconds),
      fraction: (share) => create(now() + remainingMs() * share, signal),
      abortedBy: (other) => create(end, signal ? AbortSignal.any([signal, other]) : other),
    };
  };
  return create(now() + milliseconds);
}

/** The deadline for a refresh: no client waits for the budget of what is known, unless it forces the refresh. */
export function forKnown(deadline: Deadline, known: unknown): Deadline {
  const { priority } = deadline.caller;
  const mayWait = known === undefined || priority === "refresh" || priority === "background";
  return mayWait ? deadline : deadline.abortedBy(ABORTED);
}

/** A deadline for work that no client waits for. */
export function startBackground(clock = systemClock): Deadline {
  return startDeadline(BACKGROUND_MS, { priority: "background" }, { waitMs: Infinity, clock });
}

/**
 * The sources of each lookup, in this order, and the share of the remaining time that each but the last may use:
 * a slow one leaves the rest to those after it. A source may be such a list itself, within its own time.
 */
export const SHARES = {
  /** A Java player: the skin services before the game, the game, the skin services after it. */
  javaSources: 1 / 3,
  /** The account of a name in the game: Mojang, PlayerDB. */
  javaNames: 2 / 3,
  /** Mojang's name service: its two equal hosts, the one with a token first. A bulk call has the time of a lookup. */
  equalHosts: 1 / 2,
  /** The account of a gamertag or an XUID: Geyser, Xbox Live, OpenXBL, PlayerDB. */
  bedrockAccounts: 2 / 3,
  /** OptiFine, for a cape where the game has none: that is worth less waiting than the player. */
  otherCape: 1 / 4,
} as const;

interface FailoverOptions<Source> {
  deadline: Deadline;
  share: number;
  /** The "not found" of such a source is final. */
  isAuthority?: (source: Source) => boolean;
  /** The failure of such a source is final. */
  isRequired?: (source: Source) => boolean;
}

/**
 * Asks one source after another, inside one deadline, until one of them gives a value: then gives it, the source
 * that has it, and those before it that failed. Null when an authority said "not found", whichever sources failed
 * before it, or when none failed and at least one said "not found". A source that knows only some players does not
 * count.
 * @throws the failure that can be retried first: a failure never means "not found"
 */
export async function askInOrder<Source, Value>(
  sources: readonly Source[],
  ask: (source: Source, deadline: Deadline) => Promise<Value | null>,
  { deadline, share, isAuthority, isRequired }: FailoverOptions<Source>,
): Promise<{ value: Value; source: Source; failed: Source[] } | null> {
  const failed: Source[] = [];
  const failures: UpstreamFailure[] = [];
  let notFound = false;
  for (const source of sources) {
    try {
      const isLast = source === sources.at(-1);
      const value = await ask(source, isLast ? deadline : deadline.fraction(share));
      if (value !== null) return { value, source, failed };
      if (isAuthority?.(source)) return null;
      notFound = true;
    } catch (error) {
      if (!(error instanceof UpstreamFailure) || isRequired?.(source)) throw error;
      failed.push(source);
      failures.push(error);
    }
  }
  const secondsOf = ({ retryAfterSeconds = 0 }: UpstreamFailure) => retryAfterSeconds;
  const [fault] = failures
    .filter(({ kind }) => kind !== "unknown-here")
    .toSorted((one, other) => secondsOf(one) - secondsOf(other));
  if (fault !== undefined) throw fault;
  if (notFound) return null;
  throw failures[0] ?? new Error("No provider is configured for this question");
}
