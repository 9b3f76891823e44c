import type { OpenedStores } from "../cache/open-stores.ts";
import { KEY_PREFIX } from "../cache/stores/redis.ts";
import { scanRedis } from "../cache/stores/redis/scan.ts";
import { readBucket } from "./token-bucket.ts";
import { BUDGET_PREFIX } from "./token-stores.ts";

/** What a bucket learned about its upstream. Its tokens stay where they are. */
export interface LearnedRate {
  /** The name of the egress; or the index of one of those that the store's own configuration names. */
  egress: string | number;
  bucket: string;
  /** Tokens a second. */
  rate: number;
  /** The rate at which the upstream last complained; 0 before. */
  tooMuch: number;
}

/**
 * The learned rates of a store, to be moved to another. The egress of a machine without a name is called otherwise
 * on a store of its own than on a shared one, so those of the own configuration go by their place in it.
 */
export function movedRates(
  { redis, coordination, scan }: Pick<OpenedStores, "redis" | "coordination" | "scan">,
  egresses: readonly { name: string }[],
) {
  const egressOf = (name: string) => {
    const index = egresses.findIndex((egress) => egress.name === name);
    return index === -1 ? name : index;
  };

  /** Undefined for an egress that the configuration here has none for. */
  const nameOf = ({ egress, bucket }: LearnedRate) => {
    const name = typeof egress === "string" ? egress : egresses[egress]?.name;
    return name === undefined ? undefined : `${name}/${bucket}`;
  };
  const all = () =>
    (redis ? scanRedis(redis, `${KEY_PREFIX}:`) : scan("coordination")).read(BUDGET_PREFIX);

  const textOf = async (name: string): Promise<string | undefined> => {
    const key = BUDGET_PREFIX + name;
    if (!redis) return coordination.get(key);
    return (await redis.redis.get<string>(`${KEY_PREFIX}:${key}`)) ?? undefined;
  };

  return {
    async *read(): AsyncGenerator<LearnedRate[]> {
      for await (const batch of all()) {
        yield batch.flatMap(({ key, value }) => {
          const bucket = readBucket(value);
          const [, egress, name] = /^(.*)\/(.*)$/.exec(key.slice(BUDGET_PREFIX.length)) ?? [];
          if (bucket === undefined || egress === undefined || name === undefined) return [];
          const { rate, tooMuch } = bucket;
          return [{ egress: egressOf(egress), bucket: name, rate, tooMuch }];
        });
      }
    },

    /** Begins a bucket with the rate, and without a token. One that is used here knows better. */
    async merge(learned: LearnedRate): Promise<void> {
      const name = nameOf(learned);
      if (name === undefined) return;
      const { rate, tooMuch } = learned;
      const now = Date.now();
      const times = { at: now, changedAt: now, pausedUntil: now };
      const text = JSON.stringify({ tokens: 0, rate, tooMuch, refusals: 0, ...times });
      const key = BUDGET_PREFIX + name;
      if (redis) await redis.redis.set(`${KEY_PREFIX}:${key}`, text, { nx: true });
      else {
        await coordination.transact([
          { check: key, is: undefined },
          { set: key, to: text },
        ]);
      }
    },

    async holds(learned: LearnedRate): Promise<boolean> {
      const name = nameOf(learned);
      return name === undefined || readBucket(await textOf(name)) !== undefined;
    },
  };
}
