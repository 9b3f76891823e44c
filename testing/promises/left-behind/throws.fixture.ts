import { expect, it } from "vitest";
import { useRedis, useRedisCluster } from "../../use-redis.ts";
import { useWorld } from "../../world.ts";

const { redis } = useRedis("file");
const cluster = useRedisCluster();
const world = useWorld(() => ({ REDIS_URL: redis().url }));

it("never runs", () => expect(cluster.url).not.toBe(world.sandbox.url));

throw new Error("thrown while tests are collected");
