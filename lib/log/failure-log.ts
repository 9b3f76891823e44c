import type { Logger } from "pino";

/** A failure of an upstream, as far as it is logged. */
interface UpstreamFailureLike extends Error {
  kind: string;
  provider: string;
  operation: string;
}

/** Logs failures, the same one at most once a minute, so that an outage does not fill the disk. */
export interface FailureLog {
  /** Logs failed upstream calls; fits where guards of calls go, the outermost. */
  upstreamGuard<Value>(call: object, ask: () => Promise<Value | null>): Promise<Value | null>;
  /** Logs why a request could not be answered; `route` is the template of its address. */
  unanswered(failure: Unanswered): void;
}

interface Unanswered {
  route: string;
  /** The contract's code. */
  code: string;
  message: string;
  /** What happened underneath. */
  cause: unknown;
}

/** The code for a fault of ours: the only one that is an error, and worth a stack. */
const INTERNAL = "INTERNAL_ERROR";
/** The upstream just does not know a player. */
const NO_FAULT = "unknown-here";

export function createFailureLog(logger: Logger, now?: () => number): FailureLog {
  const repeats = createRepeats(now);
  /** Failures are remembered and thrown again: each is one, however many requests it ends. */
  const noted = new WeakSet<Error>();

  const noteUpstream = (failure: UpstreamFailureLike) => {
    const { kind, provider, operation, message, cause } = failure;
    if (kind === NO_FAULT || noted.has(failure)) return;
    noted.add(failure);
    const leftOut = repeats.say(`${provider} ${operation} ${kind}`);
    if (leftOut === undefined) return;
    const fields = { provider, operation, kind, detail: message, code: codeOf(cause), leftOut };
    logger.warn(fields, "An upstream call failed");
  };

  return {
    async upstreamGuard(_call, ask) {
      try {
        return await ask();
      } catch (error) {
        if (isUpstreamFailure(error)) noteUpstream(error);
        throw error;
      }
    },

    unanswered({ route, code, message, cause }) {
      if (isUpstreamFailure(cause)) return noteUpstream(cause);
      const leftOut = repeats.say(`${route} ${code} ${placeOf(cause)}`);
      if (leftOut === undefined) return;
      if (code === INTERNAL) logger.error({ route, code, err: cause, leftOut }, message);
      else logger.warn({ route, code, leftOut }, message);
    },
  };
}

function isUpstreamFailure(error: unknown): error is UpstreamFailureLike {
  return error instanceof Error && "kind" in error && "provider" in error && "operation" in error;
}

/** What and where, without the message: that may hold a client's text, and differ each time. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return `${error.name}${/\n\s+at .*/.exec(error.stack ?? "")?.[0] ?? ""}`;
}

function codeOf(cause: unknown): string | undefined {
  const hasCode = cause instanceof Error && "code" in cause && typeof cause.code === "string";
  return hasCode ? String(cause.code) : undefined;
}

const QUIET_MS = 60_000;
const MAX_KEYS = 512;

/** What is said at most once a minute. */
interface Repeats {
  /** How often a thing was left out since it was last said; undefined when it is to be left out now. */
  say(key: string): number | undefined;
}

/** Remembers what was said lately, the latest 512 things. Time is in milliseconds and only grows. */
function createRepeats(now: () => number = () => performance.now()): Repeats {
  const said = new Map<string, { at: number; leftOut: number }>();

  return {
    say(key) {
      const last = said.get(key);
      if (last !== undefined && now() - last.at < QUIET_MS) {
        last.leftOut += 1;
        return undefined;
      }
      // The one said longest ago comes first, and goes first.
      said.delete(key);
      said.set(key, { at: now(), leftOut: 0 });
      if (said.size > MAX_KEYS) said.delete(said.keys().next().value ?? "");
      return last?.leftOut ?? 0;
    },
  };
}
