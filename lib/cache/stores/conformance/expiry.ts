import { expect, it } from "vitest";
import { compareAndSet, increment } from "./steps.ts";
import type { Open } from "../conformance.ts";

export function describeExpiry(open: Open, exactClock: boolean): void {
  if (exactClock) {
    it("forgets a value to the millisecond", async () => {
      const { store, advance } = await open();
      await store.set("a", "1", { ttlMs: 1_000 });
      await advance(999);
      expect(await store.get("a")).toBe("1");
      await advance(1);
      expect(await store.get("a")).toBeUndefined();
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
    const { store, advance } = await open();
    await store.set("lasting", "1", { ttlMs: 200 });
    await store.set("lasting", "2");
    await store.set("swapped", "1", { ttlMs: 200 });
    await compareAndSet(store, "swapped", "1", "2");
    await store.set("ending", "1");
    await store.set("ending", "2", { ttlMs: 200 });
    await advance(250);
    expect(await store.get("lasting")).toBe("2");
    expect(await store.get("swapped")).toBe("2");
    expect(await store.get("ending")).toBeUndefined();
  });

  it("keeps the expiry of a counter, and gives a new one none", async () => {
    const { store, advance } = await open();
    await store.set("a", "1", { ttlMs: 400 });
    await advance(100);
    expect(await increment(store, "a", 1)).toBe(2);
    await advance(350);
    expect(await increment(store, "a", 1)).toBe(1);
    await advance(450);
    expect(await increment(store, "a", 1)).toBe(2);
  });
}
