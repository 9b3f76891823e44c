import { spawn } from "node:child_process";
import { expect, it } from "vitest";
import { endWithTests } from "../../child.ts";
import { useRedis, useRedisCluster } from "../../use-redis.ts";
import { useWorld } from "../../world.ts";

const { redis } = useRedis("file");
const cluster = useRedisCluster({ masters: 1 });
const world = useWorld(() => ({ REDIS_URL: redis().url }));

it("is ended before its programs", { timeout: 600_000 }, async () => {
  endWithTests(spawn("sleep", ["600"], { stdio: "ignore" }));
  expect((await world.request("/api?username=Lantern_Lou")).status).toBe(200);
  console.log(`Everything runs, with a cluster at ${cluster.url}`);
  await new Promise(() => undefined);
});
