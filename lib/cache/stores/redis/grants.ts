import type { Ratelimit, RatelimitConfig } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { systemClock, type Clock } from "../../../time/clock.ts";
import { GRANT_MS, GRANTS_PREFIX, type Grants } from "../grants.ts";
import { KEY_PREFIX, type RedisCommands } from "./commands.ts";

/** The key of a grant holds this in Redis. */
const GRANTED = "granted";

/** Grants in Upstash or any other Redis, kept by @upstash/ratelimit. */
export function grantsInRedis(redis: RedisCommands, clock = systemClock): Grants {
  const keyOf = (key: string) => `${KEY_PREFIX}:${GRANTS_PREFIX}${key}`;
  let opened: Promise<Ratelimit> | undefined;
  const open = async () => {
    const { Ratelimit } = await import("@upstash/ratelimit");
    return new Ratelimit({
      // It hands this on to the algorithm below, which needs no other commands.
      redis: redis as Redis,
      limiter: oneAnHour(clock),
      // It puts a colon between this and a key.
      prefix: keyOf("").slice(0, -1),
      // Ratelimit would grant when Redis does not respond in time; the client rejects then.
      timeout: 0,
      ephemeralCache: false,
      analytics: false,
      enableTelemetry: false,
    });
  };
  const ratelimit = () => (opened ??= open());

  return {
    async take(key) {
      const { success, reset } = await (await ratelimit()).limit(key);
      return success ? { granted: true } : { granted: false, leftMs: reset - clock.now() };
    },
    giveBack: async (key) => (await ratelimit()).resetUsedTokens(key),
  };
}

/**
 * An algorithm for Ratelimit in plain commands, on the clock of Redis. Its own are scripts that only
 * Upstash runs and that read the caller's clock.
 */
const oneAnHour =
  (clock: Clock): RatelimitConfig["limiter"] =>
  () => ({
    async limit(context, key) {
      const taken = await context.redis.set(key, GRANTED, { nx: true, px: GRANT_MS });
      const success = taken !== null;
      if (!success) return { ...(await this.getRemaining(context, key)), success, pending };
      return { success, limit: 1, remaining: 0, reset: clock.now() + GRANT_MS, pending };
    },
    async getRemaining({ redis }, key) {
      const leftMs = await redis.pttl(key);
      if (leftMs === -1 || leftMs > GRANT_MS)
        throw new Error("A refresh grant that ends too late was written by someone else");
      return { limit: 1, remaining: leftMs > 0 ? 0 : 1, reset: clock.now() + Math.max(0, leftMs) };
    },
    async resetTokens({ redis }, key) {
      await redis.del(key);
    },
  });

/** Nothing is left to do after a response. */
const pending = Promise.resolve();
