import { describe, expect, it, onTestFinished, vi } from "vitest";
import { grantsInRedis } from "../cache/stores/redis/grants.ts";
import { openRedisClient, type RedisAddress } from "../cache/stores/redis.ts";
import { startLoopTime } from "../../testing/loop-time.ts";
import { useRedis } from "../../testing/use-redis.ts";
import { createRefreshLimit, type RefreshLimit } from "./refresh-limit.ts";

const { connectOther, redis, ways } = useRedis("test");

/** Long enough for a machine that is busy with other tests; the outages below wait for it. */
const LIMIT_MS = 700;
const AT_ONCE_MS = 350;
const KEY = "nametag:1:refresh:client:a";

/** One process: a client, its grants in Redis and a limit on them. */
function openProcess(address: RedisAddress, limitMs = LIMIT_MS) {
  const client = openRedisClient(address, { pauseMs: 30, limitMs });
  onTestFinished(() => client.close());
  const grants = grantsInRedis(client.redis);
  return { client, grants, limit: createRefreshLimit(grants) };
}

/** Requests a refresh and returns how it ended and for how long this process could run meanwhile. */
async function take(limit: RefreshLimit, key: string) {
  const elapsed = startLoopTime();
  const { granted } = await limit.take([key]);
  return { granted, ms: elapsed() };
}

/** A refusal for so many seconds, or a few less: the clock of Redis goes on. */
const refusedFor = (seconds: number) => ({
  granted: false,
  leftMs: expect.closeTo((seconds - 4) * 1_000, -4) as number,
});

describe.each(ways)("refresh grants in Redis over %s", (_, address) => {
  it("are made once an hour, and say how long to wait", async () => {
    const { grants } = openProcess(address());
    expect(await grants.take("client:a")).toEqual({ granted: true });
    expect(await grants.take("client:a")).toEqual(refusedFor(3_600));
    const other = await connectOther();
    expect(await other.pTTL(KEY)).toBeGreaterThan(3_590_000);
    await other.pExpire(KEY, 600_000);
    expect(await grants.take("client:a")).toEqual(refusedFor(600));
  });

  it("are given back one by one", async () => {
    const { grants } = openProcess(address());
    for (const key of ["client:a", "client:a*", "client:ab"]) await grants.take(key);
    await grants.giveBack("client:a*");
    expect((await grants.take("client:a")).granted).toBe(false);
    expect((await grants.take("client:ab")).granted).toBe(false);
    expect((await grants.take("client:a*")).granted).toBe(true);
  });
});

describe("refresh grants in Redis", () => {
  const address = () => ({ url: redis().url });

  it("end by the clock of Redis, whatever the clock of a process says", async () => {
    const { grants } = openProcess(address());
    await grants.take("client:a");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await grants.take("client:a")).toEqual(refusedFor(3_600));
    const other = await connectOther();
    await other.pExpire(KEY, 50);
    await expect.poll(async () => (await grants.take("client:a")).granted).toBe(true);
    expect((await grants.take("client:a")).granted).toBe(false);
  });

  it("cost one command, and a refusal two", async () => {
    const { client, grants } = openProcess(address());
    await client.inspected;
    const other = await connectOther();
    const calls = async () =>
      [...(await other.info("commandstats")).matchAll(/cmdstat_(\w+):calls=(\d+)/g)]
        .filter(([, name]) => name !== "info" && name !== "ping")
        .reduce((sum, [, , times]) => sum + Number(times), 0);
    const before = await calls();
    await grants.take("client:a");
    expect((await calls()) - before).toBe(1);
    await grants.take("client:a");
    expect((await calls()) - before).toBe(3);
  });

  it("go to one of 200 requests to Redis itself", async () => {
    const both = [openProcess(address(), 5_000).grants, openProcess(address(), 5_000).grants];
    const requested = Array.from({ length: 100 }, () =>
      both.map((grants) => grants.take("client:a")),
    );
    const taken = await Promise.all(requested.flat());
    expect(taken.filter(({ granted }) => granted)).toHaveLength(1);
  });

  it.each([
    ["killed", () => redis().kill(), () => redis().restart()],
    ["paused", async () => redis().pause(), async () => redis().resume()],
  ])("hold in their process while Redis is %s, and after", async (_name, breakIt, mendIt) => {
    const [one, other] = [openProcess(address()), openProcess(address())];
    expect(await take(one.limit, "before")).toMatchObject({ granted: true });
    await breakIt();
    const flood = await Promise.all(Array.from({ length: 50 }, () => take(one.limit, "first")));
    expect(flood.filter(({ granted }) => granted)).toHaveLength(1);
    for (const { ms } of flood) expect(ms).toBeLessThan(LIMIT_MS + AT_ONCE_MS);
    for (const key of ["before", "first"]) {
      const again = await take(one.limit, key);
      expect(again.granted).toBe(false);
      expect(again.ms).toBeLessThan(AT_ONCE_MS);
    }
    const alone = await take(one.limit, "alone");
    expect(alone).toMatchObject({ granted: true });
    expect(alone.ms).toBeLessThan(AT_ONCE_MS);
    await mendIt();
    // By itself: there is no request to this process meanwhile.
    for (const { client } of [one, other]) await expect.poll(() => client.health().ok).toBe(true);
    for (const key of ["before", "first", "alone"]) {
      expect((await take(one.limit, key)).granted).toBe(false);
    }
    // This much cannot be promised: grants made without Redis are known to their process only, so each other process
    // may make one more, whether Redis was away or a new one takes its place.
    for (const key of ["before", "first", "alone"]) {
      const more = [await take(other.limit, key), await take(other.limit, key)];
      expect(more.filter(({ granted }) => granted).length).toBeLessThanOrEqual(1);
      expect((await take(openProcess(address()).limit, key)).granted).toBe(false);
    }
    expect((await take(one.limit, "after")).granted).toBe(true);
    expect((await take(other.limit, "after")).granted).toBe(false);
  });

  it("that are flushed are no second refresh for clients of the same process", async () => {
    const { limit } = openProcess(address());
    await limit.take(["client:a"]);
    const other = await connectOther();
    await other.flushAll();
    expect((await take(limit, "client:a")).granted).toBe(false);
  });

  it.each([
    ["a text", (key: string) => connectOther().then((other) => other.set(key, "not ours"))],
    ["a list", (key: string) => connectOther().then((other) => other.lPush(key, "not ours"))],
  ])("are made by each process by itself where %s stands that never ends", async (_name, spoil) => {
    await spoil(KEY);
    const { limit, client } = openProcess(address());
    expect((await take(limit, "client:a")).granted).toBe(true);
    expect((await take(limit, "client:a")).granted).toBe(false);
    expect(client.health().ok).toBe(true);
  });
});
