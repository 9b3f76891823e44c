import { createClient } from "redis";
import { beforeAll, beforeEach, onTestFinished } from "vitest";
import type { RedisAddress } from "../cache/stores/redis.ts";
import { startRedis, type TestRedis } from "./redis.ts";
import { startUpstashBridge, type UpstashBridge } from "./upstash-bridge.ts";

/**
 * A Redis, and Upstash's HTTP API over it: one for all tests of a file, or a new one for each test, for
 * files whose tests break it.
 */
export function useRedis(each: "file" | "test") {
  let redis: TestRedis;
  let bridge: UpstashBridge;

  const start = async () => {
    redis = await startRedis();
    bridge = await startUpstashBridge(redis.url);
    return async () => {
      await bridge.close();
      await redis.close();
    };
  };
  if (each === "file") beforeAll(start);
  else beforeEach(start);

  const ways: [string, () => RedisAddress][] = [
    ["TCP", () => ({ url: redis.url })],
    ["HTTP", () => ({ restUrl: bridge.url, restToken: bridge.token })],
  ];

  return {
    redis: () => redis,
    bridge: () => bridge,
    /** The two ways to reach it, for tables of tests. */
    ways,
    /** Its URL for a user who may do anything but read a value. */
    async withoutReads(): Promise<RedisAddress> {
      const admin = await createClient({ url: redis.url, RESP: 2 }).connect();
      await admin.sendCommand("ACL SETUSER writer on >secret ~* &* +@all -get".split(" "));
      admin.destroy();
      return { url: redis.url.replace("//", "//writer:secret@") };
    },
    /** A connection for acting as another program; it ends with Redis or the test. */
    async connectOther() {
      const socket = { reconnectStrategy: false } as const;
      const other = createClient({ url: redis.url, RESP: 2, socket });
      onTestFinished(() => {
        if (other.isOpen) other.destroy();
      });
      return other.on("error", () => undefined).connect();
    },
  };
}
