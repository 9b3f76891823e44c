import { describe, expect, it } from "vitest";
import { createWorld, fail, pass, SECOND, stopClock } from "./cache.fixture.ts";

stopClock();

describe("a negative entry", () => {
  it("is served while it is fresh, then loaded again", async () => {
    const world = createWorld();
    world.upstream = () => Promise.resolve(null);
    expect(await world.get()).toMatchObject({ value: null, cached: false });
    pass(599 * SECOND);
    expect(await world.get()).toMatchObject({ value: null, cached: true });
    expect(world.loads).toBe(1);
    pass(SECOND);
    world.upstream = () => Promise.resolve("born");
    expect(await world.get()).toMatchObject({ value: "born", cached: false });
  });

  it("is loaded once for 200 requests at the same time", async () => {
    const world = createWorld();
    world.upstream = () => Promise.resolve(null);
    await Promise.all(Array.from({ length: 200 }, () => world.get()));
    expect(world.loads).toBe(1);
  });

  it("replaces a known value only when it is confirmed a minute later", async () => {
    const world = createWorld();
    await world.get();
    pass(60 * SECOND);
    world.upstream = () => Promise.resolve(null);
    expect(await world.get()).toMatchObject({ value: "first", stale: true });
    pass(30 * SECOND);
    expect(await world.get()).toMatchObject({ value: "first", stale: true });
    pass(30 * SECOND);
    expect(await world.get()).toMatchObject({ value: null });
    expect(await world.get()).toMatchObject({ value: null, cached: true });
  });

  it("replaces a known value at once when something else confirms it", async () => {
    const world = createWorld();
    await world.get();
    pass(60 * SECOND);
    world.upstream = () => Promise.resolve(null);
    expect((await world.get({ refresh: true, trustNegative: true })).value).toBe(null);
  });

  it("is not written, and the first negative result is forgotten, when the value exists after all", async () => {
    const world = createWorld();
    await world.get();
    pass(60 * SECOND);
    world.upstream = () => Promise.resolve(null);
    await world.get();
    pass(60 * SECOND);
    world.upstream = () => Promise.resolve("again");
    expect(await world.get()).toMatchObject({ value: "again", stale: false });
    pass(60 * SECOND);
    world.upstream = () => Promise.resolve(null);
    expect((await world.get()).value).toBe("again");
  });

  it("is replaced when the value is learned on the way", async () => {
    const world = createWorld();
    world.upstream = () => Promise.resolve(null);
    await world.get();
    await world.cache.put("key", "learned");
    expect(await world.get()).toMatchObject({ value: "learned" });
    expect(world.loads).toBe(1);
  });
});

describe("a stale negative entry", () => {
  it("is served, marked as stale, while it cannot be loaded again", async () => {
    const world = createWorld();
    world.upstream = () => Promise.resolve(null);
    await world.get();
    pass(601 * SECOND);
    world.upstream = fail();
    const result = await world.get();
    expect(result).toMatchObject({ value: null, stale: true, cached: true });
    expect(result.failure?.message).toBe("upstream is down");
  });

  it("is served stale when the load takes too long", async () => {
    const world = createWorld();
    world.upstream = () => Promise.resolve(null);
    await world.get();
    pass(601 * SECOND);
    world.upstream = () => new Promise(() => undefined);
    const staleUntil = { remainingMs: () => 20 };
    expect(await world.get({ staleUntil })).toMatchObject({ value: null, stale: true });
  });
});
