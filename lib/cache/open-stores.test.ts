import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readConfiguration } from "../configuration.ts";
import { startLoopTime } from "../testing/loop-time.ts";
import { startRedis } from "../testing/redis.ts";
import { startUpstashBridge } from "../testing/upstash-bridge.ts";
import { openStores } from "./open-stores.ts";

async function scratch() {
  const directory = await mkdtemp(path.join(tmpdir(), "nametag-stores-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Opens stores as the service does; `log` is what it says. */
function open(env: Record<string, string>) {
  const log: string[] = [];
  const logger = pino({ level: "info" }, { write: (line: string) => void log.push(line) });
  const stores = openStores(readConfiguration(env), logger);
  onTestFinished(() => stores.close());
  return { stores, log };
}

/** A machine that is busy with other tests may miss the limit, and the next look is 5 s later. */
const PATIENT = { timeout: 20_000, interval: 100 };

/** Each outage is told once, when it begins and when it is over. */
function expectTurns(log: readonly string[], last: string) {
  const told = log.map((line) => (line.includes("works again") ? "works again" : "fails"));
  expect(told.filter((what, index) => what === told[index - 1])).toEqual([]);
  expect(told[0]).toBe("fails");
  expect(told.at(-1)).toBe(last);
}

async function redisFor() {
  const redis = await startRedis();
  onTestFinished(() => redis.close());
  return redis;
}

describe("the stores in a directory", () => {
  it("are found again, each with its own keys", async () => {
    const DATA_DIR = await scratch();
    const { stores } = open({ DATA_DIR });
    const names = ["values", "textures", "missing", "ledger", "coordination", "grants"] as const;
    for (const name of names) await stores[name].set("key", name);
    await stores.close();
    const again = open({ DATA_DIR }).stores;
    for (const name of names) expect(await again[name].get("key")).toBe(name);
    expect(again.description).toBe(`embedded in ${DATA_DIR}`);
    expect(again.health()).toEqual({ kind: "embedded", ok: true });
    expect(again.redis).toBeUndefined();
  });

  it("that cannot be made are memory, which says so", async () => {
    const { stores, log } = open({ DATA_DIR: "/proc/nothing" });
    await stores.values.set("a", "1");
    expect(await stores.values.get("a")).toBe("1");
    expect(await stores.coordination.compareAndSet("a", undefined, "1")).toBe(true);
    expect(stores.description).toBe("memory only");
    expect(stores.health()).toMatchObject({ kind: "memory", ok: false });
    expect(log).toHaveLength(1);
  });
});

describe("the stores in Redis", () => {
  it.each(["TCP", "HTTP"])(
    "are shared by all over %s, and open no directory",
    async (way) => {
      const redis = await redisFor();
      const bridge = await startUpstashBridge(redis.url);
      onTestFinished(() => bridge.close());
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
      const names = ["values", "textures", "missing", "ledger", "coordination", "grants"] as const;
      const share = async () => {
        for (const name of names) await one[name].set("key", name.repeat(5_000));
        for (const name of names) expect(await other[name].get("key")).toBe(name.repeat(5_000));
        expect(one.health()).toEqual({ kind: "redis", ok: true });
      };
      await vi.waitFor(share, PATIENT);
      expect(one.description).toBe(
        way === "TCP"
          ? `Redis at ${new URL(redis.url).host}`
          : `Upstash at ${new URL(bridge.url).host}`,
      );
      expect(existsSync(DATA_DIR)).toBe(false);
    },
    60_000,
  );

  it("start without it, say so once, and join it with what they learned", async () => {
    const redis = await redisFor();
    await redis.kill();
    const { stores, log } = open({ REDIS_URL: redis.url });
    await vi.waitFor(() => expect(stores.health()).toMatchObject({ kind: "redis", ok: false }));
    await stores.values.set("learned", "1", { ttlMs: 60_000 });
    await stores.ledger.increment("lookups", 3);
    await stores.missing.get("nobody");
    expect(await stores.values.get("learned")).toBe("1");
    await expect(stores.coordination.get("lease")).rejects.toThrow("left alone");
    expectTurns(log, "fails");
    expect(log[0]).toContain("ECONNREFUSED");
    await redis.restart();
    const other = open({ REDIS_URL: redis.url }).stores;
    await vi.waitFor(async () => {
      expect(await other.values.get("learned")).toBe("1");
      expect(await other.ledger.get("lookups")).toBe("3");
    }, PATIENT);
    await vi.waitFor(async () => {
      expect(await stores.coordination.get("lease")).toBeUndefined();
      expect(stores.health()).toEqual({ kind: "redis", ok: true });
    }, PATIENT);
    expectTurns(log, "works again");
  }, 60_000);

  it("keep what is warm when it dies, and never reject", async () => {
    const redis = await redisFor();
    const { stores, log } = open({ REDIS_URL: redis.url });
    const keys = Array.from({ length: 500 }, (_, index) => `profile:${index}`);
    await Promise.all(keys.map((key) => stores.values.set(key, key)));
    redis.pause();
    const elapsed = startLoopTime();
    for (const key of keys) expect(await stores.values.get(key)).toBe(key);
    expect(elapsed()).toBeLessThan(2_000);
    for (const key of keys) await stores.values.delete(key);
    expect(await stores.values.get("profile:1")).toBeUndefined();
    expectTurns(log, "fails");
  });

  it("say once that a Redis takes no more, read on, and tell it later", async () => {
    const redis = await startRedis(["--maxmemory", "3mb", "--maxmemory-policy", "noeviction"]);
    onTestFinished(() => redis.close());
    const { stores, log } = open({ REDIS_URL: redis.url });
    const value = "x".repeat(500_000);
    const keys = Array.from({ length: 10 }, (_, index) => `${index}`);
    await vi.waitFor(() => stores.coordination.get("connected"), PATIENT);
    for (const key of keys) await stores.textures.set(key, value);
    for (const key of keys) expect(await stores.textures.get(key)).toBe(value);
    await stores.ledger.set("also", "kept");
    expect(await stores.ledger.get("also")).toBe("kept");
    expectTurns(log, "fails");
    expect(log.at(-1)).toContain("OOM");
    expect(stores.health()).toEqual({ kind: "redis", ok: true });
  }, 60_000);
});
