import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createActivity } from "../../lib/activity/activity.ts";
import {
  openStores,
  type OpenedStores,
  type Stores,
  type StoresOptions,
} from "../../lib/cache/open-stores.ts";
import { GRANT_MS } from "../../lib/cache/stores/grants.ts";
import { createRedisStore, openRedisClient } from "../../lib/cache/stores/redis.ts";
import { beside } from "../../lib/cache/stores/store.ts";
import { readConfiguration } from "../../lib/configuration/configuration.ts";
import type { JavaUuid, TextureHash } from "../../lib/contract/identifiers.ts";
import { createFormerNames } from "../../lib/players/former-names.ts";
import { createHistory } from "../../lib/players/history.ts";
import { askRedis } from "../redis.ts";
import { openRedis } from "../use-redis.ts";

const KEPT = { ttlMs: 86_400_000 };

async function scratch(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), "nametag-durable-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

function open(env: Record<string, string>, options?: StoresOptions): OpenedStores {
  const stores = openStores(readConfiguration(env), pino({ level: "silent" }), options);
  onTestFinished(() => stores.close());
  return stores;
}

/** Calls `work` for 0 to `count`, a thousand at a time. */
async function forEach(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 1_000) {
    const size = Math.min(1_000, count - done);
    await Promise.all(Array.from({ length: size }, (_, index) => work(done + index)));
  }
}

/** Writes the leases and negative entries that requests for `count` unknown names leave behind. */
async function flood({ values, committed }: Pick<Stores, "values" | "committed">, count: number) {
  for (let done = 0; done < count; done += 1_000) {
    await forEach(Math.min(1_000, count - done), async (index) => {
      const key = `java-name:v1:unknown_${done + index}`;
      await values.set(beside(key, "lease"), "held:0:nobody", KEPT);
      await values.set(key, `{"fetchedAt":${Date.now()},"freshMs":600000,"value":null}`, KEPT);
    });
    await committed();
  }
}

function uuidOf(index: number): JavaUuid {
  return `5e7e5000000040008000${index.toString(16).padStart(12, "0")}` as JavaUuid;
}

/** Looks players up, the first under two names, and reads its names and the statistics later. */
function createPlayers({ durable }: Stores) {
  const history = createHistory({ store: durable, formerNames: createFormerNames(durable) });
  const { takeNewPlayers } = history;
  const activity = createActivity({ store: durable, takeNewPlayers });
  return {
    async see(count: number) {
      await forEach(count, (index) => history.observe(uuidOf(index), { name: `Player_${index}` }));
    },
    count(lookups: number) {
      for (let index = 0; index < lookups; index += 1) activity.record([], false);
    },
    async known() {
      const names = await history.observe(uuidOf(0), { name: "Player_0" });
      const { lookups_total, players_total } = (await activity.recent()).stats;
      return { names: names.map(({ name }) => name), lookups_total, players_total };
    },
    rename: () => history.observe(uuidOf(0), { name: "First_Name" }),
  };
}

async function bytesIn(directory: string): Promise<number> {
  const files = await readdir(directory);
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(path.join(directory, file))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe("refresh grants", () => {
  it("are held by other processes after more unknown names than fit into the cache", async () => {
    const DATA_DIR = await scratch();
    const stores = open({ DATA_DIR }, { cacheBytes: 200_000 });
    expect((await stores.grants.take("profile:java:a")).granted).toBe(true);
    await flood(stores, 5_000);
    expect(await stores.values.get("java-name:v1:unknown_0")).toBeUndefined();
    const other = open({ DATA_DIR }, { cacheBytes: 200_000 });
    expect((await other.grants.take("profile:java:a")).granted).toBe(false);
    expect((await other.grants.take("profile:java:b")).granted).toBe(true);
  });

  it("are deleted from disk after their hour", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const DATA_DIR = await scratch();
    const grants = open({ DATA_DIR }).grants;
    const sizes: number[] = [];
    for (let hour = 0; hour < 4; hour += 1) {
      await forEach(20_000, (index) => grants.take(`profile:java:${hour}:${uuidOf(index)}`));
      sizes.push(await bytesIn(DATA_DIR));
      vi.setSystemTime(Date.now() + GRANT_MS);
    }
    // After the first hour, there is space for the grants of two hours, which is reused.
    expect(sizes.at(-1)).toBeLessThan(1.1 * (sizes[1] ?? 0));
  });

  it("take no more than their space on the disk, the latest of them, and nothing else goes for them", async () => {
    const stores = open({ DATA_DIR: await scratch() }, { coordinationBytes: 200_000 });
    const { coordination, committed, grants } = stores;
    await coordination.set("changes:v1", '{"last":1,"tags":["a"]}');
    await forEach(20_000, (index) => grants.take(`profile:java:${uuidOf(index)}`));
    await committed();
    expect(await stores.scan("coordination").count("refresh:")).toBeLessThan(1_300);
    expect((await grants.take(`profile:java:${uuidOf(19_999)}`)).granted).toBe(false);
    expect(await coordination.get("changes:v1")).toBe('{"last":1,"tags":["a"]}');
  });
});

describe("name history and statistics", () => {
  it("survive more players than fit into a cache, and a restart", async () => {
    const DATA_DIR = await scratch();
    const options = { cacheBytes: 200_000 };
    const stores = open({ DATA_DIR }, options);
    const players = createPlayers(stores);
    await players.rename();
    await players.see(5_000);
    players.count(7);
    await flood(stores, 5_000);
    const expected = {
      names: ["First_Name", "Player_0"],
      lookups_total: 7,
      players_total: 5_000,
    };
    expect(await players.known()).toEqual(expected);
    await stores.close();
    const again = createPlayers(open({ DATA_DIR }, options));
    await again.see(5_000);
    expect(await again.known()).toEqual(expected);
  });
});

describe("in memory, without a usable directory", () => {
  it("durable data is not evicted by caches", async () => {
    const stores = open({ DATA_DIR: "/proc/nothing" }, { memoryBytes: 4_000_000 });
    const players = createPlayers(stores);
    const grants = stores.grants;
    await players.rename();
    await players.see(10);
    expect((await grants.take("client:a")).granted).toBe(true);
    await flood(stores, 5_000);
    expect(await stores.values.get("java-name:v1:unknown_0")).toBeUndefined();
    expect(await players.known()).toMatchObject({
      names: ["First_Name", "Player_0"],
      players_total: 10,
    });
    expect((await grants.take("client:a")).granted).toBe(false);
  });
});

describe("in a Redis that is full, with maxmemory-policy volatile-lru", () => {
  it("name history and totals never expire and are not evicted, and a grant lasts an hour", async () => {
    const redis = await openRedis(["--maxmemory", "6mb", "--maxmemory-policy", "volatile-lru"]);
    // A Redis that evicts on a busy machine may be slow.
    const stores = open({ REDIS_URL: redis.url }, { redisTimes: { limitMs: 30_000 } });
    await vi.waitFor(() => stores.coordination.get("connected"), { timeout: 20_000 });
    const players = createPlayers(stores);
    await players.rename();
    await players.see(50);
    players.count(7);
    const expected = {
      names: ["First_Name", "Player_0"],
      lookups_total: 7,
      players_total: 50,
    };
    expect(await players.known()).toEqual(expected);
    const leftOf = (key: string) => askRedis(redis.url, ["PTTL", key]);
    await stores.grants.take("client:a");
    const keys = (await askRedis(redis.url, ["KEYS", "nametag:1:refresh:*"])) as string[];
    const left = await Promise.all(keys.map(leftOf));
    expect(left).toHaveLength(1);
    expect(left[0]).toBeGreaterThan(0);
    expect(left[0]).toBeLessThanOrEqual(GRANT_MS);

    // Another process, which waits longer for a busy Redis than the service does.
    const patient = openRedisClient({ url: redis.url }, { limitMs: 30_000 });
    onTestFinished(() => patient.close());
    const values = createRedisStore(patient, "values");
    await flood({ values, committed: stores.committed }, 30_000);
    // Redis evicts by sampling, so a single old key may be left.
    const first = Array.from({ length: 20 }, (_, index) => `java-name:v1:unknown_${index}`);
    const found = await Promise.all(first.map((key) => values.get(key)));
    expect(found).toContain(undefined);
    const totals = ["players", "lookups"].map((name) => `${name}@{nametag:1:durable:recent:v1}`);
    for (const key of [`names:v1:${uuidOf(0)}`, "recent:v1", ...totals]) {
      expect(await leftOf(`nametag:1:durable:${key}`), key).toBe(-1);
    }
    expect(await players.known()).toEqual(expected);
  });
});

describe("more players than there is room for", () => {
  const PLAYERS = 40_000;
  const CHANGED = 1_000;
  const keptBytes = 900_000;

  /** Looks players up, of whom some change their skin, and says what is left of those. */
  async function look({ durable, committed }: Stores) {
    const history = createHistory({
      store: durable,
      formerNames: createFormerNames(durable),
      keptBytes,
    });
    const see = (index: number, skin: string) =>
      history.observe(uuidOf(index), {
        name: `Player_${index}`,
        skin: { hash: skin.repeat(32) as TextureHash, model: "slim" },
      });
    await forEach(CHANGED, (index) => see(index, "ab"));
    await forEach(CHANGED, (index) => see(index, "cd"));
    for (let done = CHANGED; done < CHANGED + PLAYERS; done += 1_000) {
      await forEach(1_000, (index) => see(done + index, "ef"));
      await committed();
    }
    const seen = await Promise.all(
      Array.from({ length: CHANGED }, async (_, index) => (await history.of(uuidOf(index))).skins),
    );
    return { history, lost: seen.filter((skins) => skins.length !== 2).length };
  }

  it("evicts from a full Redis those who never changed, and it takes every write", async () => {
    const redis = await openRedis(["--maxmemory", "8mb", "--maxmemory-policy", "volatile-lru"]);
    const stores = open({ REDIS_URL: redis.url }, { redisTimes: { limitMs: 30_000 } });
    await vi.waitFor(() => stores.coordination.get("connected"), { timeout: 20_000 });
    const { lost, history } = await look(stores);
    expect(lost).toBe(0);
    expect((await history.of(uuidOf(CHANGED))).skins).toEqual([]);
    await stores.values.set("cached", "1", KEPT);
    expect(await stores.values.get("cached")).toBe("1");
    expect(stores.health()).toEqual({ ok: true });
    expect((await stores.grants.take("client:a")).granted).toBe(true);
    // Besides the records of those who changed, one counter never expires.
    const keyspace = String(await askRedis(redis.url, ["INFO", "keyspace"]));
    const [, keys, expires] = /keys=(\d+),expires=(\d+)/.exec(keyspace) ?? [];
    expect(Number(keys) - Number(expires)).toBe(CHANGED + 1);
  });

  it("evicts from SQLite those who never changed, and the file stays small", async () => {
    const DATA_DIR = await scratch();
    const stores = open({ DATA_DIR }, { durableBytes: 3_000_000 });
    const grants = stores.grants;
    expect((await grants.take("client:a")).granted).toBe(true);
    const { lost, history } = await look(stores);
    expect(lost).toBe(0);
    expect((await history.of(uuidOf(CHANGED))).skins).toEqual([]);
    expect((await history.of(uuidOf(CHANGED + PLAYERS - 1))).skins).toHaveLength(1);
    expect((await grants.take("client:a")).granted).toBe(false);
    await stores.close();
    expect((await stat(path.join(DATA_DIR, "durable.sqlite"))).size).toBeLessThan(8_000_000);
  });
});
