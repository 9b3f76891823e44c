import { describe, expect, it, onTestFinished } from "vitest";
import { createMemoryStore } from "../../cache/stores/memory.ts";
import { KEY_PREFIX, openRedisClient, type RedisAddress } from "../../cache/stores/redis.ts";
import { useRedis } from "../../testing/use-redis.ts";
import { createBudget } from "../budget.ts";
import { createRedisTokens } from "./redis-tokens.ts";
import { createStoreTokens, type Step, type TokenStore } from "./token-bucket.ts";

const { ways, connectOther } = useRedis("file");
const KEY = `${KEY_PREFIX}:budget:v2:`;

let buckets = 0;

function openRedis(address: RedisAddress) {
  const client = openRedisClient(address, { limitMs: 2_000 });
  onTestFinished(() => client.close());
  return client;
}

/** A clock that stands still does not exist in Redis: rates are so low that it makes no difference. */
const SLOW = { rate: 1e-6, burst: 8 };
const take = (foreground: number, background = 0): Step => ({ do: "take", foreground, background });

async function run(tokens: TokenStore, steps: [Step, owed?: number][]) {
  buckets += 1;
  const results = [];
  for (const [step, owed = 0] of steps) {
    const { taken, bucket } = await tokens.step(`test${buckets}`, SLOW, step, owed);
    const { tokens: left, share, refusals } = bucket;
    const pause = Math.round((bucket.pausedUntil - bucket.at) / 1_000);
    results.push([taken, Math.round(left * 1_000) / 1_000, share, refusals, Math.max(0, pause)]);
  }
  return results;
}

const scripts: [string, [Step, owed?: number][]][] = [
  ["lends the first token", [[take(3)], [take(3)]]],
  ["begins with nothing when none was asked for", [[take(0)], [take(1)]]],
  ["gives no background call a new bucket's token", [[take(0, 2)], [take(2, 2)]]],
  ["is charged, and owes a burst at most", [[take(1)], [take(1), 3], [take(1), 100]]],
  ["pauses for as long as the upstream asks", [[{ do: "refused", pauseMs: 30_000 }], [take(1)]]],
  [
    "doubles no pause during a pause, and halves once",
    [[{ do: "refused" }], [{ do: "refused", pauseMs: 9_000 }], [{ do: "refused" }]],
  ],
  ["keeps a pause within its bounds", [[{ do: "refused", pauseMs: 1 }]]],
  ["keeps a long pause within its bounds", [[{ do: "refused", pauseMs: 1e9 }]]],
  [
    "takes an answer during a pause for an earlier one",
    [[{ do: "refused" }], [{ do: "answered" }]],
  ],
  ["knows nothing of an answer before", [[{ do: "answered" }], [take(1)]]],
];

describe.each(ways)("a bucket in a Redis, over %s,", (_, address) => {
  it.each(scripts)("does what one in another store does: it %s", async (_title, steps) => {
    const inRedis = await run(createRedisTokens(openRedis(address())), steps);
    expect(inRedis).toEqual(
      await run(createStoreTokens(createMemoryStore({ maxBytes: 1e6 })), steps),
    );
  });

  it("is filled and reserved alike", async () => {
    const other = await connectOther();
    const memory = createMemoryStore({ maxBytes: 1e6 });
    const [redis, store] = [createRedisTokens(openRedis(address())), createStoreTokens(memory)];
    const hourAgo = Date.now() - 3_600_000;
    for (const given of [
      { tokens: 8, at: hourAgo, share: 1, pausedUntil: 0, refusals: 0 },
      { tokens: -8, at: hourAgo, share: 0.5, pausedUntil: hourAgo + 120_000, refusals: 2 },
      { tokens: -3, at: hourAgo, share: 0.0625, pausedUntil: hourAgo + 3_000_000, refusals: 2 },
      { tokens: 2.4, at: Date.now() + 3_600_000, share: 1, pausedUntil: 0, refusals: 0 },
      { tokens: 2.4, at: Date.now() + 3_000, share: 1, pausedUntil: 0, refusals: 0 },
      { tokens: 5, at: Date.now() + 9e6, share: 1, pausedUntil: Date.now() + 10e6, refusals: 1 },
      { tokens: "all" },
      [1],
    ]) {
      const text = JSON.stringify(given);
      await other.set(`${KEY}given`, text);
      await memory.set("budget:v2:given", text);
      const allowance = { rate: 0.002, burst: 8 };
      const results = [];
      for (const tokens of [redis, store]) {
        const { taken, bucket } = await tokens.step("given", allowance, take(1, 9), 0);
        results.push([
          taken,
          Math.round(bucket.tokens * 100),
          Math.abs(Math.round((bucket.at - Date.now()) / 10_000)),
        ]);
      }
      expect([text, results[0]]).toEqual([text, results[1]]);
    }
  });

  it.each(["a list", "garbage"])("takes %s under its key for nothing", async (what) => {
    const other = await connectOther();
    if (what === "a list") await other.rPush(`${KEY}up`, "x");
    else await other.set(`${KEY}up`, "{");
    const tokens = createRedisTokens(openRedis(address()));
    expect(await tokens.step("up", SLOW, take(2), 0)).toMatchObject({ taken: 1 });
    expect(await tokens.step("up", SLOW, take(2), 0)).toMatchObject({ taken: 0 });
    await other.del(`${KEY}up`);
  });

  it("costs one command for all callers of one moment, and is shared by all processes", async () => {
    const other = await connectOther();
    const fast = { up: { rate: 1e-6, burst: 30 } };
    const open = () =>
      createBudget({
        tokens: createRedisTokens(openRedis(address())),
        allowances: fast,
        factor: 1,
      });
    const [one, next] = [open(), open()];
    const full = { tokens: 30, at: Date.now(), share: 1, pausedUntil: 0, refusals: 0 };
    await other.set(`${KEY}up`, JSON.stringify(full));
    const claim = { priority: "foreground", waitMs: 1_000 } as const;
    await one.take("up", claim);
    const count = async () =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec(await other.info("commandstats"))?.[1]);
    const before = await count();
    await Promise.all(Array.from({ length: 9 }, () => one.take("up", claim)));
    expect((await count()) - before).toBe(1);
    await Promise.all(Array.from({ length: 20 }, () => next.take("up", claim)));
    await expect(one.take("up", claim)).rejects.toMatchObject({ name: "BudgetSpent" });
    await other.del(`${KEY}up`);
  });
});
