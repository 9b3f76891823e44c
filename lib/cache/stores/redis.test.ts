import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { compareAndSet, increment } from "./store.fixture.ts";
import { aroundTests, untilTestEnds } from "../../../testing/opened.ts";
import { ageRedis } from "../../../testing/redis.ts";
import { useRedis } from "../../../testing/use-redis.ts";
import { testStore } from "./conformance.fixture.ts";
import { createRedisStore, openRedisClient, type RedisAddress, type RedisClient } from "./redis.ts";

const { bridge, connectOther, redis, ways, withoutReads } = useRedis("file");

// These tests are about replies, not about time: the machine may be busy with other tests.
const connect = (address: RedisAddress) => openRedisClient(address, { limitMs: 5_000 });

function storeOn(client: RedisClient, longValues = false, name: string = randomUUID()) {
  return { name, store: createRedisStore(client, name, longValues ? client.direct : client.redis) };
}

for (const [way, address] of ways) {
  const client = aroundTests(async () => connect(address()));

  testStore(
    `Redis over ${way}`,
    async () => {
      const { store, name } = storeOn(client());
      return {
        store,
        advance: (ms) => ageRedis(redis().url, ms),
        reopen: async () => storeOn(untilTestEnds(connect(address())), false, name).store,
      };
    },
    { exactClock: false },
  );

  describe.each([
    ["together", false],
    ["alone", true],
  ])(`a Redis store over ${way} that sends each command %s`, (_, longValues) => {
    const open = () => storeOn(client(), longValues);

    it("keeps its keys under a prefix and its times in Redis", async () => {
      const { store, name } = open();
      await store.set("a:b", "1", { ttlMs: 60_000.5 });
      const other = await connectOther();
      expect(await other.get(`nametag:1:${name}:a:b`)).toBe("1");
      expect(await other.pTTL(`nametag:1:${name}:a:b`)).toBeGreaterThan(50_000);
    });

    it("treats a key of another type as absent, and replaces it", async () => {
      const { store, name } = open();
      const other = await connectOther();
      const spoil = (key: string) => other.lPush(`nametag:1:${name}:${key}`, "not ours");
      await Promise.all(["get", "set", "swap", "count"].map(spoil));
      expect(await store.get("get")).toBeUndefined();
      expect(await compareAndSet(store, "swap", "not ours", "x")).toBe(false);
      expect(await compareAndSet(store, "swap", undefined, "x")).toBe(true);
      expect(await increment(store, "count", 3)).toBe(3);
      await store.set("set", "x");
      expect(await store.get("set")).toBe("x");
      expect(store.health()).toEqual({ ok: true });
    });

    it("keeps a leading byte order mark and a value that is a number", async () => {
      const { store } = open();
      for (const value of ["\ufeffx", "12345678901234567890", "OK"]) {
        await store.set("a", value);
        expect(await store.get("a")).toBe(value);
      }
    });

    it("accepts a time to live of a thousand years", async () => {
      const { store, name } = open();
      await store.set("a", "1", { ttlMs: 1_000 * 365 * 86_400_000 });
      const other = await connectOther();
      expect(await other.pTTL(`nametag:1:${name}:a`)).toBe(-1);
    });

    it("reloads its scripts after Redis has dropped them", async () => {
      const { store } = open();
      await increment(store, "a", 1);
      const other = await connectOther();
      await other.scriptFlush();
      expect(await increment(store, "a", 1)).toBe(2);
    });

    it("reads what another type hides together with what is there", async () => {
      const { store, name } = open();
      const other = await connectOther();
      await other.lPush(`nametag:1:${name}:list`, "not ours");
      await store.set("text", "1");
      const read = await Promise.all(["list", "text", "none"].map((key) => store.get(key)));
      expect(read).toEqual([undefined, "1", undefined]);
    });
  });
}

it("takes a refused read for a failure, never for an absent value", async () => {
  const other = await connectOther();
  const { store, name } = storeOn(untilTestEnds(connect(await withoutReads())));
  await other.set(`nametag:1:${name}:a`, "precious");
  await expect(compareAndSet(store, "a", undefined, "x")).rejects.toThrow(
    "The user executing the script",
  );
  await expect(increment(store, "a", 1)).rejects.toThrow("The user executing the script");
  expect(await other.get(`nametag:1:${name}:a`)).toBe("precious");
});

it("sends the commands of one moment to Upstash in one request, long values alone", async () => {
  const address = { restUrl: bridge().url, restToken: bridge().token };
  const count = async (longValues: boolean) => {
    const client = untilTestEnds(connect(address));
    const { store } = storeOn(client, longValues);
    await client.inspected;
    const before = bridge().requests();
    await Promise.all(Array.from({ length: 50 }, (_, index) => store.get(`${index}`)));
    return bridge().requests() - before;
  };
  expect(await count(false)).toBe(1);
  expect(await count(true)).toBe(50);
});
