import { expect, it } from "vitest";
import { updateValue } from "../store.ts";
import { compareAndSet, increment } from "./steps.ts";
import type { Open } from "../conformance.ts";

export function describeRaces(open: Open): void {
  it("compares and sets, from absent and to absent", async () => {
    const { store } = await open();
    expect(await compareAndSet(store, "a", "0", "1")).toBe(false);
    expect(await compareAndSet(store, "a", undefined, "1")).toBe(true);
    expect(await compareAndSet(store, "a", undefined, "2")).toBe(false);
    expect(await compareAndSet(store, "a", "2", undefined)).toBe(false);
    expect(await store.get("a")).toBe("1");
    expect(await compareAndSet(store, "a", "1", undefined)).toBe(true);
    expect(await store.get("a")).toBeUndefined();
    expect(await compareAndSet(store, "a", undefined, undefined)).toBe(true);
  });

  it("lets one of a hundred take a lease", async () => {
    const { store } = await open();
    const takers = Array.from({ length: 100 }, (_, index) => `taker ${index}`);
    const won = await Promise.all(
      takers.map((taker) => compareAndSet(store, "lease", undefined, taker, { ttlMs: 60_000 })),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await store.get("lease")).toBe(takers[won.indexOf(true)]);
  });

  it("counts every increment", async () => {
    const { store } = await open();
    const sums = await Promise.all(Array.from({ length: 200 }, () => increment(store, "a", 2)));
    expect(new Set(sums).size).toBe(200);
    expect(await increment(store, "a", -400)).toBe(0);
    expect(await store.get("a")).toBe("0");
    expect(await increment(store, "a", -7)).toBe(-7);
    expect(await store.get("a")).toBe("-7");
  });

  it("loses no update under contention", async () => {
    const { store } = await open();
    const letters = Array.from({ length: 40 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    await Promise.all(letters.map((one) => updateValue(store, "a", (all = "") => all + one)));
    expect((await store.get("a"))?.split("").toSorted()).toEqual(letters);
  });
}
