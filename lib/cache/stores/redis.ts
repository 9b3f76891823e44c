import { checkStep, checkValue, expiryOf, notAnInteger, outOfRange } from "./checks.ts";
import type { RedisClient } from "./redis/client.ts";
import { isWrongType, RedisError } from "./redis/response.ts";
import { createScript, TRANSACT } from "./redis/scripts.ts";
import type { Channel, Outcome, Step, Store, WriteOptions } from "./store.ts";

export { openRedisClient, type RedisAddress, type RedisClient } from "./redis/client.ts";

/** Every key of ours begins with this; the number is the version of what is behind it. */
export const KEY_PREFIX = "nametag:1";

/** Redis adds the time to its clock; beyond this a value may as well stay for ever. */
const LONGEST_TTL_MS = 100 * 365 * 86_400_000;

export interface RedisStoreOptions {
  /** Tells apart what different stores keep on one Redis. */
  name: string;
  /** Values are so long that each gets a request of its own. */
  longValues?: boolean;
}

/**
 * A store on a Redis that others use too: a value under one of our keys that is not a string counts as
 * absent. Bounds are those of the Redis itself. The client is closed by the code that opened it.
 */
export function createRedisStore(
  client: RedisClient,
  { name, longValues = false }: RedisStoreOptions,
): Store {
  const redis = longValues ? client.direct : client.redis;
  const transact = createScript<[number, ...(string | null)[]]>(redis, TRANSACT);
  const keyOf = (key: string) => `${KEY_PREFIX}:${name}:${key}`;
  let closed = false;

  const ensureOpen = () => {
    if (closed) throw new RedisError("the Redis store is closed");
  };

  return {
    kind: "redis",

    async get(key) {
      ensureOpen();
      try {
        const value = await redis.get<unknown>(keyOf(key));
        if (value === null) return undefined;
        if (typeof value === "string") return value;
      } catch (error) {
        if (isWrongType(error)) return undefined;
        throw error;
      }
      throw new RedisError("Redis gave something else than a string");
    },

    async set(key, value, options) {
      ensureOpen();
      checkValue(value);
      const ttlMs = ttlOf(options);
      if (ttlMs === undefined) await redis.set(keyOf(key), value);
      else await redis.set(keyOf(key), value, { px: ttlMs });
    },

    async delete(key) {
      ensureOpen();
      return (await redis.del(keyOf(key))) > 0;
    },

    async transact(steps) {
      ensureOpen();
      steps.forEach(checkStep);
      const keys = steps.map((step) => keyOf(keyIn(step)));
      return outcomeOf(await transact(keys, steps.flatMap(parametersOf)));
    },

    health: () => (closed ? { ok: false, detail: "the Redis store is closed" } : client.health()),

    async close() {
      closed = true;
    },
  };
}

/** A channel over Redis' publish and subscribe; there is none over HTTP. */
export function createRedisChannel(
  { redis, messages }: RedisClient,
  name: string,
): Channel | undefined {
  const channel = `${KEY_PREFIX}:${name}`;
  return (
    messages && {
      listen: (onMessage) => messages.subscribe(channel, onMessage),
      isListening: messages.isSubscribed,
      send: () => redis.publish(channel, ""),
    }
  );
}

/** Whole milliseconds for Redis; undefined for ever. */
function ttlOf(options?: WriteOptions): number | undefined {
  const ttlMs = expiryOf(0, options);
  return ttlMs > LONGEST_TTL_MS ? undefined : ttlMs;
}

function keyIn(step: Step): string {
  if ("check" in step) return step.check;
  return "set" in step ? step.set : step.add;
}

/** What the script takes for a step: what to do, its value, milliseconds to live. */
function parametersOf(step: Step): string[] {
  const text = (value: string | undefined) => (value === undefined ? "" : `=${value}`);
  if ("is" in step) return ["is", text(step.is), ""];
  if ("startsWith" in step) return ["starts", text(step.startsWith), ""];
  if ("add" in step) return ["add", String(step.by + 0), ""];
  return ["set", text(step.to), `${ttlOf(step) ?? ""}`];
}

function outcomeOf([code, ...rest]: [number, ...(string | null)[]]): Outcome {
  if (code === 1) return { done: true, sums: rest.map(Number) };
  if (code === 0) return { done: false, found: rest[0] ?? undefined };
  throw rest[0] === "text" ? notAnInteger() : outOfRange();
}
