import { asRedisError, hashTagOf, KEY_PREFIX, RedisError, type RedisCommands } from "./commands.ts";
import { inspectRedis } from "./inspect.ts";
import { CHANNEL, openTcp } from "./tcp.ts";
import { openUpstash } from "./upstash.ts";

/**
 * Where Redis is: over TCP, with the certificates in PEM that it has to prove itself by, or over Upstash's HTTP
 * API.
 */
export type RedisAddress = { url: string; ca?: string } | { restUrl: string; restToken: string };

export interface RedisTimes {
  /** Longest that one request takes, connecting included. */
  limitMs?: number | undefined;
  /** Time from a failure to the next probe. */
  pauseMs?: number;
}

export interface RedisClientOptions extends RedisTimes {
  /** Called with an error when Redis stops working, and without when it works again. */
  onChange?: (error?: Error) => void;
}

export type RedisClient = ReturnType<typeof openRedisClient>;

const LIMIT_MS = 150;
const PROBE_MS = 5_000;
/** Another node takes over from one that is gone, within seconds. */
const FAILOVER_PROBE_MS = 1_000;

/** A Redis at its limit refuses one write and takes the next: so many in a row count. */
const PROBES = 2;
/** A write and a read in a script: what the service needs of a Redis. */
const PROBE = 'redis.call("SET", KEYS[1], "", "PX", 1000) return redis.call("GET", KEYS[1])';

/**
 * Opens the one client of a process: a Redis over HTTP or over TCP, with a time limit and a circuit breaker for each
 * node. Nothing on it takes longer than `limitMs`; the first failure of a node opens its circuit, and everything for
 * it is refused at once until a probe, every `pauseMs`, succeeds. A Redis that responds but refuses its work (it is
 * full, cannot save, is read-only, or the user may not) goes on getting requests, since it may still read; it is
 * unhealthy until it takes writes again. What fails rejects with a `RedisError`, a timeout included: it is never
 * taken for "absent".
 */
export function openRedisClient(
  address: RedisAddress,
  { onChange = () => undefined, limitMs = LIMIT_MS, pauseMs }: RedisClientOptions = {},
) {
  /** By node; one named "" where there are no several, or none is known yet. */
  const circuits = new Map<string, Circuit>();
  let wasHealthy = true;
  let closed = false;

  const transport = "url" in address ? openTcp(address, limitMs) : openUpstash(address, limitMs);
  const direct = transport.commands(limitMs, true);

  const isHealthy = () => [...circuits.values()].every((circuit) => circuit.isHealthy());

  const report = (error?: RedisError) => {
    if (closed || isHealthy() === wasHealthy) return;
    wasHealthy = isHealthy();
    onChange(wasHealthy ? undefined : error);
  };

  const circuitOf = (key: string): Circuit => {
    const node = transport.nodeOf(key);
    const circuit =
      circuits.get(node) ??
      createCircuit({
        probe,
        pauseMs: () => pauseMs ?? (transport.canFailOver() ? FAILOVER_PROBE_MS : PROBE_MS),
        onChange: report,
      });
    circuits.set(node, circuit);
    return circuit;
  };

  const guard = async <Result>(
    key: string,
    command: () => Promise<Result>,
    options?: { isNeeded: boolean },
  ): Promise<Result> => {
    if (closed) throw new RedisError("The Redis client is closed");
    return circuitOf(key).run(key, command, options);
  };

  const guarded = (redis: Promise<RedisCommands>): RedisCommands => ({
    get: (key) => guard(key, async () => (await redis).get(key)),
    set: (key, ...rest) => guard(key, async () => (await redis).set(key, ...rest)),
    del: (key) => guard(key, async () => (await redis).del(key)),
    pttl: (key) => guard(key, async () => (await redis).pttl(key)),
    eval: (script, keys, values) =>
      guard(keys[0] ?? "", async () => (await redis).eval(script, keys, values)),
    evalsha: (digest, keys, values) =>
      guard(keys[0] ?? "", async () => (await redis).evalsha(digest, keys, values)),
  });

  /** Tries where a key is by now: another node may have taken over from the one that failed. */
  const probe = async (failedKey: string) =>
    (await direct).eval(PROBE, [`${KEY_PREFIX}:probe@{${hashTagOf(failedKey)}}`], []);

  // Connects before the first request needs it. A process that is starting gets more time than a command.
  const inspect = async () => {
    try {
      return await inspectRedis(transport);
    } finally {
      if (isHealthy()) await circuitOf(KEY_PREFIX).probe(KEY_PREFIX);
    }
  };
  const inspected = inspect();
  inspected.catch(() => undefined);

  const { channel } = transport;

  return {
    ...transport,
    redis: guarded(transport.commands()),
    direct: guarded(direct),
    channel: channel && {
      ...channel,
      // Without messages, processes look for changes themselves.
      send: () => guard(CHANNEL, channel.send, { isNeeded: false }),
    },
    inspected,
    /** Looks at it once more, as at the start. */
    inspectAgain: () => inspectRedis(transport),
    health: () => ({ ok: !closed && isHealthy() }),
    async close() {
      closed = true;
      for (const circuit of circuits.values()) circuit.end();
      transport.close();
    },
  };
}

interface CircuitOptions {
  /** Sends a write and a read to where a key is that failed. */
  probe(failedKey: string): Promise<unknown>;
  /** Milliseconds from a failure to the next probe. */
  pauseMs(): number;
  /** Called when it opens or closes, and when refusals begin or end, with the error that began it. */
  onChange(error?: RedisError): void;
}

type Circuit = ReturnType<typeof createCircuit>;

/**
 * The circuit breaker of one node. The first failure opens it; one probe after another follows, until one succeeds.
 * The first comes at once, unless the last time was a moment ago: what failed may have been one connection, which is
 * replaced by then.
 */
function createCircuit({ probe, pauseMs, onChange }: CircuitOptions) {
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
