import { Redis, type UpstashRequest, type UpstashResponse } from "@upstash/redis";
import { timeLimitSignal } from "../../../clock.ts";
import { createTcpRequester, RedisOverRequester } from "./tcp.ts";

/** Where Redis is: over TCP, or over Upstash's HTTP API (https://upstash.com/docs/redis/features/restapi). */
export type RedisAddress = { url: string } | { restUrl: string; restToken: string };

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

/** A write and a read in a script: what the service needs of a Redis. */
const PROBE = 'redis.call("SET", KEYS[1], "", "PX", 1000) return redis.call("GET", KEYS[1])';
const PROBE_KEY = "nametag:1:probe";
/** A Redis at its limit refuses one write and takes the next: so many in a row count. */
const PROBES = 2;

/**
 * Opens the one client of a process: the official Upstash client, over HTTP or over TCP, with a time
 * limit and a circuit breaker. Nothing on it takes longer than `limitMs`; the first failure opens the
 * circuit, and everything is refused at once until a probe, every `pauseMs`, succeeds. A Redis that
 * responds but refuses its work (it is full, cannot save, is read-only, or the user may not) goes on
 * getting requests, since it may still read; it is unhealthy until it takes writes again. What fails
 * rejects with a `RedisError`, a timeout included: it is never taken for "absent".
 */
export function openRedisClient(
  address: RedisAddress,
  { onChange = () => undefined, limitMs = LIMIT_MS, pauseMs = PAUSE_MS }: RedisClientOptions = {},
) {
  const { description, redis, direct, messages, close } =
    "url" in address ? overTcp(address.url, limitMs) : overHttp(address, limitMs);
  /** Why the circuit is open; undefined while it is closed. */
  let failure: string | undefined;
  /** Probes that have to succeed before a Redis that refused its work counts as healthy again. */
  let probesDue = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const isHealthy = () => failure === undefined && probesDue === 0;

  // Its result is recorded below, like that of every request.
  const probe = () => void direct.eval(PROBE, [PROBE_KEY], []).catch(() => undefined);

  /** Records what a request showed, and reports when that makes a difference. */
  const note = (now: { failure?: string; probesDue: number }, error?: RedisError) => {
    if (closed) return;
    const wasHealthy = isHealthy();
    ({ failure, probesDue } = { failure: undefined, ...now });
    clearTimeout(timer);
    if (!isHealthy()) timer = setTimeout(probe, pauseMs).unref();
    if (isHealthy() !== wasHealthy) onChange(error);
  };

  for (const client of new Set([redis, direct])) {
    client.use(async (request, next) => {
      const [command, script]: readonly unknown[] = Array.isArray(request.body) ? request.body : [];
      const isProbe = script === PROBE;
      if (closed) throw new RedisError("The Redis client is closed");
      if (failure !== undefined && !isProbe) {
        throw new RedisError(`The circuit to Redis is open: ${failure}`);
      }
      try {
        const response = await next<never>(request);
        const refused = checkResponse(request, response);
        if (refused !== undefined) note({ probesDue: PROBES }, refused);
        else if (isProbe) note({ probesDue: Math.max(0, probesDue - 1) });
        return response;
      } catch (thrown) {
        const error = asRedisError(thrown);
        // Without messages, processes look for changes themselves.
        if (error.isUnable && command !== "publish") {
          note({ probesDue: PROBES }, error);
        } else if (!error.isRefusal && (isProbe || failure === undefined)) {
          // Of several that fail together, the first opens the circuit.
          note({ failure: error.message, probesDue }, error);
        }
        throw error;
      }
    });
  }
  // Connects before the first request needs it, and says at the start when there is no Redis.
  probe();

  return {
    /** Joins the commands of one moment into one request, where each request costs. */
    redis,
    /** Each command in a request of its own: for long values, and for what must not wait for others. */
    direct,
    /** Messages between processes; there are none over HTTP. */
    messages,
    /** Where it is, in words for the log; without any secret. */
    description,
    health: () => ({ ok: !closed && isHealthy() }),
    async close() {
      closed = true;
      clearTimeout(timer);
      close();
    },
  };
}

function overTcp(url: string, limitMs: number) {
  const requester = createTcpRequester(url, limitMs);
  const redis = new RedisOverRequester(requester);
  const description = `Redis at ${new URL(url).host}`;
  return { description, redis, direct: redis, messages: requester, close: requester.close };
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
  return { description, redis, direct, messages: undefined, close: () => undefined };
}

/**
 * Errors with which a working Redis refuses one command, for what it is. Everything else (silence, a
 * refused connection, a page of HTML, LOADING, a wrong password) means that no Redis is there.
 */
const REFUSALS = /^(NOSCRIPT|WRONGTYPE|ERR max request size exceeded)\b/;
/**
 * Errors of a Redis that is there and does not do its work: it is full, cannot save, is a replica, or
 * the user may not. In a script, Redis 6 puts its own words before them.
 */
const UNABLE =
  /(?:^|: -)(OOM|MISCONF|READONLY|NOREPLICAS|NOPERM)\b|^ERR (ACL failure in script|The user executing the script)\b/;
const LONGEST_MESSAGE = 200;

/** Why Redis gave no result; the message holds no value, password or token. */
export class RedisError extends Error {
  override readonly name = "RedisError";
  /** True when Redis itself refused the command, and will take others. */
  readonly isRefusal: boolean;
  /** True when it refused what it has to take: it works no more than in part. */
  readonly isUnable: boolean;

  constructor(message: string) {
    super(message.slice(0, LONGEST_MESSAGE));
    this.isUnable = UNABLE.test(message);
    this.isRefusal = this.isUnable || REFUSALS.test(message);
  }
}

/** What a client threw, as a `RedisError`. */
export function asRedisError(error: unknown): RedisError {
  if (error instanceof RedisError) return error;
  if (!(error instanceof Error)) return new RedisError(String(error));
  const { message, cause } = error;
  // The client repeats the whole command, values and all, and prefixes what failed in a pipeline.
  const said = message.replace(/, command was: .*$/s, "").replace(/^Command failed: /, "");
  const why = cause instanceof Error && cause.message !== "" ? `: ${cause.message}` : "";
  return new RedisError(`${said || error.name}${why}`);
}

/**
 * Throws unless a response has a result, or the refusal of a Redis, for each command of its request: a
 * proxy may send anything with status 200.
 * @returns the refusal by which Redis shows that it does not do its work, if there is one
 */
function checkResponse(
  { path = [], body }: UpstashRequest,
  response: UpstashResponse<unknown>,
): RedisError | undefined {
  const isPipeline = path.length > 0;
  const results: unknown = isPipeline ? response : [response];
  const expected = isPipeline && Array.isArray(body) ? body.length : 1;
  if (!Array.isArray(results) || results.length !== expected) throw notFromRedis();
  let unable: RedisError | undefined;
  for (const one of results as readonly (Partial<UpstashResponse<unknown>> | null)[]) {
    if (typeof one?.error === "string" && one.error !== "") {
      const failure = new RedisError(one.error);
      if (!failure.isRefusal) throw failure;
      if (failure.isUnable) unable ??= failure;
    } else if (one?.result === undefined) {
      throw notFromRedis();
    }
  }
  return unable;
}

function notFromRedis(): RedisError {
  return new RedisError("The response is not from a Redis");
}
