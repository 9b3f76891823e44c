import { expect, it } from "vitest";
import { compareAndSet, increment } from "../store.ts";
import type { Open } from "../conformance.ts";

export function describeExpiry(open: Open, exactClock: boolean): void {
  if (exactClock) {
    it("forgets a value to the millisecond", async () => {
      const { store, advance } = await open();
      await store.set("a", "1", { ttlMs: 1_000 });
      await advance(999);
      expect(await store.get("a")).toBe("1");
      expect(await store.timeToLive("a")).toBe(1);
      await advance(1);
      expect(await store.get("a")).toBeUndefined();
      expect(await store.timeToLive("a")).toBeUndefined();
      expect(await store.delete("a")).toBe(false);
    });
  }

  it("takes an expired value for absent in every operation", async () => {
    const { store, advance } = await open();
    for (const key of ["set", "delete", "cas", "increment"])
      await store.set(key, "7", { ttlMs: 200 });
    await advance(250);
    expect(await store.delete("delete")).toBe(false);
    expect(await compareAndSet(store, "cas", "7", "8")).toBe(false);
    expect(await compareAndSet(store, "cas", undefined, "9")).toBe(true);
    expect(await increment(store, "increment", 1)).toBe(1);
    await store.set("set", "8");
    expect(await store.get("set")).toBe("8");
  });

  it("replaces the time to live with the value", async () => {
    const { store } = await open();
    await store.set("a", "1", { ttlMs: 60_000 });
    await store.set("a", "2");
    expect(await store.timeToLive("a")).toBe(Infinity);
    await store.set("a", "3", { ttlMs: 60_000 });
    const left = (await store.timeToLive("a")) ?? 0;
    expect(left).toBeGreaterThan(55_000);
    expect(left).toBeLessThanOrEqual(60_000);
    await compareAndSet(store, "a", "3", "4");
    expect(await store.timeToLive("a")).toBe(Infinity);
  });

  it("keeps the expiry of a counter from when it was created", async () => {
    const { store, advance } = await open();
    expect(await increment(store, "a", 1, { ttlMs: 400 })).toBe(1);
    await advance(100);
    expect(await increment(store, "a", 1, { ttlMs: 60_000 })).toBe(2);
    expect(await store.timeToLive("a")).toBeLessThanOrEqual(300);
    await advance(350);
    expect(await increment(store, "a", 1)).toBe(1);
    expect(await store.timeToLive("a")).toBe(Infinity);
  });
}
