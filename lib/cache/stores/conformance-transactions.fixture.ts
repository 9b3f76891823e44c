import { expect, it } from "vitest";
import { compareAndSet, increment, type Open } from "./store.fixture.ts";
import { beside } from "./store.ts";
import { updateValue } from "./stored-value.ts";

/** A key that a transaction with "a" may touch as well. */
const near = (name: string) => beside("a", name);

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
    const letters = Array.from({ length: 20 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    await Promise.all(
      letters.map((one) => updateValue(store, "a", (all = "") => ({ to: all + one }))),
    );
    expect((await store.get("a"))?.split("").toSorted()).toEqual(letters);
  });

  it("writes all of a transaction when its checks hold", async () => {
    const { store, advance } = await open();
    await store.set("a", "version 1, and more");
    await store.set(near("old"), "1");
    const outcome = await store.transact([
      { check: near("lease"), is: undefined },
      { check: "a", startsWith: "version 1," },
      { set: near("lease"), to: "mine", ttlMs: 20_000 },
      { set: near("kept"), to: "1", ttlMs: 60_000 },
      { set: near("old"), to: undefined },
      { add: near("first"), by: 3 },
      { add: near("second"), by: -2 },
    ]);
    expect(outcome).toEqual({ done: true, sums: [3, -2] });
    expect(await store.get(near("kept"))).toBe("1");
    expect(await store.get(near("old"))).toBeUndefined();
    await advance(25_000);
    expect(await store.get(near("lease"))).toBeUndefined();
    expect([await store.get(near("first")), await store.get(near("second"))]).toEqual(["3", "-2"]);
  });

  it.each([
    ["absent", { check: "a", is: undefined }, "1"],
    ["another value", { check: "a", is: "2" }, "1"],
    ["another beginning", { check: "a", startsWith: "12" }, "1"],
    ["a beginning of nothing", { check: near("b"), startsWith: "" }, undefined],
    ["a value where none is", { check: near("b"), is: "" }, undefined],
  ] as const)(
    "writes nothing when a check expects %s, and returns the current value",
    async (...row) => {
      const [, check, found] = row;
      const { store } = await open();
      await store.set("a", "1");
      const steps = [{ set: near("before"), to: "1" }, check, { set: near("after"), to: "1" }];
      expect(await store.transact(steps)).toEqual({ done: false, found });
      expect([await store.get(near("before")), await store.get(near("after"))]).toEqual([
        undefined,
        undefined,
      ]);
    },
  );

  it("writes nothing when one of its steps is rejected", async () => {
    const { store } = await open();
    await store.set(near("text"), "no number");
    const steps = [
      { set: "a", to: "1" },
      { add: near("text"), by: 1 },
    ];
    await expect(store.transact(steps)).rejects.toThrow(TypeError);
    expect(await store.get("a")).toBeUndefined();
  });

  it("lets one of a hundred transactions that exclude each other happen", async () => {
    const { store } = await open();
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        store.transact([
          { check: near("lease"), is: undefined },
          { set: near("lease"), to: `taker ${index}` },
          { add: near("taken"), by: 1 },
        ]),
      ),
    );
    expect(outcomes.filter(({ done }) => done)).toHaveLength(1);
    expect(await store.get(near("taken"))).toBe("1");
  });
}
