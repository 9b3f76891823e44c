import { Ratelimit } from "@upstash/ratelimit";
import { KEY_PREFIX, type RedisClient } from "../cache/stores/redis.ts";
import { createScript } from "../cache/stores/redis/script.ts";
import { secondsOf, TURN_MS, type Turns } from "./turns.ts";

const PREFIX = `${KEY_PREFIX}:refresh`;

/** Leaves an empty bucket of Ratelimit behind, refilled as if it had been emptied then. */
const NOTE = `
if redis.call("EXISTS", KEYS[1]) == 0 then
  redis.call("HSET", KEYS[1], "refilledAt", ARGV[1], "tokens", 0)
  redis.call("PEXPIRE", KEYS[1], ARGV[2])
end
return 1
`;

/**
 * Turns on @upstash/ratelimit, in Upstash or any Redis. A bucket of one token an hour, since windows
 * let two pass across their edge: the fixed one begins anew, and the sliding one rounds the share of
 * one request that is left of the hour before down to none.
 */
export function createRedisTurns({ redis }: RedisClient): Turns {
  const ratelimit = new Ratelimit({
    redis,
    limiter: Ratelimit.tokenBucket(1, "1 h", 1),
    prefix: PREFIX,
    // What this process granted is remembered by whoever asks.
    ephemeralCache: false,
    // Its own would let pass whatever Redis does not answer in time; the client rejects that.
    timeout: 0,
    analytics: false,
    enableTelemetry: false,
  });
  const note = createScript<number>(redis, NOTE);
  const keyOf = (key: string) => `${PREFIX}:${key}`;

  return {
    async take(key) {
      const { success, reset } = await ratelimit.limit(key);
      if (success) return { granted: true };
      return { granted: false, retryAfterSeconds: secondsOf(reset - Date.now()) };
    },
    async giveBack(key) {
      // `resetUsedTokens` would look through all keys of the Redis to find this one.
      await redis.del(keyOf(key));
    },
    async note(key, leftMs) {
      const left = Math.ceil(leftMs);
      await note([keyOf(key)], [`${Date.now() - (TURN_MS - left)}`, `${left}`]);
    },
  };
}
