import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openRedisClient, type RedisAddress } from "../cache/stores/redis.ts";
import { startLoopTime } from "../testing/loop-time.ts";
import { useRedis } from "../testing/use-redis.ts";
import { createRedisTurns } from "./redis-turns.ts";
import { createRefreshLimit, type RefusedTurn, type Turn } from "./refresh-limit.ts";

const { connectOther, redis, ways } = useRedis("test");

/** Long enough for a machine that is busy with other tests; the outages below wait for it. */
const LIMIT_MS = 700;
const AT_ONCE_MS = 350;

/** One process: a client, its turns and a limit on them. */
function openProcess(address: RedisAddress, limitMs = LIMIT_MS) {
  const client = openRedisClient(address, { pauseMs: 30, limitMs });
  onTestFinished(() => client.close());
  const turns = createRedisTurns(client);
  return { client, turns, limit: createRefreshLimit(turns, { retryMs: 20 }) };
}

/** Takes a turn and says how it ended and how long it took, not counting what the machine took. */
async function take(limit: { take(keys: string[]): Promise<Turn | RefusedTurn> }, key: string) {
  const elapsed = startLoopTime();
  const { granted } = await limit.take([key]);
  return { granted, ms: elapsed() };
}

describe.each(ways)("turns in Redis over %s", (_, address) => {
  it("are granted once an hour, and say how long to wait", async () => {
    const { turns } = openProcess(address());
    expect(await turns.take("client:a")).toEqual({ granted: true });
    expect(await turns.take("client:a")).toEqual({ granted: false, retryAfterSeconds: 3_600 });
    const other = await connectOther();
    expect(await other.pTTL("nametag:1:refresh:client:a")).toBeGreaterThan(3_590_000);
  });

  it("do not pass twice across the edge of an hour", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-01-01T12:59:59.900Z") });
    onTestFinished(() => void vi.useRealTimers());
    const { turns } = openProcess(address());
    expect((await turns.take("client:a")).granted).toBe(true);
    for (const minutes of [0.01, 1, 30, 59.9]) {
      vi.setSystemTime(Date.parse("2026-01-01T12:59:59.900Z") + minutes * 60_000);
      expect((await turns.take("client:a")).granted).toBe(false);
    }
    vi.setSystemTime(Date.parse("2026-01-01T13:59:59.900Z"));
    expect((await turns.take("client:a")).granted).toBe(true);
  });

  it("are given back alone", async () => {
    const { turns } = openProcess(address());
    for (const key of ["client:a", "client:a*", "client:ab"]) await turns.take(key);
    await turns.giveBack("client:a*");
    expect((await turns.take("client:a")).granted).toBe(false);
    expect((await turns.take("client:ab")).granted).toBe(false);
    expect((await turns.take("client:a*")).granted).toBe(true);
  });

  it("are noted with the time that is left, unless somebody has one", async () => {
    const { turns } = openProcess(address());
    await turns.note("client:a", 600_000);
    expect(await turns.take("client:a")).toEqual({ granted: false, retryAfterSeconds: 600 });
    await turns.take("client:b");
    await turns.note("client:b", 600_000);
    expect(await turns.take("client:b")).toEqual({ granted: false, retryAfterSeconds: 3_600 });
  });

  it("send the script once", async () => {
    const { turns } = openProcess(address());
    for (const key of ["a", "b", "c"]) await turns.take(key);
    const other = await connectOther();
    const stats = await other.info("commandstats");
    expect(/cmdstat_eval:calls=(\d+)/.exec(stats)?.[1]).toBe("1");
  });

  it("grant one of 200 who ask two processes at once", async () => {
    const limits = [openProcess(address(), 5_000).limit, openProcess(address(), 5_000).limit];
    const asked = Array.from({ length: 100 }, () =>
      limits.map((limit) => limit.take(["client:a"])),
    );
    const taken = await Promise.all(asked.flat());
    expect(taken.filter(({ granted }) => granted)).toHaveLength(1);
  });

  it("grant one of 200 who ask the Redis itself", async () => {
    const both = [openProcess(address(), 5_000).turns, openProcess(address(), 5_000).turns];
    await Promise.all(both.map((turns) => turns.take("warm")));
    const asked = Array.from({ length: 100 }, () => both.map((turns) => turns.take("client:a")));
    const taken = await Promise.allSettled(asked.flat());
    const granted = taken.filter((one) => one.status === "fulfilled" && one.value.granted);
    expect(granted).toHaveLength(1);
  });

  it.each([
    ["killed", () => redis().kill(), () => redis().restart()],
    ["paused", async () => redis().pause(), async () => redis().resume()],
  ])("are kept while Redis is %s, and after", async (_name, breakIt, mendIt) => {
    const { limit, client } = openProcess(address());
    expect(await take(limit, "before")).toMatchObject({ granted: true });
    await breakIt();
    const first = await take(limit, "first");
    expect(first.granted).toBe(true);
    expect(first.ms).toBeLessThan(LIMIT_MS + AT_ONCE_MS);
    for (const key of ["before", "first"]) {
      const again = await take(limit, key);
      expect(again.granted).toBe(false);
      expect(again.ms).toBeLessThan(AT_ONCE_MS);
    }
    const alone = await take(limit, "alone");
    expect(alone).toMatchObject({ granted: true });
    expect(alone.ms).toBeLessThan(AT_ONCE_MS);
    await mendIt();
    // By itself: nobody asks this process for anything meanwhile.
    await vi.waitFor(() => expect(client.health().ok).toBe(true), { timeout: 5_000 });
    const other = openProcess(address()).turns;
    await vi.waitFor(
      async () => {
        for (const key of ["first", "alone"]) {
          expect(await redisHas(`nametag:1:refresh:${key}`)).toBe(true);
        }
      },
      { timeout: 5_000 },
    );
    for (const key of ["first", "alone"]) expect((await other.take(key)).granted).toBe(false);
    for (const key of ["before", "first", "alone"]) {
      expect((await take(limit, key)).granted).toBe(false);
    }
    expect((await take(limit, "after")).granted).toBe(true);
  });

  it("that are flushed are no second turn for clients of the same process", async () => {
    const { limit } = openProcess(address());
    await limit.take(["client:a"]);
    const other = await connectOther();
    await other.flushAll();
    expect((await take(limit, "client:a")).granted).toBe(false);
  });

  it("cannot be told from a key that holds something else, and are granted alone", async () => {
    const other = await connectOther();
    await other.set("nametag:1:refresh:client:a", "not ours");
    const { limit, client } = openProcess(address());
    expect((await take(limit, "client:a")).granted).toBe(true);
    expect((await take(limit, "client:a")).granted).toBe(false);
    expect(client.health().ok).toBe(true);
  });
});

async function redisHas(key: string): Promise<boolean> {
  const other = await connectOther();
  try {
    return (await other.exists(key)) === 1;
  } finally {
    other.destroy();
  }
}
