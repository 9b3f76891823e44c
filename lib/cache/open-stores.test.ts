import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ConfigurationError, readConfiguration } from "../configuration/configuration.ts";
import { openStores, type StoresOptions } from "./open-stores.ts";
import { EVICTION_WARNING } from "./stores-on-redis.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import { openRedis, openUpstashBridge } from "../../testing/use-redis.ts";

async function scratch() {
  const directory = await mkdtemp(path.join(tmpdir(), "nametag-stores-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Opens stores as the service does; `log` is what it says. */
function open(env: Record<string, string>, options: StoresOptions = {}) {
  const log: string[] = [];
  const logger = pino({ level: "info" }, { write: (line: string) => void log.push(line) });
  const lost: number[] = [];
  const stores = openStores(readConfiguration(env), logger, {
    onDurableLoss: (writes) => void lost.push(writes),
    // A Redis on a machine that is busy with other tests may be slow.
    redisTimes: { limitMs: 5_000, pauseMs: 100 },
    ...options,
  });
  onTestFinished(() => stores.close());
  return { stores, log, lost };
}

/** Texts without what Markdown adds. */
const plain = (text: string) => text.replace(/`/g, "").replace(/\s+/g, " ");

/** Each outage is logged once, when it begins and when it is over. */
function expectTurns(log: readonly string[], last: string) {
  const turns = log.map((line) => (line.includes("works again") ? "works again" : "fails"));
  expect(turns.filter((what, index) => what === turns[index - 1])).toEqual([]);
  expect(turns[0]).toBe("fails");
  expect(turns.at(-1)).toBe(last);
}

describe("the stores in a directory", () => {
  it("are found again, each with its own keys", async () => {
    const DATA_DIR = await scratch();
    const { stores } = open({ DATA_DIR });
    const names = ["values", "textures", "coordination", "durable"] as const;
    for (const name of names) await stores[name].set("key", name);
    await stores.close();
    const reopened = open({ DATA_DIR }).stores;
    for (const name of names) expect(await reopened[name].get("key")).toBe(name);
    expect(reopened.description).toBe(`embedded in ${DATA_DIR}`);
    expect([reopened.values.kind, reopened.health()]).toEqual(["embedded", { ok: true }]);
    expect(reopened.isShared).toBe(false);
  });

  it("that cannot be made are memory, which says so", async () => {
    const { stores, log } = open({ DATA_DIR: "/proc/nothing" });
    await stores.values.set("a", "1");
    expect(await stores.values.get("a")).toBe("1");
    await stores.durable.set("a", "2");
    expect(await stores.durable.get("a")).toBe("2");
    expect(stores.description).toBe("memory only");
    expect([stores.durable.kind, stores.health().ok]).toEqual(["memory", false]);
    expect(stores.durable.health().ok).toBe(false);
    expect(log).toEqual([
      expect.stringContaining(`/proc/nothing cannot be used by ${userInfo().username}: ENOENT`),
    ]);
    expect(log[0]).toContain("Running on memory: nothing survives a restart.");
  });

  it("that becomes usable is used without a restart, which the log says once", async () => {
    const parent = await scratch();
    const DATA_DIR = path.join(parent, "data");
    // As a disk that is mounted late.
    await symlink(path.join(parent, "disk"), DATA_DIR);
    const clock = createTestClock();
    const { stores, log } = open({ DATA_DIR }, { clock });
    expect(stores.health().ok).toBe(false);
    clock.advance(60_000);
    expect(log).toHaveLength(1);
    await mkdir(path.join(parent, "disk"));
    clock.advance(5_000);
    expect([stores.health().ok, stores.durable.kind, stores.values.kind]).toEqual([
      true,
      "embedded",
      "embedded",
    ]);
    expect(log).toEqual([
      expect.stringContaining(`${DATA_DIR} cannot be used`),
      expect.stringContaining("The store works again"),
    ]);
    await stores.durable.set("history", "kept");
    await stores.close();
    expect(await open({ DATA_DIR }).stores.durable.get("history")).toBe("kept");
  });

  it("keep what is durable when the cache cannot be used", async () => {
    const DATA_DIR = await scratch();
    const before = open({ DATA_DIR }).stores;
    await before.durable.set("history", "kept");
    await before.close();
    for (const file of await readdir(DATA_DIR)) {
      if (file.startsWith("cache")) await rm(path.join(DATA_DIR, file));
    }
    await mkdir(path.join(DATA_DIR, "cache.sqlite"));
    const { stores, log } = open({ DATA_DIR });
    expect(log).toHaveLength(1);
    expect(log[0]).toContain(`${path.join(DATA_DIR, "cache.sqlite")} cannot be used by `);
    await stores.values.set("a", "1");
    expect(await stores.values.get("a")).toBe("1");
    expect(await stores.durable.get("history")).toBe("kept");
    expect([stores.durable.kind, stores.health().ok]).toEqual(["embedded", false]);
  });

  it("lose nothing durable to a flood of what is not", async () => {
    const { stores } = open({ DATA_DIR: await scratch() });
    await stores.durable.set("grant", "taken", { ttlMs: 3_600_000 });
    for (let index = 0; index < 110_000; index += 1) {
      await stores.values.set(`lease:${index}`, "held", { ttlMs: 3_000 });
      if (index % 5_000 === 0) await stores.committed();
    }
    expect(await stores.durable.get("grant")).toBe("taken");
  });
});

describe("the stores in Redis", () => {
  it.each(["TCP", "HTTP"])(
    "are shared by all over %s, and open no directory",
    async (way) => {
      const redis = await openRedis();
      const bridge = await openUpstashBridge(redis.url);
      const DATA_DIR = path.join(await scratch(), "data");
      const env: Record<string, string> =
        way === "TCP"
          ? { DATA_DIR, REDIS_URL: redis.url.replace("//", "//default:@") }
          : {
              DATA_DIR,
              UPSTASH_REDIS_REST_URL: bridge.url,
              UPSTASH_REDIS_REST_TOKEN: bridge.token,
            };
      const [one, other] = [open(env).stores, open(env).stores];
      const names = ["values", "textures", "coordination", "durable"] as const;
      const share = async () => {
        for (const name of names) await one[name].set("key", name.repeat(5_000));
        for (const name of names) expect(await other[name].get("key")).toBe(name.repeat(5_000));
        expect([one.values.kind, one.health()]).toEqual(["redis", { ok: true }]);
      };
      await vi.waitFor(share, { timeout: 20_000 });
      expect(one.description).toBe(
        way === "TCP"
          ? `Redis at ${new URL(redis.url).host}`
          : `Upstash at ${new URL(bridge.url).host}`,
      );
      expect(existsSync(DATA_DIR)).toBe(false);
    },
    60_000,
  );

  it("start without it, say so once, and use it once it answers", async () => {
    const redis = await openRedis();
    await redis.kill();
    const { stores, log, lost } = open({ REDIS_URL: redis.url });
    await expect.poll(() => stores.health()).toMatchObject({ ok: false });
    for (const name of ["values", "textures", "coordination", "durable"] as const) {
      await expect(stores[name].get("key")).rejects.toThrow("circuit to Redis is open");
      await expect(stores[name].set("key", "1")).rejects.toThrow("circuit to Redis is open");
    }
    await expect(stores.durable.set("key", "1", { ttlMs: 0 })).rejects.toThrow(RangeError);
    // Neither reads count, nor data that is not durable, nor a mistake of the caller.
    expect(lost).toEqual([1]);
    expectTurns(log, "fails");
    expect(log[0]).toContain("ECONNREFUSED");
    await redis.restart();
    await expect.poll(() => stores.durable.set("key", "2").catch(String)).toBeUndefined();
    expect(await stores.durable.get("key")).toBe("2");
    expect(stores.health()).toEqual({ ok: true });
    expectTurns(log, "works again");
  });

  it("say once that a Redis takes no more, and read on", async () => {
    const redis = await openRedis(["--maxmemory", "3mb", "--maxmemory-policy", "noeviction"]);
    const { stores, log } = open({ REDIS_URL: redis.url });
    const value = "x".repeat(500_000);
    const keys = Array.from({ length: 10 }, (_, index) => `${index}`);
    await stores.inspect();
    const refusals: string[] = [];
    for (const key of keys) {
      await stores.textures.set(key, value).catch((error: unknown) => refusals.push(String(error)));
    }
    expect(refusals.length).toBeGreaterThan(2);
    expect(refusals[0]).toContain("OOM");
    expect(await stores.textures.get("0")).toBe(value);
    expectTurns(log, "fails");
    expect(log.at(-1)).toContain("OOM");
    expect(stores.health()).toEqual({ ok: false });
    for (const key of keys) await stores.textures.delete(key);
    await expect.poll(() => stores.health()).toEqual({ ok: true });
    expectTurns(log, "works again");
  }, 60_000);
});

describe("a look at a Redis before the start", () => {
  it("says what it is, and keeps quiet about a policy that is right", async () => {
    const { url } = await openRedis(["--maxmemory-policy", "volatile-lru"]);
    const { stores, log } = open({ REDIS_URL: url });
    await stores.inspect();
    expect(stores.description).toMatch(
      /^Redis at 127\.0\.0\.1:\d+: 1 node, (redis|valkey) \d[\d.]+, volatile-lru$/,
    );
    expect(log).toEqual([]);
  });

  it.each(["allkeys-lru", "allkeys-lfu", "allkeys-random"])(
    "warns of %s with the sentence of the guide",
    async (policy) => {
      const { url } = await openRedis(["--maxmemory-policy", policy]);
      const { stores, log } = open({ REDIS_URL: url });
      await stores.inspect();
      expect(log.map((line) => JSON.parse(line) as object)).toMatchObject([
        { level: 40, policy, msg: EVICTION_WARNING },
      ]);
      const guide = await readFile(path.resolve("docs/running.md"), "utf8");
      expect(plain(guide)).toContain(plain(EVICTION_WARNING));
    },
  );

  it("lets the service start without one that does not respond", async () => {
    const redis = await openRedis(["--maxmemory-policy", "allkeys-lru"]);
    await redis.kill();
    const { stores, log } = open({ REDIS_URL: redis.url });
    await stores.inspect();
    expect(stores.description).toBe(`Redis at ${new URL(redis.url).host}, which does not respond`);
    expect(stores.health()).toEqual({ ok: false });
    await redis.restart();
    await expect.poll(() => stores.health()).toEqual({ ok: true });
    await expect.poll(() => log.at(-1)).toContain(EVICTION_WARNING);
    expect(stores.description).toContain(": 1 node, ");
  });

  it("refuses one that will never work", async () => {
    const { url } = await openRedis(["--requirepass", "secret"]);
    await expect(open({ REDIS_URL: url }).stores.inspect()).rejects.toThrow(ConfigurationError);
  });
});
