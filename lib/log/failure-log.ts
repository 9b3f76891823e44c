import type { Logger } from "pino";

/** The fields of an upstream failure that are logged. */
interface UpstreamFailureLike extends Error {
  kind: string;
  provider: string;
  operation: string;
}

/** Logs failures, each kind at most once a minute, so that an outage does not fill the disk. */
export interface FailureLog {
  /** Logs failed upstream calls; must be the outermost guard of a call. */
  upstreamGuard<Value>(call: object, send: () => Promise<Value | null>): Promise<Value | null>;
  /** Logs why a request failed; `route` is the template of its URL. */
  requestFailed(failure: FailedRequest): void;
}

interface FailedRequest {
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

export function createFailureLog(logger: Logger, now?: () => number): FailureLog {
  const repeats = createRepeats(now);
  /** A failure may be thrown for many requests; it is logged once. */
  const noted = new WeakSet<Error>();

  const noteUpstream = (failure: UpstreamFailureLike) => {
    const { kind, provider, operation, message, cause } = failure;
    if (kind === NO_FAULT || noted.has(failure)) return;
    noted.add(failure);
    const leftOut = repeats.pass(`${provider} ${operation} ${kind}`);
    if (leftOut === undefined) return;
    const fields = { provider, operation, kind, detail: message, code: codeOf(cause), leftOut };
    logger.warn(fields, "An upstream call failed");
  };

  return {
    async upstreamGuard(_call, send) {
      try {
        return await send();
      } catch (error) {
        if (isUpstreamFailure(error)) noteUpstream(error);
        throw error;
      }
    },

    requestFailed({ route, code, message, cause }) {
      if (isUpstreamFailure(cause)) return noteUpstream(cause);
      const leftOut = repeats.pass(`${route} ${code} ${placeOf(cause)}`);
      if (leftOut === undefined) return;
      if (code === INTERNAL) logger.error({ route, code, err: cause, leftOut }, message);
      else logger.warn({ route, code, leftOut }, message);
    },
  };
}

function isUpstreamFailure(error: unknown): error is UpstreamFailureLike {
  return error instanceof Error && "kind" in error && "provider" in error && "operation" in error;
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

const QUIET_MS = 60_000;
const MAX_KEYS = 512;

/** Limits each message to one a minute. */
interface Repeats {
  /** How many repeats were dropped since the last message; undefined when this one is dropped, too. */
  pass(key: string): number | undefined;
}

/** Remembers the latest 512 messages. Time is monotonic, in milliseconds. */
function createRepeats(now: () => number = () => performance.now()): Repeats {
  const passed = new Map<string, { at: number; leftOut: number }>();

  return {
    pass(key) {
      const last = passed.get(key);
      if (last !== undefined && now() - last.at < QUIET_MS) {
        last.leftOut += 1;
        return undefined;
      }
      // Moves the key to the end, so that the oldest one is dropped first.
      passed.delete(key);
      passed.set(key, { at: now(), leftOut: 0 });
      if (passed.size > MAX_KEYS) passed.delete(passed.keys().next().value ?? "");
      return last?.leftOut ?? 0;
    },
  };
}
