import { describe, expect, it, onTestFinished } from "vitest";
import { createMemoryStore } from "../cache/stores/memory.ts";
import {
  createRedisStore,
  KEY_PREFIX,
  openRedisClient,
  type RedisAddress,
} from "../cache/stores/redis.ts";
import { useRedis } from "../../testing/use-redis.ts";
import { createBudget } from "./budget.ts";
import { createStoreTokens, RESERVE, type Step, type TokenStore } from "./token-bucket.ts";

const { redis, connectOther, withoutReads } = useRedis("file");
const KEY = `${KEY_PREFIX}:budget:v3:`;

let buckets = 0;

function openRedis(address: RedisAddress = { url: redis().url }) {
  const client = openRedisClient(address, { limitMs: 2_000 });
  onTestFinished(() => client.close());
  return createRedisStore(client, "");
}

/** A clock that stands still does not exist in Redis: rates are so low that it makes no difference. */
const SLOW = { rate: 1e-6, floor: 1e-6 / 16, ceiling: 1e-6, burst: 8, fresh: 1 / 4, reserve: 0 };
const take = (foreground: number, background = 0, heavy = 0): Step => {
  const wanted = [
    { count: foreground, leaving: 0 },
    { count: heavy, leaving: 1 / 2 },
    { count: background, leaving: RESERVE },
  ];
  return { do: "take", wanted: wanted.filter(({ count }) => count > 0) };
};

async function run(tokens: TokenStore, steps: [Step, owed?: number][]) {
  buckets += 1;
  const results = [];
  let until = 0;
  let pause = 0;
  for (const [step, owed = 0] of steps) {
    const { taken, bucket } = await tokens.step(`test${buckets}`, SLOW, step, owed);
    const { tokens: remaining, rate, rejectedRate, refusals, pausedUntil } = bucket;
    // Measured when it begins, since time goes on between steps.
    if (pausedUntil !== until) pause = Math.round((pausedUntil - bucket.at) / 1_000);
    until = pausedUntil;
    const rates = [rate, rejectedRate].map((one) => one.toPrecision(6));
    results.push([taken, Math.round(remaining * 1_000) / 1_000, rates, refusals, pause]);
  }
  return results;
}

const scripts: [string, [Step, owed?: number][]][] = [
  ["begins with a share of the burst", [[take(3)], [take(3)]]],
  ["begins with it when none was requested", [[take(0)], [take(1)]]],
  ["leaves a quarter of the burst in the background", [[take(0, 2)], [take(2, 2)]]],
  ["leaves half of it to others than heavy clients", [[take(1, 0, 2)], [take(2, 2)]]],
  ["is charged, and owes a burst at most", [[take(1)], [take(1), 3], [take(1), 100]]],
  ["pauses for as long as the upstream says", [[{ do: "refused", pauseMs: 30_000 }], [take(1)]]],
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
  [
    "halves its rate without a pause",
    [[take(1)], [{ do: "halved" }], [{ do: "halved" }], [take(1)]],
  ],
];

describe("a bucket in a Redis", () => {
  it.each(scripts)("does what one in another store does: it %s", async (_title, steps) => {
    const inRedis = await run(createStoreTokens(openRedis()), steps);
    expect(inRedis).toEqual(
      await run(createStoreTokens(createMemoryStore({ maxBytes: 1e6 })), steps),
    );
  });

  it("is filled and reserved alike", async () => {
    const other = await connectOther();
    const memory = createMemoryStore({ maxBytes: 1e6 });
    const [shared, store] = [createStoreTokens(openRedis()), createStoreTokens(memory)];
    const hourAgo = Date.now() - 3_600_000;
    const some = { rate: 0.002, rejectedRate: 0, changedAt: hourAgo, pausedUntil: 0, refusals: 0 };
    const refusedBefore = { ...some, rejectedRate: 0.01 };
    for (const [step, given] of [
      [take(1, 9), { ...some, tokens: 8, at: hourAgo }],
      [take(1, 0, 9), { ...some, tokens: 8, at: hourAgo }],
      [take(1, 9, 9), { ...some, tokens: 8, at: hourAgo }],
      [take(1, 9, 1), { ...some, tokens: 8, at: hourAgo }],
      [
        take(1, 9),
        { ...some, tokens: -8, at: hourAgo, pausedUntil: hourAgo + 120_000, refusals: 2 },
      ],
      [
        take(1, 9),
        { ...some, tokens: -3, at: hourAgo, pausedUntil: hourAgo + 3_000_000, refusals: 2 },
      ],
      [take(1, 9), { ...some, tokens: 2.4, at: Date.now() + 3_600_000 }],
      [take(1, 9), { ...some, tokens: 2.4, at: Date.now() + 3_000 }],
      [
        take(1, 9),
        { ...some, tokens: 5, at: Date.now() + 9e6, pausedUntil: Date.now() + 10e6, refusals: 1 },
      ],
      // Slow start, additive increase, both near the ceiling, and outside of all bounds.
      [take(9), { ...some, tokens: 1, at: hourAgo }],
      [take(9), { ...refusedBefore, tokens: 1, at: hourAgo }],
      [take(9), { ...refusedBefore, tokens: 1, at: hourAgo, rate: 0.009 }],
      [take(9), { ...some, tokens: 1, at: hourAgo, rate: 0.0099 }],
      [take(9), { ...some, tokens: 1, at: hourAgo, rate: 5 }],
      [take(9), { ...some, tokens: 1, at: hourAgo, rate: 1e-9 }],
      [take(9), { ...some, tokens: 1, at: hourAgo, changedAt: Date.now() }],
      [take(1), { ...some, tokens: 8, at: hourAgo }],
      [{ do: "halved" }, { ...refusedBefore, tokens: 1, at: hourAgo }],
      [{ do: "refused" }, { ...refusedBefore, tokens: 1, at: hourAgo }],
      [{ do: "refused" }, { ...refusedBefore, tokens: 1, at: hourAgo, refusals: 1 }],
      [take(1, 9), { tokens: "all" }],
      [take(1, 9), [1]],
    ] as [Step, object][]) {
      const text = JSON.stringify([step, given]);
      await other.set(`${KEY}given`, JSON.stringify(given));
      await memory.set("budget:v3:given", JSON.stringify(given));
      const allowance = { ...SLOW, rate: 0.002, floor: 0.001, ceiling: 0.01 };
      const results = [];
      for (const tokens of [shared, store]) {
        const { taken, bucket } = await tokens.step("given", allowance, step, 0);
        const ago = (at: number) => Math.round((at - Date.now()) / 60_000);
        results.push([
          taken,
          Math.round(bucket.tokens * 100),
          [bucket.rate, bucket.rejectedRate].map((rate) => rate.toPrecision(6)),
          [bucket.at, bucket.changedAt].map((at) => Math.abs(ago(at))),
        ]);
      }
      expect([text, results[0]]).toEqual([text, results[1]]);
    }
  });

  it.each(["a list", "garbage"])("takes %s under its key for nothing", async (what) => {
    const other = await connectOther();
    if (what === "a list") await other.rPush(`${KEY}up`, "x");
    else await other.set(`${KEY}up`, "{");
    const tokens = createStoreTokens(openRedis());
    expect(await tokens.step("up", SLOW, take(3), 0)).toMatchObject({ taken: 2 });
    expect(await tokens.step("up", SLOW, take(3), 0)).toMatchObject({ taken: 0 });
    await other.del(`${KEY}up`);
  });

  it("costs one command for all callers of one moment, and is shared by all processes", async () => {
    const other = await connectOther();
    const fast = { up: { rate: 1e-6, burst: 30 } };
    const open = async () => {
      const client = openRedisClient({ url: redis().url }, { limitMs: 2_000 });
      onTestFinished(() => client.close());
      // At the start every command is tried, which would be counted below.
      await client.inspected;
      const tokens = createStoreTokens(createRedisStore(client, ""));
      return createBudget({ tokens, allowances: fast, factor: 1 });
    };
    const [one, next] = [await open(), await open()];
    const at = Date.now();
    const full = {
      tokens: 30,
      at,
      rate: 1,
      rejectedRate: 0,
      changedAt: at,
      pausedUntil: 0,
      refusals: 0,
    };
    await other.set(`${KEY}here/up`, JSON.stringify(full));
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

it("takes a refused read for a failure: a new bucket would have tokens at each step", async () => {
  const tokens = createStoreTokens(openRedis(await withoutReads()));
  await expect(tokens.step("refused", SLOW, take(1), 0)).rejects.toThrow(
    "The user executing the script",
  );
});
