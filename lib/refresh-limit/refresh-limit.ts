import { Ratelimit, type RatelimitConfig } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { LRUCache } from "lru-cache";
import { KEY_PREFIX, type RedisClient } from "../cache/stores/redis.ts";
import type { Store } from "../cache/stores/store.ts";
import { systemClock, type Clock } from "../clock.ts";
import { isAhead } from "../stored-time.ts";

/** One forced refresh in this time, for each client and for each profile. */
export const REFRESH_SECONDS = 3_600;
export const HOUR_MS = REFRESH_SECONDS * 1_000;

export interface Refusal {
  granted: false;
  retryAfterSeconds: number;
}

export interface Grant {
  granted: true;
  /** For a refresh that did not happen: as if it had never been granted. */
  giveBack(): Promise<void>;
}

export type RefreshLimit = ReturnType<typeof createRefreshLimit>;

/** Grants that all processes share. Every method rejects when it cannot know what others hold. */
export interface SharedGrants {
  /** Grants the key for an hour, unless it is granted already. */
  take(key: string): Promise<{ granted: true } | Refusal>;
  giveBack(key: string): Promise<void>;
}

interface HeldGrant {
  /** On the monotonic clock. */
  until: number;
  /** Made while the shared grants failed. */
  isLocal: boolean;
}

/** What a held grant takes besides its key. */
const GRANT_BYTES = 200;
/** More than the budgets of the providers pay for within an hour. */
const HELD_BYTES = 5 * 2 ** 20;

/**
 * The refresh limit. This process refuses what it granted within the hour, whatever happens to the
 * shared grants; everything else is theirs to decide. While they fail, it grants on its own, so that
 * a client can get one refresh from each process, and no more.
 */
export function createRefreshLimit(
  shared: SharedGrants,
  clock: Clock = systemClock,
  heldBytes = HELD_BYTES,
) {
  const held = new LRUCache<string, HeldGrant>({
    maxSize: heldBytes,
    sizeCalculation: (_, key) => key.length + GRANT_BYTES,
  });

  const leftOf = (grant: HeldGrant | undefined) =>
    Math.max(0, (grant?.until ?? 0) - clock.monotonic());

  const takeOne = async (key: string): Promise<HeldGrant | Refusal> => {
    const leftMs = leftOf(held.get(key));
    if (leftMs > 0) return refusal(leftMs);
    // Held before the shared grants are read, so that of two requests at once only one can be granted.
    const grant: HeldGrant = { until: clock.monotonic() + HOUR_MS, isLocal: false };
    held.set(key, grant);
    const taken = await shared.take(key).catch(() => undefined);
    if (taken?.granted === false) {
      held.delete(key);
      return taken;
    }
    grant.isLocal = taken === undefined;
    return grant;
  };

  const giveBackOne = async (key: string, grant: HeldGrant) => {
    // An hour later the key may be granted to another request.
    if (held.get(key) !== grant || leftOf(grant) === 0) return;
    held.delete(key);
    // What the shared grants hold under this key is not this grant.
    if (grant.isLocal) return;
    // If this fails, the grant ends with the hour.
    await shared.giveBack(key).catch(() => undefined);
  };

  return {
    /** Grants all keys, or none. Never rejects. */
    async take(keys: readonly string[]): Promise<Grant | Refusal> {
      const taken = new Map<string, HeldGrant>();
      const giveBack = async () => {
        await Promise.all([...taken].map(([key, grant]) => giveBackOne(key, grant)));
      };
      for (const key of new Set(keys)) {
        const result = await takeOne(key);
        if (!("granted" in result)) taken.set(key, result);
        else {
          await giveBack();
          return result;
        }
      }
      return { granted: true, giveBack };
    },
  };
}

/** Grants in a store: a key that is there, and says until when, until the hour is over. */
export function grantsInStore(store: Store, clock = systemClock): SharedGrants {
  const keyOf = (key: string) => `${STORE_PREFIX}${key}`;

  return {
    async take(key) {
      const grant = { set: keyOf(key), to: String(clock.now() + HOUR_MS), ttlMs: HOUR_MS };
      const takeFrom = (is: string | undefined) =>
        store.transact([{ check: keyOf(key), is }, grant]);
      let outcome = await takeFrom(undefined);
      if (outcome.done) return { granted: true };
      // From before the clock was set back: it would last until then.
      if (isAhead(Number(outcome.found) - HOUR_MS, clock.now()))
        outcome = await takeFrom(outcome.found);
      if (outcome.done) return { granted: true };
      // An earlier version wrote a word there, which says nothing about the time.
      return refusal(Number(outcome.found) - clock.now() || HOUR_MS);
    },
    giveBack: (key) => store.delete(keyOf(key)),
  };
}

export const GRANTED = "granted";
/** Of the keys of grants in Redis, without the colon after it. */
export const REDIS_PREFIX = `${KEY_PREFIX}:refresh`;
/** Of those in a store. */
export const STORE_PREFIX = "refresh:";

/** Grants in Upstash or any other Redis, kept by @upstash/ratelimit. */
export function grantsInRedis({ redis }: RedisClient, clock = systemClock): SharedGrants {
  const ratelimit = new Ratelimit({
    // It hands this on to the algorithm below, which needs no other commands.
    redis: redis as Redis,
    limiter: oneAnHour(clock),
    prefix: REDIS_PREFIX,
    // Ratelimit would grant when Redis does not respond in time; the client rejects then.
    timeout: 0,
    ephemeralCache: false,
    analytics: false,
    enableTelemetry: false,
  });

  return {
    async take(key) {
      const { success, reset } = await ratelimit.limit(key);
      return success ? { granted: true } : refusal(reset - clock.now());
    },
    giveBack: (key) => ratelimit.resetUsedTokens(key),
  };
}

/**
 * An algorithm for Ratelimit in plain commands, on the clock of Redis. Its own are scripts that only
 * Upstash runs and that read the caller's clock (docs/decisions/023-the-refresh-limit.md).
 */
const oneAnHour =
  (clock: Clock): RatelimitConfig["limiter"] =>
  () => ({
    async limit(context, key) {
      const taken = await context.redis.set(key, GRANTED, { nx: true, px: HOUR_MS });
      const success = taken !== null;
      if (!success) return { ...(await this.getRemaining(context, key)), success, pending };
      return { success, limit: 1, remaining: 0, reset: clock.now() + HOUR_MS, pending };
    },
    async getRemaining({ redis }, key) {
      const leftMs = await redis.pttl(key);
      if (leftMs === -1 || leftMs > HOUR_MS)
        throw new Error("A refresh grant that ends too late was written by someone else");
      return { limit: 1, remaining: leftMs > 0 ? 0 : 1, reset: clock.now() + Math.max(0, leftMs) };
    },
    async resetTokens({ redis }, key) {
      await redis.del(key);
    },
  });

/** Nothing is left to do after a response. */
const pending = Promise.resolve();

/** Whole seconds to wait, for a header: from one second to an hour. */
function refusal(leftMs: number): Refusal {
  const seconds = Math.min(REFRESH_SECONDS, Math.max(1, Math.ceil(leftMs / 1_000)));
  return { granted: false, retryAfterSeconds: seconds };
}
