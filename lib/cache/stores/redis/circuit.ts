import type { RedisError } from "./commands.ts";

/** A Redis at its limit refuses one write and takes the next: so many in a row count. */
const PROBES = 2;

export interface CircuitOptions {
  /** Sends a write and a read to where a key is that failed; what comes of it is noted like that of every request. */
  probe(key: string): void;
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
  let failedKey = "";
  let ended = false;

  const isHealthy = () => failure === undefined && probesDue === 0;

  const note = (
    now: { failure?: string; probesDue: number },
    error?: RedisError,
    waitMs = pauseMs(),
  ) => {
    if (ended) return;
    const wasHealthy = isHealthy();
    ({ failure, probesDue } = { failure: undefined, ...now });
    clearTimeout(timer);
    if (!isHealthy()) timer = setTimeout(() => probe(failedKey), waitMs).unref();
    if (isHealthy() !== wasHealthy) onChange(error);
  };

  return {
    isHealthy,
    /** Why nothing but a probe may be sent. */
    failure: () => failure,
    /** A probe got what it asked for. */
    probed: () => note({ probesDue: Math.max(0, probesDue - 1) }),
    /** A request failed. Of several that fail together, the first opens the circuit. */
    failed(error: RedisError, key: string, isProbe: boolean) {
      if (!isProbe && failure !== undefined) return;
      const isSoon = isProbe || performance.now() < openedAt + pauseMs();
      if (!isProbe) openedAt = performance.now();
      failedKey = key;
      note({ failure: error.message, probesDue }, error, isSoon ? pauseMs() : 0);
    },
    /** Redis refused what it has to take. */
    refused(error: RedisError, key: string) {
      failedKey = key;
      note({ probesDue: PROBES }, error);
    },
    /** Ends the probes. */
    end() {
      ended = true;
      clearTimeout(timer);
    },
  };
}
