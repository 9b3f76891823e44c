import { Redis } from "@upstash/redis";
import { timeLimitSignal } from "../../../clock.ts";
import { parseRedisUrl, type RedisPlace } from "../../../configuration/configuration.ts";
import { createCircuit, type Circuit } from "./circuit.ts";
import { asRedisError, checkResponse, RedisError } from "./errors.ts";
import { inspectRedis, inspectUpstash } from "./inspect.ts";
import { createTcpRequester, RedisOverRequester } from "./tcp.ts";

export { asRedisError, RedisError } from "./errors.ts";
export type { RedisReport } from "./inspect.ts";

/**
 * Where Redis is: over TCP, with the certificates in PEM that it has to prove itself by, or over Upstash's HTTP
 * API (https://upstash.com/docs/redis/features/restapi).
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
const PAUSE_MS = 5_000;
/** Another node takes over from one that is gone, within seconds. */
const FAILOVER_PAUSE_MS = 1_000;

/** A write and a read in a script: what the service needs of a Redis. */
const PROBE = 'redis.call("SET", KEYS[1], "", "PX", 1000) return redis.call("GET", KEYS[1])';
const PROBE_KEY = "nametag:1:probe";

/**
 * Opens the one client of a process: the official Upstash client, over HTTP or over TCP, with a time
 * limit and a circuit breaker for each node. Nothing on it takes longer than `limitMs`; the first failure of a
 * node opens its circuit, and everything for it is refused at once until a probe, every `pauseMs`, succeeds. A
 * Redis that responds but refuses its work (it is full, cannot save, is read-only, or the user may not) goes on
 * getting requests, since it may still read; it is unhealthy until it takes writes again. What fails
 * rejects with a `RedisError`, a timeout included: it is never taken for "absent".
 */
export function openRedisClient(
  address: RedisAddress,
  { onChange = () => undefined, limitMs = LIMIT_MS, pauseMs }: RedisClientOptions = {},
) {
  /** By node; one named "" where there are no several, or none is known yet. */
  const circuits = new Map<string, Circuit>();
  let wasHealthy = true;
  let closed = false;

  const isHealthy = () => [...circuits.values()].every((circuit) => circuit.isHealthy());

  const report = (error?: RedisError) => {
    if (closed || isHealthy() === wasHealthy) return;
    wasHealthy = isHealthy();
    onChange(wasHealthy ? undefined : error);
  };

  /** Forgets nodes that no longer have a part of the keys. */
  const onNodes = (nodes: readonly string[]) => {
    for (const [node, circuit] of circuits) {
      if (nodes.includes(node)) continue;
      circuit.end();
      circuits.delete(node);
    }
    report();
  };

  const { description, redis, direct, tcp, canFailOver, inspect } =
    "url" in address ? overTcp(address, limitMs, onNodes) : overHttp(address, limitMs);

  // Its result is recorded below, like that of every request.
  const probe = async (node: string) => {
    const key = node === "" ? PROBE_KEY : tcp?.keyOn(node, PROBE_KEY);
    if (key === undefined) onNodes([...circuits.keys()].filter((other) => other !== node));
    else await direct.eval(PROBE, [key], []).catch(() => undefined);
  };

  const circuitOf = (command: readonly unknown[]): Circuit => {
    const node = tcp?.nodeFor(command) ?? "";
    const known = circuits.get(node);
    if (known !== undefined) return known;
    const circuit = createCircuit({
      probe: () => void probe(node),
      pauseMs: pauseMs ?? (canFailOver() ? FAILOVER_PAUSE_MS : PAUSE_MS),
      onChange: report,
    });
    circuits.set(node, circuit);
    return circuit;
  };

  for (const client of new Set([redis, direct])) {
    client.use(async (request, next) => {
      const body: readonly unknown[] = Array.isArray(request.body) ? request.body : [];
      const [command, script] = body;
      const isProbe = script === PROBE;
      if (closed) throw new RedisError("The Redis client is closed");
      const circuit = circuitOf(body);
      const failure = circuit.failure();
      if (failure !== undefined && !isProbe) {
        throw new RedisError(`The circuit to Redis is open: ${failure}`);
      }
      try {
        const response = await next<never>(request);
        const refused = checkResponse(request, response);
        if (refused !== undefined) circuit.refused(refused);
        else if (isProbe) circuit.probed();
        return response;
      } catch (thrown) {
        const error = asRedisError(thrown);
        // Without messages, processes look for changes themselves.
        if (error.isUnable && command !== "publish") circuit.refused(error);
        else if (!error.isRefusal) circuit.failed(error, isProbe);
        throw error;
      }
    });
  }
  // Connects before the first request needs it. A process that is starting gets more time than a command.
  const look = async () => {
    try {
      return await inspect();
    } finally {
      if (isHealthy()) await probe("");
    }
  };
  const inspected = look();
  inspected.catch(() => undefined);

  return {
    /** Joins the commands of one moment into one request, where each request costs. */
    redis,
    /** Each command in a request of its own: for long values, and for what must not wait for others. */
    direct,
    /** Messages between processes; there are none over HTTP. */
    messages: tcp,
    /** Where it is, in words for the log; without any secret. */
    description,
    /**
     * What it says about itself. Undefined when it does not respond, or cannot do its work at the moment. Rejects
     * with a ConfigurationError when it responds with something that will not mend itself.
     */
    inspected,
    health: () => ({ ok: !closed && isHealthy() }),
    async close() {
      closed = true;
      for (const circuit of circuits.values()) circuit.end();
      tcp?.close();
    },
  };
}

function overTcp(
  { url, ca }: { url: string; ca?: string },
  limitMs: number,
  onNodes: (nodes: readonly string[]) => void,
) {
  const place = parseRedisUrl(url);
  const tcp = createTcpRequester({ place, ca, limitMs, onNodes });
  const redis = new RedisOverRequester(tcp);
  const canFailOver = () => place.kind === "sentinel" || tcp.isCluster();
  const description = describe(place);
  const inspect = () => inspectRedis(tcp, place, description);
  return { description, redis, direct: redis, tcp, canFailOver, inspect };
}

function describe({ kind, nodes, sentinel }: RedisPlace): string {
  const hosts = nodes.map(({ host, port }) =>
    host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`,
  );
  if (kind === "cluster") return `Redis Cluster at ${hosts.join(", ")}`;
  if (kind === "node") return `Redis at ${hosts.join(", ")}`;
  return `Redis, as ${sentinel?.name} of the sentinels at ${hosts.join(", ")}`;
}

function overHttp({ restUrl, restToken }: { restUrl: string; restToken: string }, limitMs: number) {
  const open = (enableAutoPipelining: boolean) =>
    new Redis({
      url: restUrl,
      token: restToken,
      // A plain signal would make the client return null in place of an error.
      signal: () => timeLimitSignal(limitMs),
      // `false` would still try twice, and count twice.
      retry: { retries: 0 },
      automaticDeserialization: false,
      // Values are text. Base64 is longer, and its decoder drops a leading byte order mark.
      responseEncoding: false,
      enableTelemetry: false,
      enableAutoPipelining,
    });
  const description = `Upstash at ${new URL(restUrl).host}`;
  const [redis, direct] = [open(true), open(false)];
  const inspect = () => inspectUpstash(open(false), description);
  return { description, redis, direct, tcp: undefined, canFailOver: () => false, inspect };
}
