import { afterEach, describe, expect, it, vi } from "vitest";
import {
  createTestCache,
  createWorld,
  DAY,
  fail,
  pass,
  SECOND,
  stopClock,
} from "./cache.fixture.ts";
import type { Cache } from "./cache.ts";
import { createMemoryStore } from "./stores/memory.ts";
import { STORE_READ_INTERVAL_MS } from "./tiers.ts";
import type { Store } from "./stores/store.ts";
import { systemClock } from "../time/clock.ts";

/** However busy the machine is, no time passes between two requests. */
const clock = { ...systemClock, monotonic: () => 0 };

stopClock();
afterEach(() => vi.restoreAllMocks());

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
    const request = () => world.get().catch(() => undefined);
    await request();
    pass(4_999);
    await request();
    expect(world.loads).toBe(1);
    pass(1);
    await request();
    expect(world.loads).toBe(2);
    pass(9_999);
    await request();
    expect(world.loads).toBe(2);
    for (const seconds of [10, 20, 40, 60, 60]) {
      pass(seconds * SECOND);
      await request();
    }
    expect(world.loads).toBe(7);
    pass(59_999);
    await request();
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

  it("is retried by a refresh, but only twice while it is cached", async () => {
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

it("a load that was not sent, for lack of tokens, is tried again at once", async () => {
  const world = createWorld();
  world.upstream = () => Promise.reject(Object.assign(new Error("spent"), { wasSent: false }));
  await expect(world.get()).rejects.toThrow("spent");
  world.upstream = () => Promise.resolve("first");
  expect(await world.get()).toMatchObject({ value: "first", cached: false });
});

it("serves what only the store knows without a load, while others wait for a budget", async () => {
  const store = createMemoryStore({ maxBytes: 1_000_000 });
  const [here, elsewhere] = [createTestCache({ store, clock }), createTestCache({ store })];
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

describe("a process whose memory is older than the store", () => {
  const loadOf = (value: string) => () => Promise.resolve({ value });
  const spent = () => Promise.reject(Object.assign(new Error("spent"), { wasSent: false }));

  /** One process has an old value in memory, and another stored a new one after `between`. */
  async function createOldProcess(between: (old: Cache<string>) => unknown = () => undefined) {
    const store = createMemoryStore({ maxBytes: 1_000_000 });
    const old = createTestCache({ store, clock });
    await old.get("key", loadOf("old"));
    pass(20 * SECOND);
    await between(old);
    pass(3 * SECOND);
    const other = createTestCache({ store });
    expect(await other.get("key", loadOf("new"))).toMatchObject({ value: "new", cached: false });
    return old;
  }

  it("serves the new value where loading has just failed", async () => {
    const old = await createOldProcess((cache) => cache.get("key", fail()));
    const result = await old.get("key", fail());
    expect(result).toMatchObject({ value: "new", stale: false });
  });

  it("serves the new value to requests that must not load", async () => {
    const old = await createOldProcess();
    const result = await old.get("key", fail(), { onlyIfCached: true });
    expect(result).toMatchObject({ value: "new", stale: false });
  });

  it("serves the new value although its own clock was ahead", async () => {
    const old = await createOldProcess(() => pass(-DAY));
    const result = await old.get("key", fail(), { onlyIfCached: true });
    expect(result).toMatchObject({ value: "new", stale: false });
  });

  it("serves the new value while others wait for a budget", async () => {
    const old = await createOldProcess(async (cache) => {
      await cache.get("other key", loadOf("old"));
      pass(20 * SECOND);
      await cache.get("other key", spent, {}, spent);
    });
    const result = await old.get("key", spent, {}, spent);
    expect(result).toMatchObject({ value: "new", stale: false });
  });

  it("serves the new value, which is stale by now, while a load takes long", async () => {
    const old = await createOldProcess();
    pass(20 * SECOND);
    const result = await old.get("key", () => new Promise(() => undefined));
    expect(result).toMatchObject({ value: "new", stale: true });
  });

  it("reads the store once a second, however many requests it serves something stale", async () => {
    const memory = createMemoryStore({ maxBytes: 1_000_000 });
    let reads = 0;
    const get = (key: string) => {
      reads += 1;
      return memory.get(key);
    };
    const cache = createTestCache({ store: { ...memory, get } });
    const start = performance.now();
    const now = vi.spyOn(performance, "now").mockReturnValue(start);
    await cache.get("key", loadOf("old"));
    pass(20 * SECOND);
    await cache.get("key", fail());
    const results = Array.from({ length: 100 }, () => cache.get("key", fail()));
    expect(new Set((await Promise.all(results)).map(({ value }) => value))).toEqual(
      new Set(["old"]),
    );
    expect(reads).toBe(1);
    now.mockReturnValue(start + STORE_READ_INTERVAL_MS + 1);
    await expect.poll(() => cache.get("key", fail()).then(() => reads)).toBe(2);
  });
});

/** A cache on a store that can be stopped, and whose reads can come late. */
function createFaultyStore() {
  const memory = createMemoryStore({ maxBytes: 1_000_000 });
  const state = { works: true, arrival: Promise.resolve() };
  const whileItWorks = <Result>(work: () => Promise<Result>) =>
    state.works ? work() : Promise.reject(new Error("the store is down"));
  const store: Store = {
    ...memory,
    async get(key) {
      const text = await whileItWorks(() => memory.get(key));
      await state.arrival;
      return text;
    },
    set: (...given) => whileItWorks(() => memory.set(...given)),
    transact: (steps) => whileItWorks(() => memory.transact(steps)),
  };
  return { state, store, cache: createTestCache({ store }) };
}

describe("what memory knows better than the store", () => {
  const value = (text: string) => () => Promise.resolve({ value: text });

  it("is served, since the store failed to take it", async () => {
    const { state, cache } = createFaultyStore();
    await cache.get("key", value("old"));
    pass(20 * SECOND);
    state.works = false;
    await cache.get("key", value("new"));
    pass(20 * SECOND);
    state.works = true;
    expect(await cache.get("key", fail())).toMatchObject({ value: "new", stale: true });
  });

  it("is not replaced by what was read just before", async () => {
    const { state, store, cache } = createFaultyStore();
    await cache.get("key", value("old"));
    pass(20 * SECOND);
    await createTestCache({ store }).get("key", value("newer"));
    let arrive: () => void = () => undefined;
    state.arrival = new Promise((resolve) => (arrive = resolve));
    const late = cache.peek("key");
    pass(SECOND);
    await cache.get("key", value("newest"), { refresh: true });
    arrive();
    await late;
    expect(await cache.get("key", fail())).toMatchObject({ value: "newest", stale: false });
  });

  it("is when a value was first said to be gone", async () => {
    const { state, cache } = createFaultyStore();
    const none = () => Promise.resolve(null);
    await cache.get("key", value("old"));
    pass(20 * SECOND);
    state.works = false;
    expect(await cache.get("key", none)).toMatchObject({ value: "old", stale: true });
    state.works = true;
    pass(30 * SECOND);
    await cache.peek("key");
    pass(31 * SECOND);
    expect(await cache.get("key", none)).toMatchObject({ value: null, stale: false });
  });
});
