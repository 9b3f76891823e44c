import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCache, type Cache, type GetOptions } from "./cache.ts";
import { createMemoryStore } from "./stores/memory.ts";

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

interface World {
  cache: Cache<string>;
  loads: number;
  /** What the next loads do. */
  upstream: () => Promise<string | null>;
  get(options?: GetOptions): ReturnType<Cache<string>["get"]>;
}

function createWorld(): World {
  const store = () => createMemoryStore({ maxBytes: 1_000_000 });
  const lifetimes = { freshMs: 20 * SECOND, keepMs: 7 * DAY, missingMs: 600 * SECOND };
  const cache = createCache<string>({
    name: "test:v1",
    store: store(),
    missing: store(),
    lifetimes,
  });
  const world: World = {
    cache,
    loads: 0,
    upstream: () => Promise.resolve("first"),
    get: (options) =>
      cache.get(
        "key",
        async () => {
          world.loads += 1;
          const value = await world.upstream();
          return value === null ? null : { value };
        },
        options,
      ),
  };
  return world;
}

function fail(message = "upstream is down"): () => Promise<never> {
  return () => Promise.reject(new Error(message));
}

/** Moves the clock; nothing is waited for. */
function pass(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-01-01T00:00:00Z") });
});

afterEach(() => {
  vi.useRealTimers();
});

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

  it("says when it was fetched and until when it is fresh", async () => {
    const world = createWorld();
    const now = Date.now();
    expect(await world.get()).toMatchObject({ fetchedAt: now, freshUntil: now + 20 * SECOND });
  });

  it("is loaded once for 200 who ask at the same time", async () => {
    const world = createWorld();
    const answers = await Promise.all(Array.from({ length: 200 }, () => world.get()));
    expect(world.loads).toBe(1);
    expect(new Set(answers.map(({ value }) => value))).toEqual(new Set(["first"]));
  });

  it("is loaded anew by a refresh, fresh or not", async () => {
    const world = createWorld();
    await world.get();
    pass(SECOND);
    world.upstream = () => Promise.resolve("second");
    expect(await world.get({ refresh: true })).toMatchObject({ value: "second", cached: false });
    expect(await world.get()).toMatchObject({ value: "second", cached: true });
  });

  it("may ask to be loaded again sooner", async () => {
    const { cache } = createWorld();
    const load = () => Promise.resolve({ value: "half", freshMs: 5 * SECOND });
    const answer = await cache.get("key", load);
    expect(answer.freshUntil - answer.fetchedAt).toBe(5 * SECOND);
  });

  it("can be an empty string", async () => {
    const world = createWorld();
    world.upstream = () => Promise.resolve("");
    expect((await world.get()).value).toBe("");
    expect(await world.get()).toMatchObject({ value: "", cached: true });
  });
});

describe("a failed load", () => {
  it("serves the old value, marked as stale, and says why", async () => {
    const world = createWorld();
    await world.get();
    pass(60 * SECOND);
    world.upstream = fail();
    const answer = await world.get();
    expect(answer).toMatchObject({ value: "first", stale: true, cached: true });
    expect(answer.failure?.message).toBe("upstream is down");
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

  it("is never stored: the next good answer is served at once", async () => {
    const world = createWorld();
    world.upstream = fail();
    await world.get().catch(() => undefined);
    pass(5 * SECOND);
    world.upstream = () => Promise.resolve("back");
    expect(await world.get()).toMatchObject({ value: "back", stale: false });
  });

  it("of a refresh serves what is known", async () => {
    const world = createWorld();
    await world.get();
    pass(SECOND);
    world.upstream = fail();
    const answer = await world.get({ refresh: true });
    expect(answer).toMatchObject({ value: "first", cached: true, stale: false });
    expect(answer.failure?.message).toBe("upstream is down");
  });

  it("is asked for again by a refresh, but only twice while it is remembered", async () => {
    const world = createWorld();
    await world.get();
    world.upstream = fail();
    for (let times = 0; times < 50; times += 1) await world.get({ refresh: true });
    expect(world.loads).toBe(4);
    pass(60 * SECOND);
    world.upstream = () => Promise.resolve("back");
    expect((await world.get({ refresh: true })).value).toBe("back");
  });

  it("is not repeated before the time that the one who failed asked for", async () => {
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

  it("shares one call between 200 who ask at the same time", async () => {
    const world = createWorld();
    world.upstream = fail();
    const asked = Array.from({ length: 200 }, () => world.get().catch(() => "failed"));
    expect(new Set(await Promise.all(asked))).toEqual(new Set(["failed"]));
    expect(world.loads).toBe(1);
  });
});

describe("a value past its last day", () => {
  it("is not served any more", async () => {
    const world = createWorld();
    await world.get();
    pass(7 * DAY + 1);
    world.upstream = fail();
    await expect(world.get()).rejects.toThrow("upstream is down");
  });
});

describe("missing", () => {
  it("is believed for its time, then asked again", async () => {
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

  it("is asked once by 200 at the same time", async () => {
    const world = createWorld();
    world.upstream = () => Promise.resolve(null);
    await Promise.all(Array.from({ length: 200 }, () => world.get()));
    expect(world.loads).toBe(1);
  });

  it("replaces a known value only when said twice, a minute apart", async () => {
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

  it("replaces a known value at once when something else says so too", async () => {
    const world = createWorld();
    await world.get();
    pass(60 * SECOND);
    world.upstream = () => Promise.resolve(null);
    expect((await world.get({ refresh: true, doubted: true })).value).toBe(null);
  });

  it("is taken back when the value is there after all", async () => {
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

  it("ends when the value is learned on the way", async () => {
    const world = createWorld();
    world.upstream = () => Promise.resolve(null);
    await world.get();
    await world.cache.put("key", "learned");
    expect(await world.get()).toMatchObject({ value: "learned" });
    expect(world.loads).toBe(1);
  });
});

describe("an absence past its time", () => {
  it("is told, marked as stale, while it cannot be asked anew", async () => {
    const world = createWorld();
    world.upstream = () => Promise.resolve(null);
    await world.get();
    pass(601 * SECOND);
    world.upstream = fail();
    const answer = await world.get();
    expect(answer).toMatchObject({ value: null, stale: true, cached: true });
    expect(answer.failure?.message).toBe("upstream is down");
  });

  it("is not waited for longer than patience lasts", async () => {
    const world = createWorld();
    world.upstream = () => Promise.resolve(null);
    await world.get();
    pass(601 * SECOND);
    world.upstream = () => new Promise(() => undefined);
    const patience = { remainingMs: () => 20 };
    expect(await world.get({ patience })).toMatchObject({ value: null, stale: true });
  });
});

describe("a value whose time is nearly over", () => {
  /** Asks for a value that takes a second to load, and half of all luck. */
  function createBusyWorld() {
    const store = () => createMemoryStore({ maxBytes: 1_000_000 });
    const lifetimes = { freshMs: 20 * SECOND, keepMs: 7 * DAY, missingMs: 600 * SECOND };
    const cache = createCache<string>({
      name: "test:v1",
      store: store(),
      missing: store(),
      lifetimes,
      random: () => 0.5,
    });
    const behind = { loads: 0, fails: false };
    const get = (withBehind = true) =>
      cache.get(
        "key",
        () => {
          pass(SECOND);
          return Promise.resolve({ value: "waited for" });
        },
        {},
        withBehind
          ? () => {
              behind.loads += 1;
              return behind.fails ? fail()() : Promise.resolve({ value: "loaded behind" });
            }
          : undefined,
      );
    return { get, behind };
  }

  it("is loaded anew while the old one is served", async () => {
    const { get, behind } = createBusyWorld();
    await get();
    pass(17 * SECOND);
    await get();
    expect(behind.loads).toBe(0);
    pass(SECOND);
    expect(await get()).toMatchObject({ value: "waited for", cached: true, stale: false });
    await expect.poll(async () => (await get()).value).toBe("loaded behind");
    expect(behind.loads).toBe(1);
    pass(17 * SECOND);
    expect(await get()).toMatchObject({ value: "loaded behind", cached: true });
  });

  it("is not asked for again and again when that fails", async () => {
    const { get, behind } = createBusyWorld();
    behind.fails = true;
    await get();
    pass(18 * SECOND);
    for (let times = 0; times < 5; times += 1) {
      expect(await get()).toMatchObject({ value: "waited for", stale: false });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(behind.loads).toBe(1);
  });

  it("is waited for when nothing can be loaded behind", async () => {
    const { get } = createBusyWorld();
    await get(false);
    pass(19.5 * SECOND);
    expect(await get(false)).toMatchObject({ value: "waited for", cached: true });
  });
});

describe("a slow load", () => {
  it("lets those who could be served something stale go after 1.5 s, and goes on", async () => {
    const world = createWorld();
    await world.get();
    pass(60 * SECOND);
    let finish: (value: string) => void = () => undefined;
    world.upstream = () => new Promise((resolve) => (finish = resolve));
    const answer = await world.get();
    expect(answer).toMatchObject({ value: "first", stale: true });
    finish("second");
    await vi.waitFor(async () => expect((await world.cache.peek("key"))?.value).toBe("second"));
    expect(world.loads).toBe(2);
  });
});
