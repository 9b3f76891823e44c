import { describe, expect, it, vi } from "vitest";
import {
  codec,
  createTestCache,
  DAY,
  fail,
  failingStore,
  pass,
  SECOND,
  stopClock,
} from "./cache.fixture.ts";
import { createLeases } from "./flights.ts";
import { createMemoryStore } from "./stores/memory.ts";
import type { Store } from "./stores/store.ts";

stopClock();

/** Several processes on one store, and one key that they load. */
function createWorld(processes: number, store: Store = createMemoryStore({ maxBytes: 1_000_000 })) {
  const held: { resolve(value: string | null): void; reject(error: Error): void }[] = [];
  const world = { loads: 0, store, held };
  const caches = Array.from({ length: processes }, () => createTestCache({ store }));
  const cacheOf = (process: number) => {
    const cache = caches[process];
    if (cache === undefined) throw new Error(`there is no process ${process}`);
    return cache;
  };
  const load = async () => {
    world.loads += 1;
    const value = await new Promise<string | null>((resolve, reject) => {
      held.push({ resolve, reject });
    });
    return value === null ? null : { value };
  };
  return Object.assign(world, {
    /** Sends a request to one process; its load hangs until `held` is settled. */
    cacheOf,
    get: (process: number, refresh = false) => cacheOf(process).get("key", load, { refresh }),
    /** Resolves once a load has begun. */
    async loading(count: number) {
      await expect.poll(() => world.loads).toBe(count);
    },
  });
}

describe("several processes on one store", () => {
  it("load once, and share the result", async () => {
    const world = createWorld(4);
    const results = [0, 1, 2, 3].map((process) => world.get(process));
    await world.loading(1);
    world.held[0]?.resolve("value");
    const values = (await Promise.all(results)).map(({ value, cached }) => ({ value, cached }));
    expect(values).toEqual(values.map(() => ({ value: "value", cached: false })));
    expect(world.loads).toBe(1);
  });

  it("take what they read on another way while they waited", async () => {
    const world = createWorld(2);
    const first = world.get(0);
    await world.loading(1);
    const waiting = world.get(1);
    world.held[0]?.resolve("value");
    await first;
    // Now its memory holds what the store holds, before it looks at the lease again.
    await world.cacheOf(1).peek("key");
    expect(await waiting).toMatchObject({ value: "value", cached: false });
    expect(world.loads).toBe(1);
  });

  it("use a fresh entry of the store, as cached", async () => {
    const world = createWorld(2);
    const first = world.get(0);
    await world.loading(1);
    world.held[0]?.resolve("value");
    await first;
    expect(await world.get(1)).toMatchObject({ value: "value", cached: true });
    expect(world.loads).toBe(1);
  });

  it("load once more when the entry in the store is no longer fresh", async () => {
    const world = createWorld(2);
    const first = world.get(0);
    await world.loading(1);
    world.held[0]?.resolve("old");
    await first;
    pass(20 * SECOND);
    const results = [world.get(1), world.get(0)];
    await world.loading(2);
    world.held[1]?.resolve("new");
    expect((await Promise.all(results)).map(({ value }) => value)).toEqual(["new", "new"]);
    expect(world.loads).toBe(2);
  });

  it("serve a stale entry while another process loads for too long", async () => {
    const world = createWorld(2);
    const first = world.get(0);
    await world.loading(1);
    world.held[0]?.resolve("old");
    await first;
    pass(20 * SECOND);
    const loading = world.get(0);
    await world.loading(2);
    expect(await world.get(1)).toMatchObject({ value: "old", stale: true });
    world.held[1]?.resolve("new");
    await loading;
  });

  it("share a negative entry", async () => {
    const world = createWorld(2);
    const first = world.get(0);
    await world.loading(1);
    world.held[0]?.resolve(null);
    await first;
    expect(await world.get(1)).toMatchObject({ value: null, cached: true });
  });

  it("share a failure", async () => {
    const world = createWorld(3);
    const results = [0, 1, 2].map((process) =>
      world.get(process).then(
        () => "no failure",
        (error: unknown) => (error as Error).message,
      ),
    );
    await world.loading(1);
    world.held[0]?.reject(new Error("down"));
    const messages = await Promise.all(results);
    expect(messages.toSorted()).toEqual(["down", "down, elsewhere", "down, elsewhere"]);
    expect(world.loads).toBe(1);
  });

  it("continue when the loading process dies", async () => {
    const world = createWorld(2);
    // A process that took the lease and died.
    const leases = createLeases(world.store, codec);
    expect((await leases.attempt("test:v1:key", undefined)).kind).toBe("granted");
    const second = world.get(1);
    pass(3_000);
    await world.loading(1);
    world.held[0]?.resolve("of the second");
    expect((await second).value).toBe("of the second");
  });

  it("do not wait for a lease from before a clock was set back", async () => {
    const world = createWorld(1);
    pass(DAY);
    await createLeases(world.store, codec).attempt("test:v1:key", undefined);
    pass(-DAY);
    const result = world.get(0);
    await world.loading(1);
    world.held[0]?.resolve("value");
    expect((await result).value).toBe("value");
  });

  it("refresh despite a failure that was just shared, but not in parallel with another load", async () => {
    const world = createWorld(3);
    const failed = world.get(0).catch(() => "failed");
    await world.loading(1);
    world.held[0]?.reject(new Error("down"));
    expect(await failed).toBe("failed");
    const refreshing = world.get(1, true);
    await world.loading(2);
    const other = world.get(2, true);
    world.held[1]?.resolve("again");
    expect((await refreshing).value).toBe("again");
    await world.loading(3);
    world.held[2]?.resolve("and again");
    expect((await other).value).toBe("and again");
  });

  it("keep the lease of a load that takes long", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    const world = createWorld(2);
    const slow = world.get(0);
    await world.loading(1);
    for (let second = 0; second < 10; second += 1) await vi.advanceTimersByTimeAsync(SECOND);
    const attempt = createLeases(world.store, codec).attempt("test:v1:key", undefined);
    expect((await attempt).kind).toBe("held");
    world.held[0]?.resolve("value");
    await slow;
    expect(world.loads).toBe(1);
  });
});

describe("a store that was emptied", () => {
  it("does not clear entries in memory that can be served while loading fails", async () => {
    const store = createMemoryStore({ maxBytes: 1_000_000 });
    const cache = createTestCache({ store });
    await cache.get("key", () => Promise.resolve({ value: "old" }));
    await store.delete("test:v1:key");
    pass(60 * SECOND);
    for (let times = 0; times < 2; times += 1) {
      expect(await cache.get("key", fail())).toMatchObject({ value: "old", stale: true });
      pass(60 * SECOND);
    }
  });
});

describe("a store that fails", () => {
  it("blocks no load, and memory serves the result", async () => {
    const world = createWorld(1, failingStore);
    const first = world.get(0);
    await world.loading(1);
    world.held[0]?.resolve("value");
    expect((await first).value).toBe("value");
    expect(await world.get(0)).toMatchObject({ value: "value", cached: true });
  });

  it("does not prevent serving stale entries", async () => {
    const store = createMemoryStore({ maxBytes: 1_000_000 });
    const cache = createTestCache({ store });
    await cache.get("key", () => Promise.resolve({ value: "old" }));
    Object.assign(store, failingStore);
    pass(60 * SECOND);
    expect(await cache.get("key", fail())).toMatchObject({ value: "old", stale: true });
  });
});
