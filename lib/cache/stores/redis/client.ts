import { createCircuit, type Circuit } from "./circuit.ts";
import { hashTagOf, KEY_PREFIX, RedisError, type RedisCommands } from "./commands.ts";
import { inspectRedis } from "./inspect.ts";
import { CHANNEL } from "./messages.ts";
import { openTcp } from "./tcp.ts";
import { openUpstash } from "./upstash.ts";

/**
 * A Redis is reached over TCP, where it has to prove itself by a certificate of `ca` (PEM), or over Upstash's HTTP
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
/** The service needs a Redis that writes and reads in a script. */
const PROBE = 'redis.call("SET", KEYS[1], "", "PX", 1000) return redis.call("GET", KEYS[1])';

/**
 * Opens the one client of a process: a Redis over HTTP or over TCP, with a time limit and a circuit breaker for each
 * node. Nothing on it takes longer than `limitMs`; the first failure of a node opens its circuit, and everything for
 * it is refused at once until a probe, every `pauseMs`, succeeds. A Redis that responds but refuses its work (it is
 * full, cannot save, is read-only, or the user may not) goes on getting requests, since it may still read; it is
 * unhealthy until it takes writes again. A command that fails rejects with a `RedisError`, a timeout included: it is never
 * taken for "absent".
 */
export function openRedisClient(
  address: RedisAddress,
  { onChange = () => undefined, limitMs = LIMIT_MS, pauseMs }: RedisClientOptions = {},
) {
  /** Each node has its own; a single node, and one that is not known yet, is called "". */
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

  /** Goes to the node that has the key by now: another one may have taken over from the one that failed. */
  const probe = async (failedKey: string) =>
    (await direct).eval(PROBE, [`${KEY_PREFIX}:probe@{${hashTagOf(failedKey)}}`], []);

  // This connects before the first request needs it. A process that is starting gets more time than a command.
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
    /** Inspects Redis once more, as at the start. */
    inspectAgain: () => inspectRedis(transport),
    health: () => ({ ok: !closed && isHealthy() }),
    async close() {
      closed = true;
      for (const circuit of circuits.values()) circuit.end();
      transport.close();
    },
  };
}
