import { onTestFinished } from "vitest";
import type { RedisAddress } from "../lib/cache/stores/redis.ts";
import { aroundEachTest, aroundTests, untilTestEnds } from "./opened.ts";
import { redisClient, startRedis } from "./redis.ts";
import { startRedisCluster, type TestCluster } from "./redis-cluster.ts";
import { startRedisSentinel } from "./redis-sentinel.ts";
import { startUpstashBridge } from "./upstash-bridge.ts";

/* Keys of the product are global to a Redis, so each file that uses one has a Redis for itself. */

/** A Redis for one test. */
export const openRedis = async (...given: Parameters<typeof startRedis>) =>
  untilTestEnds(await startRedis(...given));

/** Upstash's HTTP API over a Redis, for one test. */
export const openUpstashBridge = async (...given: Parameters<typeof startUpstashBridge>) =>
  untilTestEnds(await startUpstashBridge(...given));

/** A Redis Cluster for one test. */
export const openRedisCluster = async (...given: Parameters<typeof startRedisCluster>) =>
  untilTestEnds(await startRedisCluster(...given));

/** A Redis with sentinels for one test. */
export const openRedisSentinel = async (...given: Parameters<typeof startRedisSentinel>) =>
  untilTestEnds(await startRedisSentinel(...given));

/**
 * Counts the commands that a Redis receives from clients, until the test ends; those that its scripts run are
 * not among them.
 */
export async function watchRedis(url: string): Promise<() => number> {
  const watcher = await redisClient(url)
    .on("error", () => undefined)
    .connect();
  onTestFinished(() => {
    if (watcher.isOpen) watcher.destroy();
  });
  let commands = 0;
  await watcher.monitor((line) => {
    if (!/^[\d.]+ \[\d+ lua\]/.test(line)) commands += 1;
  });
  return () => commands;
}

/** A Redis Cluster for the tests of a file or block. */
export function useRedisCluster(
  ...given: Parameters<typeof startRedisCluster>
): Pick<TestCluster, "nodes" | "url" | "isWhole" | "moveSlot"> {
  const cluster = aroundTests(() => startRedisCluster(...given));
  return {
    get nodes() {
      return cluster().nodes;
    },
    get url() {
      return cluster().url;
    },
    isWhole: (among) => cluster().isWhole(among),
    moveSlot: (...move) => cluster().moveSlot(...move),
  };
}

/** A Redis, and Upstash's HTTP API over it. */
async function startBoth() {
  const redis = await startRedis();
  const bridge = await startUpstashBridge(redis.url);
  return {
    redis,
    bridge,
    async close() {
      await bridge.close();
      await redis.close();
    },
  };
}

/**
 * A Redis, and Upstash's HTTP API over it: one for all tests of a file or block, or a new one for each
 * test, for those that break it.
 */
export function useRedis(each: "file" | "test") {
  const both = each === "file" ? aroundTests(startBoth) : aroundEachTest(startBoth);
  const redis = () => both().redis;
  const bridge = () => both().bridge;

  const ways: [string, () => RedisAddress][] = [
    ["TCP", () => ({ url: redis().url })],
    ["HTTP", () => ({ restUrl: bridge().url, restToken: bridge().token })],
  ];

  return {
    redis,
    bridge,
    /** The two ways to reach it, for tables of tests. */
    ways,
    /** Its URL for a user who may do anything but read a value. */
    async withoutReads(): Promise<RedisAddress> {
      const admin = await redisClient(redis().url).connect();
      await admin.sendCommand("ACL SETUSER writer on >secret ~* &* +@all -get".split(" "));
      admin.destroy();
      return { url: redis().url.replace("//", "//writer:secret@") };
    },
    /** A connection for acting as another program; it ends with Redis or the test. */
    async connectOther() {
      const other = redisClient(redis().url);
      onTestFinished(() => {
        if (other.isOpen) other.destroy();
      });
      return other.on("error", () => undefined).connect();
    },
  };
}
