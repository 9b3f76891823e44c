import { Redis, type UpstashRequest } from "@upstash/redis";
import { asRedisError, checkResponse, RedisError } from "./response.ts";
import { createTcpRequester, RedisOverRequester } from "./tcp.ts";
import { timeLimitSignal } from "../../../time-limit.ts";

/** Where Redis is: over TCP, or over Upstash's HTTP API (https://upstash.com/docs/redis/features/restapi). */
export type RedisAddress = { url: string } | { restUrl: string; restToken: string };

export interface RedisClientOptions {
  /** Called with an error when Redis stops responding, and without when it responds again. */
  onChange?: (error?: Error) => void;
  /** Longest that one request takes, connecting included. */
  limitMs?: number | undefined;
  /** Time from a failure to the next probe. */
  pauseMs?: number;
}

export type RedisClient = ReturnType<typeof openRedisClient>;

const LIMIT_MS = 150;
const PAUSE_MS = 5_000;

/**
 * Opens the one client of a process: the official Upstash client, over HTTP or over TCP, with a time
 * limit and a circuit breaker. Nothing on it takes longer than `limitMs`; the first failure opens the
 * circuit, and everything is refused at once until a probe, every `pauseMs`, succeeds. What fails rejects
 * with a `RedisError`, a timeout included: it is never taken for "absent".
 */
export function openRedisClient(
  address: RedisAddress,
  { onChange = () => undefined, limitMs = LIMIT_MS, pauseMs = PAUSE_MS }: RedisClientOptions = {},
) {
  const { description, redis, direct, messages, close } =
    "url" in address ? overTcp(address.url, limitMs) : overHttp(address, limitMs);
  /** Why the circuit is open; undefined while it is closed. */
  let failure: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  // Nothing else pings. Its result is recorded below, like that of every request.
  const probe = () => void direct.ping().catch(() => undefined);

  const noteFailure = (error: RedisError) => {
    if (closed) return;
    if (failure === undefined) onChange(error);
    failure = error.message;
    clearTimeout(timer);
    timer = setTimeout(probe, pauseMs).unref();
  };

  const noteSuccess = () => {
    if (closed || failure === undefined) return;
    failure = undefined;
    clearTimeout(timer);
    onChange();
  };

  for (const client of new Set([redis, direct])) {
    client.use(async (request, next) => {
      const isProbe = isPing(request);
      if (closed) throw new RedisError("The Redis client is closed");
      if (failure !== undefined && !isProbe) {
        throw new RedisError(`The circuit to Redis is open: ${failure}`);
      }
      try {
        const response = await next<never>(request);
        checkResponse(request, response);
        if (isProbe) noteSuccess();
        return response;
      } catch (thrown) {
        const error = asRedisError(thrown);
        if (error.isRefusal) {
          // A Redis that cannot save refuses even a ping (MISCONF), and is there all the same.
          if (isProbe) noteSuccess();
        } else if (isProbe || failure === undefined) {
          // Of several that fail together, the first opens the circuit.
          noteFailure(error);
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
    health: () => ({ ok: !closed && failure === undefined }),
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

function isPing({ body }: UpstashRequest): boolean {
  return Array.isArray(body) && body[0] === "ping";
}
