import { describe, expect, it } from "vitest";
import { createTestCache, createWorld, fail, pass, SECOND, stopClock } from "./cache.fixture.ts";
import { createMemoryStore } from "./stores/memory.ts";

stopClock();

describe("a failed load", () => {
  it("serves the old value, marked as stale, with the reason", async () => {
    const world = createWorld();
    await world.get();
    pass(60 * SECOND);
    world.upstream = fail();
    const result = await world.get();
    expect(result).toMatchObject({ value: "first", stale: true, cached: true });
    expect(result.failure?.message).toBe("upstream is down");
    expect((await world.get()).failure?.message).toBe("upstream is down");
  });

  it("is thrown when there is nothing to serve", async () => {
    const world = createWorld();
    world.upstream = fail();
    await expect(world.get()).rejects.toThrow("upstream is down");
  });

  it("is not repeated for 5 s, then 10 s, up to a minute", async () => {
    const world = createWorld();
    world.upstream = fail();
    const ask = () => world.get().catch(() => undefined);
    await ask();
    pass(4_999);
    await ask();
    expect(world.loads).toBe(1);
    pass(1);
    await ask();
    expect(world.loads).toBe(2);
    pass(9_999);
    await ask();
    expect(world.loads).toBe(2);
    for (const seconds of [10, 20, 40, 60, 60]) {
      pass(seconds * SECOND);
      await ask();
    }
    expect(world.loads).toBe(7);
    pass(59_999);
    await ask();
    expect(world.loads).toBe(7);
  });

  it("is never stored: the next successful load is served at once", async () => {
    const world = createWorld();
    world.upstream = fail();
    await world.get().catch(() => undefined);
    pass(5 * SECOND);
    world.upstream = () => Promise.resolve("back");
    expect(await world.get()).toMatchObject({ value: "back", stale: false });
  });

  it("of a refresh serves the cached value", async () => {
    const world = createWorld();
    await world.get();
    pass(SECOND);
    world.upstream = fail();
    const result = await world.get({ refresh: true });
    expect(result).toMatchObject({ value: "first", cached: true, stale: false });
    expect(result.failure?.message).toBe("upstream is down");
  });

  it("is retried by a refresh, but only twice while it is remembered", async () => {
    const world = createWorld();
    await world.get();
    world.upstream = fail();
    for (let times = 0; times < 50; times += 1) await world.get({ refresh: true });
    expect(world.loads).toBe(4);
    pass(60 * SECOND);
    world.upstream = () => Promise.resolve("back");
    expect((await world.get({ refresh: true })).value).toBe("back");
  });

  it("is not retried before the time in the upstream's Retry-After", async () => {
    const world = createWorld();
    world.upstream = () =>
      Promise.reject(Object.assign(new Error("throttled"), { retryAfterSeconds: 37 }));
    await world.get().catch(() => undefined);
    pass(36 * SECOND);
    await world.get().catch(() => undefined);
    expect(world.loads).toBe(1);
    pass(SECOND);
    await world.get().catch(() => undefined);
    expect(world.loads).toBe(2);
  });

  it("is shared by 200 simultaneous requests", async () => {
    const world = createWorld();
    world.upstream = fail();
    const requests = Array.from({ length: 200 }, () => world.get().catch(() => "failed"));
    expect(new Set(await Promise.all(requests))).toEqual(new Set(["failed"]));
    expect(world.loads).toBe(1);
  });
});

it("serves what only the store knows without a load, while others wait for a budget", async () => {
  const store = createMemoryStore({ maxBytes: 1_000_000 });
  const [here, elsewhere] = [createTestCache({ store }), createTestCache({ store })];
  const put = async () => ({ value: "known" });
  const spent = () => Promise.reject(Object.assign(new Error("spent"), { wasSent: false }));
  await here.get("first", put);
  await elsewhere.get("second", put);
  pass(30 * SECOND);
  await here.get("first", spent, {}, spent);
  let loads = 0;
  const load = () => {
    loads += 1;
    return put();
  };
  const answer = await here.get("second", load, {}, spent);
  expect(answer).toMatchObject({ value: "known", stale: true, cached: true });
  expect(loads).toBe(0);
  // No store knows this one: it is loaded as always.
  await here.get("third", load, {}, spent);
  expect(loads).toBe(1);
});
