import { describe, expect, it, onTestFinished, vi } from "vitest";
import { sumOf } from "../metrics-text.ts";
import { openFront } from "../served.ts";
import { useRedis } from "../use-redis.ts";
import { openWorld, type TestWorld } from "../world.ts";
import { createTestClock } from "./fault-matrix/clock.ts";

const { bridge, connectOther, redis } = useRedis("test");

const ways: [string, () => Record<string, string>][] = [
  ["a Redis", () => ({ REDIS_URL: redis().url })],
  [
    "Upstash",
    () => ({ UPSTASH_REDIS_REST_URL: bridge().url, UPSTASH_REDIS_REST_TOKEN: bridge().token }),
  ],
];

async function openConnected(env: Record<string, string>): Promise<TestWorld> {
  const world = await openWorld(() => env, { redisTimes: { limitMs: 5_000, pauseMs: 100 } });
  // A first check that came too soon, or took too long on a busy machine, is repeated.
  await vi.waitFor(() => world.services.stores.coordination.get("connected"), {
    timeout: 10_000,
  });
  return world;
}

const LOU = "/api?username=Lantern_Lou";

describe.each(ways)("the service on %s", (_, env) => {
  it("shares caches, statistics and rate limits among processes", async () => {
    const [one, other] = [await openConnected(env()), await openConnected(env())];
    expect((await one.request(LOU)).json()).toMatchObject({ cached: false });
    expect((await other.request(LOU)).json()).toMatchObject({ cached: true });
    const head = "/head?username=Lantern_Lou&size=64";
    const heads = [await one.request(head), await other.request(head)];
    expect(heads.map(({ status }) => status)).toEqual([200, 200]);
    expect(heads[0]?.bytes).toEqual(heads[1]?.bytes);
    expect((await one.request(`${LOU}&update=true`)).status).toBe(200);
    const refused = await other.request(`${LOU}&update=true`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_500);
  });

  it("continues when the Redis dies, with and without cached data and with limits, and shares again afterwards", async () => {
    const world = await openConnected(env());
    await world.request(LOU);
    expect((await world.request(`${LOU}&update=true`)).status).toBe(200);
    await redis().kill();
    expect((await world.request(LOU)).json()).toMatchObject({ cached: true });
    expect((await world.request("/api?username=CapeOnly_Cleo")).status).toBe(200);
    expect((await world.request(`${LOU}&update=true`)).status).toBe(429);
    const fresh = await world.request("/api?username=CapeOnly_Cleo&update=true", {
      client: "203.0.113.2",
    });
    expect(fresh.status).toBe(200);
    expect(world.services.stores.health()).toMatchObject({ ok: false });
    const metrics = await world.services.metrics.text();
    expect(sumOf(metrics, "nametag_store_up", { store: "durable" })).toBe(0);
    expect(sumOf(metrics, "nametag_durable_writes_lost_total")).toBeGreaterThan(0);
    await redis().restart();
    await expect.poll(() => world.services.stores.health().ok).toBe(true);
    // Lost data is not shared later: each process fetches it again, and both share from then on.
    const next = await openConnected(env());
    expect((await next.request("/api?username=Plain_Paul")).json()).toMatchObject({
      cached: false,
    });
    expect((await world.request("/api?username=Plain_Paul")).json()).toMatchObject({
      cached: true,
    });
  });
});

describe("the service on a Redis", () => {
  const openOnRedis = () => openConnected({ REDIS_URL: redis().url });

  it("tells other processes nothing of refreshes that are refused", async () => {
    const [one, other] = [await openOnRedis(), await openOnRedis()];
    expect((await one.request(`${LOU}&update=true`)).status).toBe(200);
    expect((await other.request(LOU)).json()).toMatchObject({ cached: true });
    const changes = () => one.services.stores.coordination.get("changes:v1");
    const before = await changes();
    const clients = Array.from({ length: 400 }, (_, at) => `2001:db8:0:${at}::1`);
    const flood = await Promise.all(
      clients.map((client) => one.request(`${LOU}&update=true`, { client })),
    );
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([429]));
    // A refresh that is granted waits until all that came before it is announced.
    const client = "203.0.113.9";
    const last = await one.request("/api?username=Plain_Paul&update=true", { client });
    expect(last.status).toBe(200);
    expect(await changes()).toBe(before);
    expect((await other.request(LOU)).json()).toMatchObject({ cached: true });
    await redis().kill();
    // From memory: nobody told it to forget what it has.
    expect((await other.request(LOU)).json()).toMatchObject({ cached: true });
  });

  it("says everywhere that the store is degraded while the Redis takes no writes, and goes on", async () => {
    const { request, services } = await openOnRedis();
    const admin = await connectOther();
    await request(LOU);
    const states = async () => {
      const [ready, status] = [await request("/api/ready"), await request("/api/status")];
      const metrics = await services.metrics.text();
      return [
        ready.status,
        (ready.json() as { store: string }).store,
        (status.json() as { store: string }).store,
        sumOf(metrics, "nametag_store_up", { store: "values" }),
      ];
    };
    expect(await states()).toEqual([200, "ok", "ok", 1]);
    await admin.sendCommand(["REPLICAOF", "127.0.0.1", "1"]);
    expect((await request(LOU)).json()).toMatchObject({ cached: true });
    expect((await request("/api?username=CapeOnly_Cleo")).status).toBe(200);
    expect(await states()).toEqual([200, "degraded", "degraded", 0]);
    await admin.sendCommand(["REPLICAOF", "NO", "ONE"]);
    await expect.poll(states).toEqual([200, "ok", "ok", 1]);
  });

  it("lets nobody wait for a Redis that hangs, and no check of its health at all", async () => {
    const world = await openOnRedis();
    const front = await openFront(world);
    const order: string[] = [];
    const get = async (path: string) => {
      expect((await fetch(front.url + path)).status).toBe(200);
      order.push(path);
    };
    await get(LOU);
    order.length = 0;
    const clock = createTestClock();
    onTestFinished(clock.restore);
    redis().pause();
    onTestFinished(() => redis().resume());
    // The last read of the changes is too old.
    clock.advance(20_000);
    const stored = world.services.stores.values.get("a").catch(() => order.push("the store"));
    const found = get(LOU);
    for (const path of ["/api/health", "/api/ready", "/api/metrics"]) await get(path);
    await Promise.all([found, stored]);
    expect(order).toEqual(["/api/health", "/api/ready", "/api/metrics", LOU, "the store"]);
  });
});
