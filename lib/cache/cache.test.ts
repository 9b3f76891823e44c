import { describe, expect, it, vi } from "vitest";
import {
  createTestCache,
  createWorld,
  DAY,
  fail,
  pass,
  SECOND,
  stopClock,
} from "./cache.fixture.ts";

stopClock();

describe("a value", () => {
  it("is loaded once and then served from the cache until it is no longer fresh", async () => {
    const world = createWorld();
    const first = await world.get();
    expect(first).toMatchObject({ value: "first", cached: false, stale: false });
    pass(20 * SECOND - 1);
    expect(await world.get()).toMatchObject({ value: "first", cached: true, stale: false });
    expect(world.loads).toBe(1);
    pass(1);
    world.upstream = () => Promise.resolve("second");
    expect(await world.get()).toMatchObject({ value: "second", cached: false, stale: false });
    expect(world.loads).toBe(2);
  });

  it("has the time when it was fetched and until when it is fresh", async () => {
    const world = createWorld();
    const now = Date.now();
    expect(await world.get()).toMatchObject({ fetchedAt: now, freshUntil: now + 20 * SECOND });
  });

  it("is loaded once for 200 simultaneous requests", async () => {
    const world = createWorld();
    const results = await Promise.all(Array.from({ length: 200 }, () => world.get()));
    expect(world.loads).toBe(1);
    expect(new Set(results.map(({ value }) => value))).toEqual(new Set(["first"]));
  });

  it("is loaded again by a refresh, fresh or not", async () => {
    const world = createWorld();
    await world.get();
    pass(SECOND);
    world.upstream = () => Promise.resolve("second");
    expect(await world.get({ refresh: true })).toMatchObject({ value: "second", cached: false });
    expect(await world.get()).toMatchObject({ value: "second", cached: true });
  });

  it("is loaded again by a refresh that comes while it is loaded", async () => {
    const world = createWorld();
    let finish: (value: string) => void = () => undefined;
    world.upstream = () => new Promise((resolve) => (finish = resolve));
    const first = world.get();
    await vi.waitFor(() => expect(world.loads).toBe(1));
    const refreshed = world.get({ refresh: true });
    world.upstream = () => Promise.resolve("second");
    finish("first");
    expect(await first).toMatchObject({ value: "first" });
    expect(await refreshed).toMatchObject({ value: "second", cached: false });
  });

  it("may be fresh for a shorter time", async () => {
    const { cache } = createWorld();
    const load = () => Promise.resolve({ value: "half", freshMs: 5 * SECOND });
    const result = await cache.get("key", load);
    expect(result.freshUntil - result.fetchedAt).toBe(5 * SECOND);
  });

  it("can be an empty string", async () => {
    const world = createWorld();
    world.upstream = () => Promise.resolve("");
    expect((await world.get()).value).toBe("");
    expect(await world.get()).toMatchObject({ value: "", cached: true });
  });
});

describe("a value whose time is nearly over", () => {
  /** Requests a value that takes a second to load, and half of all luck. */
  function createBusyWorld() {
    const cache = createTestCache({ random: () => 0.5 });
    const background = { loads: 0, fails: false };
    const get = (withBackground = true) =>
      cache.get(
        "key",
        () => {
          pass(SECOND);
          return Promise.resolve({ value: "waited for" });
        },
        {},
        withBackground
          ? () => {
              background.loads += 1;
              return background.fails
                ? fail()()
                : Promise.resolve({ value: "loaded in the background" });
            }
          : undefined,
      );
    return { get, background };
  }

  it("is loaded again while the old one is served", async () => {
    const { get, background } = createBusyWorld();
    await get();
    pass(17 * SECOND);
    await get();
    expect(background.loads).toBe(0);
    pass(SECOND);
    expect(await get()).toMatchObject({ value: "waited for", cached: true, stale: false });
    await expect.poll(async () => (await get()).value).toBe("loaded in the background");
    expect(background.loads).toBe(1);
    pass(17 * SECOND);
    expect(await get()).toMatchObject({ value: "loaded in the background", cached: true });
  });

  it("is not loaded again and again when that fails", async () => {
    const { get, background } = createBusyWorld();
    background.fails = true;
    await get();
    pass(18 * SECOND);
    for (let times = 0; times < 5; times += 1) {
      expect(await get()).toMatchObject({ value: "waited for", stale: false });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(background.loads).toBe(1);
  });

  it("is waited for when nothing can be loaded in the background", async () => {
    const { get } = createBusyWorld();
    await get(false);
    pass(19.5 * SECOND);
    expect(await get(false)).toMatchObject({ value: "waited for", cached: true });
  });
});

describe("a value past its last day", () => {
  it("is no longer served", async () => {
    const world = createWorld();
    await world.get();
    pass(7 * DAY + 1);
    world.upstream = fail();
    await expect(world.get()).rejects.toThrow("upstream is down");
  });
});

describe("a slow load", () => {
  it("serves stale entries after 1.5 s, and continues", async () => {
    const world = createWorld();
    await world.get();
    pass(60 * SECOND);
    let finish: (value: string) => void = () => undefined;
    world.upstream = () => new Promise((resolve) => (finish = resolve));
    const result = await world.get();
    expect(result).toMatchObject({ value: "first", stale: true });
    finish("second");
    await expect.poll(async () => (await world.cache.peek("key"))?.value).toBe("second");
    expect(world.loads).toBe(2);
  });
});
