import { expect, it } from "vitest";
import { compareAndSet, increment, type Open } from "./store.fixture.ts";
import { maxValueBytes } from "./store.ts";

export function describeValues(open: Open): void {
  it("has nothing under a new key", async () => {
    const { store } = await open();
    expect(await store.get("a")).toBeUndefined();
    await store.delete("a");
    expect(store.health()).toEqual({ ok: true });
  });

  it("keeps the last value until it is deleted", async () => {
    const { store } = await open();
    await store.set("a", "1");
    await store.set("a", "2");
    await store.set("b", "3");
    expect(await store.get("a")).toBe("2");
    await store.delete("a");
    expect(await store.get("a")).toBeUndefined();
    expect(await store.get("b")).toBe("3");
  });

  it.each(oddValues)("gives back %s unchanged", async (_title, value) => {
    const { store } = await open();
    await store.set("a", value);
    expect((await store.get("a")) === value).toBe(true);
    expect(await compareAndSet(store, "a", value, "next")).toBe(true);
  });

  it("tells odd keys apart", async () => {
    const { store } = await open();
    expect(new Set(oddKeys).size).toBe(oddKeys.length);
    await Promise.all(oddKeys.map((key, index) => store.set(key, `value ${index}`)));
    for (const [index, key] of oddKeys.entries())
      expect(await store.get(key)).toBe(`value ${index}`);
    for (const key of oddKeys) await store.delete(key);
    for (const key of oddKeys) expect(await store.get(key)).toBeUndefined();
  });
}

export function describeRestart(open: Open): void {
  it("finds everything again after a restart, where anything outlives it", async () => {
    const { store, advance, reopen } = await open();
    if (!reopen) return;
    await store.set("a", "1");
    await store.set("b", "2", { ttlMs: 600_000 });
    await store.set("c", "3", { ttlMs: 10_000 });
    await store.set("d", "4", { ttlMs: 40_000 });
    await increment(store, "n", 5);
    await advance(15_000);
    const reopened = await reopen();
    expect(await reopened.get("a")).toBe("1");
    expect(await reopened.get("b")).toBe("2");
    expect(await reopened.get("c")).toBeUndefined();
    expect(await increment(reopened, "n", 1)).toBe(6);
    await advance(30_000);
    expect(await reopened.get("a")).toBe("1");
    expect(await reopened.get("d")).toBeUndefined();
  });
}

export function describeExpiry(open: Open, exactClock: boolean): void {
  if (exactClock) {
    it("expires a value to the millisecond", async () => {
      const { store, advance } = await open();
      await store.set("a", "1", { ttlMs: 1_000 });
      await advance(999);
      expect(await store.get("a")).toBe("1");
      await advance(1);
      expect(await store.get("a")).toBeUndefined();
    });
  }

  it("treats an expired value as absent in every operation", async () => {
    const { store, advance } = await open();
    for (const key of ["set", "delete", "cas", "increment"])
      await store.set(key, "7", { ttlMs: 20_000 });
    await advance(25_000);
    await store.delete("delete");
    expect(await store.get("delete")).toBeUndefined();
    expect(await compareAndSet(store, "cas", "7", "8")).toBe(false);
    expect(await compareAndSet(store, "cas", undefined, "9")).toBe(true);
    expect(await increment(store, "increment", 1)).toBe(1);
    await store.set("set", "8");
    expect(await store.get("set")).toBe("8");
  });

  it("replaces the time to live with the value", async () => {
    const { store, advance } = await open();
    await store.set("lasting", "1", { ttlMs: 20_000 });
    await store.set("lasting", "2");
    await store.set("swapped", "1", { ttlMs: 20_000 });
    await compareAndSet(store, "swapped", "1", "2");
    await store.set("ending", "1");
    await store.set("ending", "2", { ttlMs: 20_000 });
    await advance(25_000);
    expect(await store.get("lasting")).toBe("2");
    expect(await store.get("swapped")).toBe("2");
    expect(await store.get("ending")).toBeUndefined();
  });

  it("keeps the expiry of a counter, and gives a new one none", async () => {
    const { store, advance } = await open();
    await store.set("a", "1", { ttlMs: 150_000 });
    await advance(10_000);
    expect(await increment(store, "a", 1)).toBe(2);
    await advance(145_000);
    expect(await increment(store, "a", 1)).toBe(1);
    await advance(155_000);
    expect(await increment(store, "a", 1)).toBe(2);
  });
}

const oddValues: [string, string][] = [
  ["the empty string", ""],
  ["0", "0"],
  ["false", "false"],
  ["null", "null"],
  ["JSON", '{"__proto__":{"x":1},"then":"no"}'],
  ["control characters", "\0\u0001\b\t\n\r\u001b\u007f\u0085"],
  ["many scripts", "ǅ é e\u0301 日本語 العربية \u202e 👩‍👩‍👧 \u{10ffff} \uffff"],
  ["64 kB", "é0".repeat(21_845)],
  ["the longest value", "x".repeat(maxValueBytes)],
];

const oddKeys = [
  // Plain objects and promises have members of these names.
  "hasOwnProperty __proto__ constructor prototype toString valueOf isPrototypeOf then catch",
  "propertyIsEnumerable toLocaleString __defineGetter__ __lookupSetter__",
  // These read as something else than text.
  "undefined null NaN Infinity true false 0 -1 1E2 0x0",
  // File systems and databases give these a meaning of their own.
  "CON AUX NUL COM1 LPT1 PRN . .. / \\ ../etc * ? [a-z]* {tag} : %00",
  // These look the same and are not.
  "é e\u0301 İ ﬀ 🙂 name Name \u202e",
]
  .flatMap((line) => line.split(" "))
  .concat("", " ", "a\nb", "\r\n", "\0", "\0\0")
  .concat("x".repeat(400), "x".repeat(5_000), `${"x".repeat(4_999)}y`);
