import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { askRedis } from "../../../../testing/redis.ts";
import { createRedisStore, KEY_PREFIX, scanRedis, type RedisAddress } from "../redis.ts";
import type { Scan } from "../store.ts";
import { open as openClient } from "./client.fixture.ts";
import { slotOf } from "./connect.ts";
import { openRedis, openRedisCluster } from "../../../../testing/use-redis.ts";

function open(address: RedisAddress, name: string = randomUUID()) {
  const client = openClient(address, { limitMs: 5_000, pauseMs: 100 });
  const place = `${KEY_PREFIX}:${name}:`;
  return { place, store: createRedisStore(client, name), scan: scanRedis(client, place) };
}

async function keysIn(scan: Scan, prefix: string): Promise<string[]> {
  const keys = new Set<string>();
  for await (const batch of scan.read(prefix)) for (const { key } of batch) keys.add(key);
  return [...keys].toSorted();
}

it("reads keys that begin with any text, what they hold and until when", async () => {
  const { url } = await openRedis();
  const { store, scan } = open({ url });
  await store.set("a*[b]?\\:1", "ä\0", { ttlMs: 60_000 });
  await store.set("a*[b]?\\:2", "");
  await store.set("axb:3", "another");
  const found = [];
  for await (const batch of scan.read("a*[b]?\\:")) found.push(...batch);
  found.sort((one, other) => (one.key < other.key ? -1 : 1));
  expect(found).toEqual([
    { key: "a*[b]?\\:1", value: "ä\0", expiresAt: expect.any(Number) },
    { key: "a*[b]?\\:2", value: "", expiresAt: Infinity },
  ]);
  expect(Math.abs((found[0]?.expiresAt ?? 0) - Date.now() - 60_000)).toBeLessThan(10_000);
});

it("leaves out what is no text of ours", async () => {
  const { url } = await openRedis();
  const { store, scan, place } = open({ url });
  await store.set("one", "1");
  await askRedis(url, ["LPUSH", `${place}list`, "1"]);
  await askRedis(url, ["SET", "another", "1"]);
  expect(await keysIn(scan, "")).toEqual(["one"]);
});

it("waits for a Redis that is away for a moment", async () => {
  const redis = await openRedis();
  const { store, scan } = open({ url: redis.url });
  await store.set("before", "1");
  await redis.kill();
  const keys = keysIn(scan, "");
  await redis.restart();
  // It keeps nothing on disk.
  expect(await keys).toEqual([]);
});

it("misses no key whose slot moves meanwhile", async () => {
  const cluster = await openRedisCluster();
  const { store, scan, place } = open({ url: cluster.url });
  const [first, , last] = cluster.nodes;
  if (first === undefined || last === undefined) throw new Error("the cluster has three nodes");
  const keys = Array.from({ length: 3_000 }, (_, index) => `key:${index}`).toSorted();
  await Promise.all(keys.map((key) => store.set(key, key)));
  // From the node that is read last to the one that was read.
  const slots = new Set(keys.map((key) => slotOf(place + key)).filter((slot) => slot > 16_340));
  const found = new Set<string>();
  let isMoved = false;
  for await (const batch of scan.read("key:")) {
    for (const { key } of batch) found.add(key);
    if (isMoved || found.size < 1_500) continue;
    isMoved = true;
    for (const slot of slots) await cluster.moveSlot(slot, last, first);
  }
  expect(isMoved).toBe(true);
  expect(await scan.count("key:")).toBe(keys.length);
  expect([...found].toSorted()).toEqual(keys);
});
