import { describe, expect, it, vi } from "vitest";
import { createWorld } from "./resilient/world.fixture.ts";
import { maxValueBytes } from "./stores/store.ts";

describe("while the store fails", () => {
  it("answers with what was last read and written, and says once that it fails", async () => {
    const { store, behind, fail, changes } = createWorld();
    await behind.set("read", "1");
    await store.get("read");
    await store.set("written", "2", { ttlMs: 60_000 });
    await store.increment("counted", 3);
    await store.compareAndSet("swapped", undefined, "4");
    fail("everything");
    expect(await store.get("read")).toBe("1");
    expect(await store.get("written")).toBe("2");
    expect(await store.timeToLive("written")).toBe(60_000);
    expect(await store.get("counted")).toBe("3");
    expect(await store.get("swapped")).toBe("4");
    expect(await store.get("never seen")).toBeUndefined();
    expect(changes).toEqual([false]);
  });

  it("does not answer with what was deleted, expired or changed elsewhere and then read", async () => {
    const { store, behind, fail, pass } = createWorld();
    await store.set("deleted", "1");
    await store.delete("deleted");
    await store.set("gone", "1");
    await behind.delete("gone");
    await store.get("gone");
    await store.set("changed", "1");
    await behind.set("changed", "2");
    await store.get("changed");
    await store.set("short", "1", { ttlMs: 1 });
    pass(5);
    fail("everything");
    expect(await store.get("deleted")).toBeUndefined();
    expect(await store.get("gone")).toBeUndefined();
    expect(await store.get("changed")).toBe("2");
    expect(await store.get("short")).toBeUndefined();
  });

  it("takes every kind of write and shows it", async () => {
    const { store, fail } = createWorld();
    await store.set("old", "1");
    await store.increment("n", 5);
    fail("everything");
    await store.set("new", "2", { ttlMs: 60_000 });
    expect(await store.get("new")).toBe("2");
    expect(await store.timeToLive("new")).toBe(60_000);
    expect(await store.delete("old")).toBe(true);
    expect(await store.delete("old")).toBe(false);
    expect(await store.timeToLive("old")).toBeUndefined();
    expect(await store.increment("n", 2)).toBe(7);
    expect(await store.increment("n", -1)).toBe(6);
    expect(await store.compareAndSet("new", "1", "3")).toBe(false);
    expect(await store.compareAndSet("new", "2", "3")).toBe(true);
    expect(await store.compareAndSet("new", "3", undefined)).toBe(true);
    expect(await store.get("new")).toBeUndefined();
  });

  it("lets one of a hundred take a lease", async () => {
    const { store, fail } = createWorld();
    fail("everything");
    const takers = Array.from({ length: 100 }, (_, index) => `${index}`);
    const won = await Promise.all(
      takers.map((taker) => store.compareAndSet("lease", undefined, taker)),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
  });

  it("refuses what every store refuses", async () => {
    const { store, fail } = createWorld();
    for (const what of ["nothing", "everything"] as const) {
      fail(what);
      await store.set("word", "x");
      await expect(store.set("a", "1", { ttlMs: 0 })).rejects.toThrow(RangeError);
      await expect(store.set("a", "x".repeat(maxValueBytes + 1))).rejects.toThrow(RangeError);
      await expect(store.increment("a", 0.5)).rejects.toThrow(RangeError);
      await expect(store.increment("word", 1)).rejects.toThrow(TypeError);
    }
  });

  it("does not take the caller's mistake for a failure", async () => {
    const { store, changes } = createWorld();
    await expect(store.set("a", "1", { ttlMs: -1 })).rejects.toThrow(RangeError);
    await expect(store.increment("a", Number.NaN)).rejects.toThrow(RangeError);
    await store.set("word", "x");
    await expect(store.increment("word", 1)).rejects.toThrow(TypeError);
    expect(changes).toEqual([]);
  });

  it.each([TypeError, RangeError])(
    "takes a %O of the store for a failure of the store",
    async (ErrorClass) => {
      const { store, behind, fail, changes } = createWorld();
      await store.set("a", "1");
      fail("everything", new ErrorClass("the store has a defect"));
      expect(await store.get("a")).toBe("1");
      await store.set("b", "2");
      expect(await store.increment("count", 1)).toBe(1);
      expect(changes).toEqual([false]);
      fail("nothing");
      await store.set("back", "1");
      await vi.waitFor(async () => expect(await behind.get("b")).toBe("2"));
      expect(await behind.get("count")).toBe("1");
    },
  );

  it("keeps within its bytes, giving up the least recently used", async () => {
    const { store, behind, fail } = createWorld({ maxBytes: 100_000 });
    fail("everything");
    for (let index = 0; index < 2_000; index += 1) await store.set(`${index}`, "x".repeat(700));
    expect(await store.get("1999")).toHaveLength(700);
    expect(await store.get("0")).toBeUndefined();
    fail("nothing");
    await store.set("back", "1");
    await vi.waitFor(async () => expect(await behind.get("1999")).toBeDefined());
    expect(await behind.get("1000")).toBeUndefined();
  });
});

describe("a store that only fails to write", () => {
  it("is still read, under what was written meanwhile", async () => {
    const { store, behind, fail, changes } = createWorld({ mirror: false });
    await behind.set("there", "1");
    fail("writes");
    await store.set("new", "2");
    expect(await store.get("there")).toBe("1");
    expect(await store.get("new")).toBe("2");
    expect(await store.compareAndSet("there", "0", "x")).toBe(false);
    expect(await store.compareAndSet("there", "1", "x")).toBe(true);
    expect(await store.get("there")).toBe("x");
    // Reading is not recovery.
    expect(changes).toEqual([false]);
    fail("nothing");
    await store.set("other", "3");
    expect(changes).toEqual([false, true]);
    await vi.waitFor(async () => expect(await behind.get("there")).toBe("x"));
    expect(await behind.get("new")).toBe("2");
  });
});

it("says nothing any more once it is closed", async () => {
  const { store, changes, fail } = createWorld();
  fail("everything");
  await store.close();
  await store.set("a", "1");
  expect(changes).toEqual([]);
});
