import { describe, expect, it, vi } from "vitest";
import { createWorld } from "./world.fixture.ts";

describe("when the store is back", () => {
  it("overwrites, with the time that is left", async () => {
    const { store, behind, fail, pass, changes } = createWorld();
    await store.set("deleted", "1");
    fail("everything");
    await store.set("set", "mine", { ttlMs: 60_000 });
    await store.set("for ever", "mine");
    await store.delete("deleted");
    await store.set("expired", "mine", { ttlMs: 1 });
    await behind.set("set", "another's");
    await behind.set("expired", "another's");
    pass(10_000);
    fail("nothing");
    await store.set("any", "1");
    expect(await store.get("set")).toBe("mine");
    await vi.waitFor(async () => expect(await behind.get("for ever")).toBe("mine"));
    expect(await behind.get("set")).toBe("mine");
    expect(await behind.timeToLive("set")).toBe(50_000);
    expect(await behind.timeToLive("for ever")).toBe(Infinity);
    expect(await behind.get("deleted")).toBeUndefined();
    expect(await behind.get("expired")).toBeUndefined();
    expect(changes).toEqual([false, true]);
  });

  it("adds what is missing or unchanged, and leaves another's word alone", async () => {
    const { store, behind, fail } = createWorld({ rejoin: "add-missing" });
    for (const key of ["unchanged", "changed", "removed"]) await store.set(key, "before");
    fail("everything");
    for (const key of ["new", "new to both", "unchanged", "changed"]) await store.set(key, "mine");
    await store.delete("removed");
    await behind.set("new to both", "another's");
    await behind.set("changed", "another's");
    fail("nothing");
    await store.set("any", "1");
    await vi.waitFor(async () => expect(await store.get("changed")).toBe("another's"));
    expect(await store.get("new")).toBe("mine");
    expect(await behind.get("new")).toBe("mine");
    expect(await store.get("new to both")).toBe("another's");
    expect(await store.get("unchanged")).toBe("mine");
    expect(await store.get("removed")).toBeUndefined();
  });

  it.each(["overwrite", "add-missing"] as const)("adds to counters (%s)", async (rejoin) => {
    const { store, behind, fail } = createWorld({ rejoin });
    await store.increment("n", 5);
    fail("everything");
    await store.increment("n", 2);
    await store.increment("fresh", 1, { ttlMs: 60_000 });
    await behind.increment("n", 100);
    fail("nothing");
    await store.increment("other", 1);
    await vi.waitFor(async () => expect(await store.get("n")).toBe("107"));
    expect(await behind.get("fresh")).toBe("1");
    expect(await behind.timeToLive("fresh")).toBe(60_000);
    expect(await store.increment("n", 1)).toBe(108);
  });

  it("needs nobody to ask for anything", async () => {
    const { store, behind, fail, changes } = createWorld({ retryMs: 10 });
    fail("everything");
    await store.set("a", "1");
    fail("nothing");
    await vi.waitFor(async () => expect(await behind.get("a")).toBe("1"));
    expect(changes).toEqual([false, true]);
  });

  it("is asked no more once it has been told everything", async () => {
    const { store, behind, fail, calls } = createWorld({ retryMs: 5 });
    fail("everything");
    await store.set("a", "1");
    fail("nothing");
    await vi.waitFor(async () => expect(await behind.get("a")).toBe("1"));
    await behind.set("a", "another's");
    const before = calls();
    expect(await store.get("a")).toBe("another's");
    expect(calls()).toBe(before + 1);
  });

  it("shows each change until it is told, also one made while it is told", async () => {
    const { store, behind, fail } = createWorld();
    fail("everything");
    const keys = Array.from({ length: 200 }, (_, index) => `${index}`);
    for (const key of keys) await store.set(key, "first");
    fail("nothing");
    await store.set("any", "1");
    await Promise.all(keys.map((key) => store.set(key, "second")));
    for (const key of keys) expect(await store.get(key)).toBe("second");
    await vi.waitFor(async () => {
      for (const key of keys) expect(await behind.get(key)).toBe("second");
    });
  });

  it("counts nothing twice that is added while it is told", async () => {
    const { store, behind, fail } = createWorld();
    fail("everything");
    await store.increment("n", 1);
    fail("nothing");
    await store.set("any", "1");
    for (let times = 0; times < 20; times += 1) await store.increment("n", 1);
    await vi.waitFor(async () => expect(await behind.get("n")).toBe("21"));
    expect(await store.get("n")).toBe("21");
  });

  it("may fail again in the middle", async () => {
    const { store, behind, fail } = createWorld({ retryMs: 5 });
    fail("everything");
    const keys = Array.from({ length: 300 }, (_, index) => `${index}`);
    for (const key of keys) await store.set(key, key);
    fail("nothing");
    await store.set("any", "1");
    await vi.waitFor(async () => expect(await behind.get("20")).toBe("20"), { interval: 1 });
    fail("everything");
    for (const key of keys) expect(await store.get(key)).toBe(key);
    fail("nothing");
    await vi.waitFor(async () => {
      for (const key of keys) expect(await behind.get(key)).toBe(key);
    });
  });
});
