import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { systemClock, type Clock } from "../time/clock.ts";
import { UpstreamFailure } from "../providers/failure.ts";

export type FailureLog = ReturnType<typeof createFailureLog>;

interface FailedRequest {
  /** The template of the URL. */
  route: string;
  /** The error code of the contract. */
  code: string;
  message: string;
  /** The underlying error. */
  cause: unknown;
}

/** The code for internal errors, the only ones logged at level error, with their stack. */
const INTERNAL = "INTERNAL_ERROR";
/** The kind that means that the upstream does not know the player, which is not a failure. */
const NO_FAULT = "unknown-here";

const QUIET_MS = 60_000;
const MAX_KEYS = 512;

/** Logs failures, each kind at most once a minute, so that an outage does not fill the disk. */
export function createFailureLog(logger: Logger, clock: Clock = systemClock) {
  const logged = new LRUCache<string, { at: number; leftOut: number }>({ max: MAX_KEYS });
  /** A failure may be thrown for many requests; it is logged once. */
  const noted = new WeakSet<Error>();

  /** How many repeats were left out since the last line; undefined when this one is left out, too. */
  const leftOutBefore = (key: string): number | undefined => {
    const last = logged.get(key);
    if (last !== undefined && clock.monotonic() - last.at < QUIET_MS) {
      last.leftOut += 1;
      return undefined;
    }
    logged.set(key, { at: clock.monotonic(), leftOut: 0 });
    return last?.leftOut ?? 0;
  };

  const noteUpstream = (failure: UpstreamFailure) => {
    const { kind, provider, operation, message, cause } = failure;
    if (kind === NO_FAULT || noted.has(failure)) return;
    noted.add(failure);
    const leftOut = leftOutBefore(`${provider} ${operation} ${kind}`);
    if (leftOut === undefined) return;
    const fields = { provider, operation, kind, detail: message, code: codeOf(cause), leftOut };
    logger.warn(fields, "An upstream call failed");
  };

  return {
    /** Logs upstream calls that failed; to be told of whole calls, not of attempts. */
    callFailed(error: unknown): void {
      if (error instanceof UpstreamFailure) noteUpstream(error);
    },

    /** Logs why a request failed. */
    requestFailed({ route, code, message, cause }: FailedRequest): void {
      if (cause instanceof UpstreamFailure) return noteUpstream(cause);
      const leftOut = leftOutBefore(`${route} ${code} ${placeOf(cause)}`);
      if (leftOut === undefined) return;
      if (code === INTERNAL) logger.error({ route, code, err: cause, leftOut }, message);
      else logger.warn({ route, code, leftOut }, message);
    },
  };
}

/** The error's name and place, without the message, which may contain text of a client. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return `${error.name}${/\n\s+at .*/.exec(error.stack ?? "")?.[0] ?? ""}`;
}

function codeOf(cause: unknown): string | undefined {
  const hasCode = cause instanceof Error && "code" in cause && typeof cause.code === "string";
  return hasCode ? String(cause.code) : undefined;
}
