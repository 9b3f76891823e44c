import { expect, it } from "vitest";
import { maxValueBytes } from "../store.ts";
import { compareAndSet, increment } from "./transactions.ts";
import type { Open } from "../conformance.ts";

export function describeRefusals(open: Open): void {
  it.each([0, -1, Number.NaN])("refuses a time to live of %d", async (ttlMs) => {
    const { store } = await open();
    await expect(store.set("a", "1", { ttlMs })).rejects.toThrow(RangeError);
    await expect(compareAndSet(store, "a", undefined, "1", { ttlMs })).rejects.toThrow(RangeError);
    expect(await store.get("a")).toBeUndefined();
  });

  it("refuses a value that is too long, and keeps the old one", async () => {
    const { store } = await open();
    await store.set("a", "1");
    const long = `${"x".repeat(maxValueBytes - 1)}é`;
    await expect(store.set("a", long)).rejects.toThrow(RangeError);
    await expect(compareAndSet(store, "a", "1", long)).rejects.toThrow(RangeError);
    expect(await store.get("a")).toBe("1");
  });

  it.each(["", "x", "1.5", "01", " 1", "1e3", "0x1"])(
    "refuses to increment '%s'",
    async (value) => {
      const { store } = await open();
      await store.set("a", value);
      await expect(increment(store, "a", 1)).rejects.toThrow("not an integer");
      expect(await store.get("a")).toBe(value);
      expect(await increment(store, "b", 1)).toBe(1);
    },
  );

  it("refuses to count by what is no integer", async () => {
    const { store } = await open();
    await expect(increment(store, "a", 0.5)).rejects.toThrow(RangeError);
    await expect(increment(store, "a", Number.MAX_VALUE)).rejects.toThrow(RangeError);
    expect(await store.get("a")).toBeUndefined();
  });

  it("rejects everything once closed", async () => {
    const { store } = await open();
    await store.set("a", "1");
    await store.close();
    await expect(store.get("a")).rejects.toThrow(/closed/);
    await expect(store.set("a", "1")).rejects.toThrow(/closed/);
    await expect(store.delete("a")).rejects.toThrow(/closed/);
    await expect(compareAndSet(store, "a", "1", "2")).rejects.toThrow(/closed/);
    await expect(increment(store, "a", 1)).rejects.toThrow(/closed/);
    expect(store.health().ok).toBe(false);
    await store.close();
  });
}
