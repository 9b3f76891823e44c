import { z } from "zod";
import type { OpenedStores } from "../cache/open-stores.ts";
import { createScript, type RedisClient } from "../cache/stores/redis.ts";
import { scanRedis } from "../cache/stores/redis/scan.ts";
import { updateValue, type Scan, type Store } from "../cache/stores/store.ts";
import { systemClock } from "../clock.ts";
import { dayOf, secretKey, storeSecret } from "../refresh-limit/client.ts";
import { GRANTED, HOUR_MS, REDIS_PREFIX, STORE_PREFIX } from "../refresh-limit/refresh-limit.ts";
import { storedTime } from "../stored-time.ts";
import { scanned, shortText, type Part } from "./part.ts";

/** Until when a grant is held, in Unix milliseconds. */
export const refreshGrantItem = z.object({
  kind: z.literal("refreshGrant"),
  key: shortText,
  until: storedTime,
});

/** Clocks of a store and of this process, and the time a command takes. */
const CLOSE_MS = 5_000;

/** Refresh grants, as if all had been given here. */
export function refreshGrantsIn(
  stores: Pick<OpenedStores, "redis" | "coordination" | "scan">,
): Part<z.infer<typeof refreshGrantItem>> {
  const grants = stores.redis
    ? grantsInRedis(stores.redis)
    : grantsInStore(stores.coordination, stores.scan("coordination"));
  return {
    ...scanned(grants.scan, grants.prefix, (key, { expiresAt }) => {
      return { kind: "refreshGrant", key, until: withinAnHour(expiresAt) };
    }),
    async merge({ key, until }) {
      if (until > Date.now()) await grants.hold(key, withinAnHour(until));
    },
    async holds({ key, until }) {
      const end = until - CLOSE_MS;
      return end <= Date.now() || (await grants.untilOf(key)) >= end;
    },
  };
}

/** As long as a grant may last, whatever a file says. */
const withinAnHour = (until: number) => Math.min(until, Date.now() + HOUR_MS);

interface Grants {
  scan: Scan;
  prefix: string;
  /** Holds a grant until then at least. */
  hold(key: string, until: number): Promise<unknown>;
  untilOf(key: string): Promise<number>;
}

function grantsInStore(store: Store, scan: Scan): Grants {
  return {
    scan,
    prefix: STORE_PREFIX,
    hold: (key, until) =>
      updateValue(store, STORE_PREFIX + key, (held) => {
        if (held !== undefined && Number(held) >= until) return { to: held };
        return { to: String(until), ttlMs: Math.max(1, until - Date.now()) };
      }),
    untilOf: async (key) => Number(await store.get(STORE_PREFIX + key)),
  };
}

/** Gives a key the later one of two expiries. */
const HOLD = `
if redis.call("PTTL", KEYS[1]) < tonumber(ARGV[2]) then
  redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
end
return 1
`;

function grantsInRedis(client: RedisClient): Grants {
  const prefix = `${REDIS_PREFIX}:`;
  const hold = createScript<number>(client.redis, HOLD);
  return {
    scan: scanRedis(client, prefix),
    prefix: "",
    hold: (key, until) => hold([prefix + key], [GRANTED, `${until - Date.now()}`]),
    untilOf: async (key) => Date.now() + (await client.redis.pttl(prefix + key)),
  };
}

/**
 * Gives a store the day's secret of another one, unless it has its own: without it, grants of clients would be of
 * nobody. It goes into no file, where it would outlive its day.
 */
export async function copyClientSecret(from: Store, to: Store): Promise<void> {
  const day = dayOf(systemClock.now());
  const secret = await from.get(secretKey(day));
  if (secret !== undefined) await storeSecret(to, day, secret);
}
