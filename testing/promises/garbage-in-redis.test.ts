import { describe, expect, it } from "vitest";
import { useRedis } from "../use-redis.ts";
import { useWorld } from "../world.ts";

/** Values that other programs, other versions or accidents may leave behind. */
const GARBAGE: [title: string, value: string | string[]][] = [
  ["a word", "garbage"],
  ["half an object", '{"a":'],
  ["nothing", ""],
  ["bytes", "\u0000\u00ff\u00fe"],
  ["an empty list", "[]"],
  ["null", "null"],
  ["a small number", "7"],
  ["a number beyond all numbers", "9".repeat(400)],
  ["an empty object", "{}"],
  ["an object like an entry", '{"value":{"uuid":5}}'],
  [
    "an entry of a wrong value",
    '{"value":{"value":{"uuid":5},"fetchedAt":1,"freshMs":1},"logicalExpiration":9e15}',
  ],
  ["a list of Redis", ["x"]],
];

const TARGETS: [string, unknown][] = [
  ["/api?username=Lantern_Lou", { java: { username: "Lantern_Lou" } }],
  ["/api?username=.Mossy_Minnow", { bedrock: {} }],
  ["/api?uuid=a9a041d770424d1bbe1e5c603300460c", { java: { username: "Tinker_Tess" } }],
  ["/api?recent=1", { success: true }],
];
const IMAGES = ["/head?username=Lantern_Lou&size=64", "/skin?username=Tinker_Tess"];

/** Refreshes by different clients: the first for a player is granted, the others must wait. */
let clients = 0;

const { connectOther, redis } = useRedis("file");
const world = useWorld(() => ({ REDIS_URL: redis().url }));

async function requestAll(): Promise<void> {
  for (const [target, expected] of TARGETS) {
    const reply = await world.request(target);
    expect(reply.status, target).toBe(200);
    expect(reply.json(), target).toMatchObject(expected as object);
  }
  for (const target of IMAGES) {
    const reply = await world.request(target);
    expect([reply.status, reply.headers["x-texture-source"]], target).toEqual([200, "player"]);
  }
}

async function refreshAll(): Promise<void> {
  for (const [target] of TARGETS.slice(0, 3)) {
    clients += 1;
    const reply = await world.request(`${target}&update=true`, { client: `203.0.113.${clients}` });
    expect([200, 429], target).toContain(reply.status);
  }
}

describe("a Redis in which every key has become", () => {
  it.each(GARBAGE)("%s", async (_, garbage) => {
    const client = await connectOther();
    await requestAll();
    const keys = await client.keys("*");
    expect(keys.length).toBeGreaterThan(10);
    for (const key of keys) {
      await client.del(key);
      await (Array.isArray(garbage) ? client.rPush(key, garbage) : client.set(key, garbage));
    }
    await refreshAll();
    await requestAll();
  });
});
