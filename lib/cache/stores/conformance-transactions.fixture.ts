import { expect, it } from "vitest";
import { compareAndSet, increment, type Open } from "./store.fixture.ts";
import { updateValue } from "./store.ts";

export function describeTransactions(open: Open): void {
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

  it("writes all of a transaction when its checks hold", async () => {
    const { store, advance } = await open();
    await store.set("seen", "version 1, and more");
    await store.set("old", "1");
    const outcome = await store.transact([
      { check: "lease", is: undefined },
      { check: "seen", startsWith: "version 1," },
      { set: "lease", to: "mine", ttlMs: 200 },
      { set: "kept", to: "1", ttlMs: 60_000 },
      { set: "old", to: undefined },
      { add: "first", by: 3 },
      { add: "second", by: -2 },
    ]);
    expect(outcome).toEqual({ done: true, sums: [3, -2] });
    expect(await store.get("kept")).toBe("1");
    expect(await store.get("old")).toBeUndefined();
    await advance(250);
    expect(await store.get("lease")).toBeUndefined();
    expect([await store.get("first"), await store.get("second")]).toEqual(["3", "-2"]);
  });

  it.each([
    ["absent", { check: "a", is: undefined }, "1"],
    ["another value", { check: "a", is: "2" }, "1"],
    ["another beginning", { check: "a", startsWith: "12" }, "1"],
    ["a beginning of nothing", { check: "b", startsWith: "" }, undefined],
    ["a value where none is", { check: "b", is: "" }, undefined],
  ] as const)(
    "writes nothing when a check expects %s, and returns the current value",
    async (...row) => {
      const [, check, found] = row;
      const { store } = await open();
      await store.set("a", "1");
      const steps = [{ set: "before", to: "1" }, check, { set: "after", to: "1" }];
      expect(await store.transact(steps)).toEqual({ done: false, found });
      expect([await store.get("before"), await store.get("after")]).toEqual([undefined, undefined]);
    },
  );

  it("writes nothing when one of its steps is rejected", async () => {
    const { store } = await open();
    await store.set("text", "no number");
    const steps = [
      { set: "a", to: "1" },
      { add: "text", by: 1 },
    ];
    await expect(store.transact(steps)).rejects.toThrow(TypeError);
    expect(await store.get("a")).toBeUndefined();
  });

  it("lets one of a hundred transactions that exclude each other happen", async () => {
    const { store } = await open();
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        store.transact([
          { check: "lease", is: undefined },
          { set: "lease", to: `taker ${index}` },
          { add: "taken", by: 1 },
        ]),
      ),
    );
    expect(outcomes.filter(({ done }) => done)).toHaveLength(1);
    expect(await store.get("taken")).toBe("1");
  });
}
