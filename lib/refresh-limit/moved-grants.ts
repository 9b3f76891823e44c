import type { OpenedStores } from "../cache/open-stores.ts";
import { createScript, type RedisClient } from "../cache/stores/redis.ts";
import { scanRedis } from "../cache/stores/redis/scan.ts";
import { updateValue, type Store } from "../cache/stores/store.ts";
import { GRANTED, HOUR_MS, REDIS_PREFIX, STORE_PREFIX } from "./refresh-limit.ts";

/** A refresh grant that is held, until a time in Unix milliseconds. */
export interface HeldRefresh {
  key: string;
  until: number;
}

export interface MovedGrants {
  read(): AsyncIterable<HeldRefresh[]>;
  /** Holds a grant until then at least, as if it had been given here. */
  merge(grant: HeldRefresh): Promise<void>;
  holds(grant: HeldRefresh): Promise<boolean>;
}

/** Clocks of a store and of this process, and the time a command takes. */
const CLOSE_MS = 5_000;

/** The refresh grants of a store, to be moved to another. */
export function movedGrants(stores: Pick<OpenedStores, "redis" | "coordination" | "scan">) {
  return stores.redis ? inRedis(stores.redis) : inStore(stores);
}

/** As long as a grant may last, whatever a file says. */
const isOver = (until: number) => until <= Date.now();
const within = (until: number) => Math.min(until, Date.now() + HOUR_MS);

function inStore({
  coordination,
  scan,
}: { coordination: Store } & Pick<OpenedStores, "scan">): MovedGrants {
  const untilOf = async (key: string) => Number(await coordination.get(STORE_PREFIX + key));
  return {
    async *read() {
      for await (const batch of scan("coordination").read(STORE_PREFIX)) {
        yield batch.map(({ key, expiresAt }) => ({
          key: key.slice(STORE_PREFIX.length),
          until: Math.min(expiresAt, Date.now() + HOUR_MS),
        }));
      }
    },
    async merge({ key, until }) {
      if (isOver(until)) return;
      const end = within(until);
      await updateValue(coordination, STORE_PREFIX + key, (held) => {
        if (held !== undefined && Number(held) >= end) return { to: held };
        return { to: String(end), ttlMs: Math.max(1, end - Date.now()) };
      });
    },
    holds: async ({ key, until }) =>
      isOver(until - CLOSE_MS) || (await untilOf(key)) >= until - CLOSE_MS,
  };
}

/** Gives a key the later one of two expiries. */
const HOLD = `
if redis.call("PTTL", KEYS[1]) < tonumber(ARGV[2]) then
  redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
end
return 1
`;

function inRedis(client: RedisClient): MovedGrants {
  const hold = createScript<number>(client.redis, HOLD);
  const prefix = `${REDIS_PREFIX}:`;
  return {
    async *read() {
      for await (const batch of scanRedis(client, prefix).read("")) {
        yield batch.map(({ key, expiresAt }) => ({
          key,
          until: Math.min(expiresAt, Date.now() + HOUR_MS),
        }));
      }
    },
    async merge({ key, until }) {
      if (isOver(until)) return;
      await hold([prefix + key], [GRANTED, `${within(until) - Date.now()}`]);
    },
    holds: async ({ key, until }) =>
      isOver(until - CLOSE_MS) ||
      (await client.redis.pttl(prefix + key)) >= until - Date.now() - CLOSE_MS,
  };
}
