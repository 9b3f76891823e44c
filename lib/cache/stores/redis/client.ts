import { Redis, type UpstashRequest } from "@upstash/redis";
import type { StoreHealth } from "../store.ts";
import { checkedRequest } from "./answers.ts";
import { createBreaker } from "./breaker.ts";
import { RedisError } from "./error.ts";
import { createTcpRequester, RedisOverRequester } from "./tcp.ts";
import { timeLimitSignal } from "./time-limit.ts";

/** Where Redis is: over TCP, or over Upstash's HTTP API (https://upstash.com/docs/redis/features/restapi). */
export type RedisAddress = { url: string } | { restUrl: string; restToken: string };

export interface RedisClientOptions {
  /** Told when Redis stops answering and when it answers again. */
  onChange?: (state: { ok: boolean; error?: unknown }) => void;
  /** Longest that one request takes, connecting included. */
  limitMs?: number;
  /** How long Redis is left alone after a failure. */
  pauseMs?: number;
}

/** The one client of a process; everything on it fails together and comes back together. */
export interface RedisClient {
  /** Joins the commands of one moment into one request, where each request costs. */
  redis: Redis;
  /** Each command in a request of its own: for long values, and for what must not wait for others. */
  direct: Redis;
  /** Where it is, in words for the log; without any secret. */
  description: string;
  health(): StoreHealth;
  close(): Promise<void>;
}

const LIMIT_MS = 150;
const PAUSE_MS = 5_000;

/**
 * Opens the official Upstash client, over HTTP or over TCP. Nothing on it takes longer than `limitMs`;
 * after the first failure everything is refused at once until a probe, every `pauseMs`, succeeds.
 * What fails rejects with a `RedisError`, a time-out included: it is never taken for "there is none".
 */
export function openRedisClient(
  address: RedisAddress,
  { onChange = () => undefined, limitMs = LIMIT_MS, pauseMs = PAUSE_MS }: RedisClientOptions = {},
): RedisClient {
  const { redis, direct, close } =
    "url" in address ? overTcp(address.url, limitMs) : overHttp(address, limitMs);
  // Only the probe pings.
  const probe = () => direct.ping();
  const breaker = createBreaker({ pauseMs, probe, onChange });
  let closed = false;

  for (const client of new Set([redis, direct])) {
    client.use((request, next) => {
      if (closed) return Promise.reject(new RedisError("The Redis client is closed"));
      const work = () => checkedRequest<never>(request, next);
      return isPing(request) ? breaker.tryAgain(work) : breaker.run(work);
    });
  }
  // Connects before the first request needs it, and says at the start when there is no Redis.
  probe().catch(() => undefined);

  return {
    redis,
    direct,
    description: describe(address),
    health() {
      if (closed) return { ok: false, detail: "the Redis client is closed" };
      const detail = breaker.failure();
      return detail === undefined ? { ok: true } : { ok: false, detail };
    },
    async close() {
      closed = true;
      breaker.close();
      close();
    },
  };
}

function overTcp(url: string, limitMs: number) {
  const requester = createTcpRequester(url, limitMs);
  const redis = new RedisOverRequester(requester);
  return { redis, direct: redis, close: () => requester.close() };
}

function overHttp({ restUrl, restToken }: { restUrl: string; restToken: string }, limitMs: number) {
  const open = (enableAutoPipelining: boolean) =>
    new Redis({
      url: restUrl,
      token: restToken,
      // A plain signal would make the client answer null in place of an error.
      signal: () => timeLimitSignal(limitMs),
      // `false` would still try twice, and count twice.
      retry: { retries: 0 },
      automaticDeserialization: false,
      // Values are text. Base64 is longer, and its decoder drops a leading byte order mark.
      responseEncoding: false,
      enableTelemetry: false,
      enableAutoPipelining,
    });
  return { redis: open(true), direct: open(false), close: () => undefined };
}

function isPing({ body }: UpstashRequest): boolean {
  return Array.isArray(body) && body[0] === "ping";
}

function describe(address: RedisAddress): string {
  return "url" in address
    ? `Redis at ${new URL(address.url).host}`
    : `Upstash at ${new URL(address.restUrl).host}`;
}
