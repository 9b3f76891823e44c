import { asRedisError, RedisError } from "./commands.ts";

/** A Redis at its limit refuses one write and takes the next, so it has to pass this many probes in a row. */
const PROBES = 2;

export interface CircuitOptions {
  /** Sends a write and a read to the node that has the key of a command that failed. */
  probe(failedKey: string): Promise<unknown>;
  /** Milliseconds from a failure to the next probe. */
  pauseMs(): number;
  /** Called when it opens or closes, and when refusals begin or end, with the error that began it. */
  onChange(error?: RedisError): void;
}

interface State {
  /** Why it is open; undefined while it is closed. */
  failure: string | undefined;
  /** Probes that have to succeed before a Redis that refused its work counts as healthy again. */
  probesDue: number;
}

export type Circuit = ReturnType<typeof createCircuit>;

/**
 * The circuit breaker of one node. The first failure opens it; one probe after another follows, until one succeeds.
 * The first comes at once, unless the last time was a moment ago: a lost connection is replaced by then.
 */
export function createCircuit({ probe, pauseMs, onChange }: CircuitOptions) {
  let state: State = { failure: undefined, probesDue: 0 };
  let openedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  const isHealthy = () => state.failure === undefined && state.probesDue === 0;

  /** Changes the state. Unless it is healthy now, the next probe follows. */
  const change = (key: string, next: State, waitMs: number, error?: RedisError) => {
    if (ended) return;
    const wasHealthy = isHealthy();
    state = next;
    clearTimeout(timer);
    if (!isHealthy()) timer = setTimeout(() => void sendProbe(key), waitMs).unref();
    if (isHealthy() !== wasHealthy) onChange(error);
  };

  /** Opens the circuit, unless it is open: several commands may fail together. */
  const open = (key: string, error: RedisError) => {
    if (state.failure !== undefined) return;
    const wasOpenedJustNow = performance.now() < openedAt + pauseMs();
    openedAt = performance.now();
    const next = { ...state, failure: error.message };
    change(key, next, wasOpenedJustNow ? pauseMs() : 0, error);
  };

  /** Notes that a node refused a command that it has to take. */
  const noteRefusal = (key: string, error: RedisError) =>
    change(key, { failure: undefined, probesDue: PROBES }, pauseMs(), error);

  const send = async <Result>(command: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await command();
      // A proxy may send anything with status 200.
      if (result === undefined) throw new RedisError("The response is not from a Redis");
      return result;
    } catch (error) {
      throw asRedisError(error);
    }
  };

  const sendProbe = async (key: string): Promise<void> => {
    try {
      await send(() => probe(key));
      const probesDue = Math.max(0, state.probesDue - 1);
      change(key, { failure: undefined, probesDue }, pauseMs());
    } catch (thrown) {
      const error = asRedisError(thrown);
      if (error.isUnable) noteRefusal(key, error);
      else change(key, { ...state, failure: error.message }, pauseMs(), error);
    }
  };

  return {
    isHealthy,

    /**
     * Runs a command unless the circuit is open, and notes how it went.
     * @param isNeeded False where nothing depends on the command, so that its refusal says nothing.
     */
    async run<Result>(
      key: string,
      command: () => Promise<Result>,
      { isNeeded = true } = {},
    ): Promise<Result> {
      if (state.failure !== undefined) {
        throw new RedisError(`The circuit to Redis is open: ${state.failure}`);
      }
      try {
        return await send(command);
      } catch (thrown) {
        const error = asRedisError(thrown);
        if (error.isUnable && isNeeded) noteRefusal(key, error);
        else if (!error.isRefusal) open(key, error);
        throw error;
      }
    },

    /** Sends a probe now. */
    probe: sendProbe,

    /** Ends the probes. */
    end() {
      ended = true;
      clearTimeout(timer);
    },
  };
}
