import { asRedisError, RedisError } from "./commands.ts";

/** A Redis at its limit refuses one write and takes the next: so many in a row count. */
const PROBES = 2;

export interface CircuitOptions {
  /** Sends a write and a read to where a key is that failed. */
  probe(failedKey: string): Promise<unknown>;
  /** Milliseconds from a failure to the next probe. */
  pauseMs(): number;
  /** Called when it opens or closes, and when refusals begin or end, with the error that began it. */
  onChange(error?: RedisError): void;
}

export type Circuit = ReturnType<typeof createCircuit>;

/**
 * The circuit breaker of one node. The first failure opens it; one probe after another follows, until one
 * succeeds. The first comes at once, unless the last time was a moment ago: what failed may have been one connection,
 * which is replaced by then. A Redis that responds but refuses its work goes on getting requests, since it may still read; it is
 * unhealthy until it takes writes again.
 */
export function createCircuit({ probe, pauseMs, onChange }: CircuitOptions) {
  /** Why it is open; undefined while it is closed. */
  let failure: string | undefined;
  /** Probes that have to succeed before a Redis that refused its work counts as healthy again. */
  let probesDue = 0;
  let openedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  const isHealthy = () => failure === undefined && probesDue === 0;

  const note = (
    key: string,
    now: { failure?: string; probesDue: number },
    error?: RedisError,
    waitMs = pauseMs(),
  ) => {
    if (ended) return;
    const wasHealthy = isHealthy();
    ({ failure, probesDue } = { failure: undefined, ...now });
    clearTimeout(timer);
    if (!isHealthy()) timer = setTimeout(() => void tryOut(key), waitMs).unref();
    if (isHealthy() !== wasHealthy) onChange(error);
  };

  /** Runs a command unless the circuit is open, and notes how it went. */
  const run = async <Result>(
    key: string,
    command: () => Promise<Result>,
    { isProbe = false, isNeeded = true } = {},
  ): Promise<Result> => {
    if (failure !== undefined && !isProbe) {
      throw new RedisError(`The circuit to Redis is open: ${failure}`);
    }
    try {
      const result = await command();
      // A proxy may send anything with status 200.
      if (result === undefined) throw new RedisError("The response is not from a Redis");
      if (isProbe) note(key, { probesDue: Math.max(0, probesDue - 1) });
      return result;
    } catch (thrown) {
      const error = asRedisError(thrown);
      if (error.isUnable && isNeeded) note(key, { probesDue: PROBES }, error);
      // Of several commands that fail together, the first opens the circuit.
      else if (isProbe || (!error.isRefusal && failure === undefined)) {
        const isSoon = isProbe || performance.now() < openedAt + pauseMs();
        if (!isProbe) openedAt = performance.now();
        note(key, { failure: error.message, probesDue }, error, isSoon ? pauseMs() : 0);
      }
      throw error;
    }
  };

  const tryOut = (key: string) =>
    run(key, () => probe(key), { isProbe: true }).catch(() => undefined);

  return {
    isHealthy,
    run,
    probe: tryOut,
    /** Ends the probes. */
    end() {
      ended = true;
      clearTimeout(timer);
    },
  };
}
