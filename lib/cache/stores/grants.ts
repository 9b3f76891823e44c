import type { Ratelimit, RatelimitConfig } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { isAhead } from "../../time/stored-time.ts";
import { systemClock, type Clock } from "../../time/clock.ts";
import { KEY_PREFIX, type RedisCommands } from "./redis/commands.ts";
import type { Store } from "./store.ts";

/** How long a key is granted. */
export const GRANT_MS = 3_600_000;

/**
 * What is granted once an hour, to whoever asks first, for all processes on a store. Every method rejects when it
 * cannot know what others hold.
 */
export interface Grants {
  /** Grants the key for an hour, unless it is granted already. */
  take(key: string): Promise<{ granted: true } | { granted: false; leftMs: number }>;
  giveBack(key: string): Promise<void>;
}

/** Every key of a grant begins with this. */
const GRANTS_PREFIX = "refresh:";

/** Grants in a store: a key that is there, and says until when, until the hour is over. */
export function grantsInStore(store: Store, clock = systemClock): Grants {
  const keyOf = (key: string) => GRANTS_PREFIX + key;

  return {
    async take(key) {
      const grant = { set: keyOf(key), to: String(clock.now() + GRANT_MS), ttlMs: GRANT_MS };
      const takeFrom = (is: string | undefined) =>
        store.transact([{ check: keyOf(key), is }, grant]);
      let outcome = await takeFrom(undefined);
      if (outcome.done) return { granted: true };
      // From before the clock was set back: it would last until then.
      if (isAhead(Number(outcome.found) - GRANT_MS, clock.now()))
        outcome = await takeFrom(outcome.found);
      if (outcome.done) return { granted: true };
      // Anything else that is there says nothing about the time.
      return { granted: false, leftMs: Number(outcome.found) - clock.now() || GRANT_MS };
    },
    giveBack: (key) => store.delete(keyOf(key)),
  };
}

/** What a key of a grant holds in Redis. */
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
