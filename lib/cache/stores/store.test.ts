import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createTestClock } from "../../../testing/test-clock.ts";
import { sleep, systemClock } from "../../time/clock.ts";
import { createMemoryStore } from "./memory.ts";
import { updateValue } from "./stored-value.ts";
import type { Store } from "./store.ts";

describe("updateValue", () => {
  it("creates, changes and deletes", async () => {
    const store = createMemoryStore({ maxBytes: 10_000 });
    await updateValue(store, "a", () => ({ to: "1" }));
    expect(await store.get("a")).toBe("1");
    await updateValue(store, "a", (current) => ({ to: `${current}2` }));
    expect(await store.get("a")).toBe("12");
    await updateValue(store, "a", () => ({ to: undefined }));
    expect(await store.get("a")).toBeUndefined();
  });

  it("writes nothing when nothing changes", async () => {
    const store = createMemoryStore({ maxBytes: 10_000 });
    await store.set("a", "1");
    const readOnly = { ...store, transact: () => Promise.reject(new Error("written")) };
    await updateValue(readOnly, "a", (current) => ({ to: current }));
    expect(await store.get("a")).toBe("1");
  });

  it("starts again from what another writer wrote in between", async () => {
    const store = createMemoryStore({ maxBytes: 10_000 });
    await store.set("a", "1");
    const waits: number[] = [];
    await updateValue(rivalled(store, 4), "a", (current) => ({ to: `${current}!` }), {
      random: () => 0.5,
      clock: waitingBy((ms) => waits.push(ms)),
    });
    expect(await store.get("a")).toBe("1....!");
    expect(waits).toEqual([1, 2, 4]);
  });

  it("reads nothing while the value is the one that was seen", async () => {
    const store = createMemoryStore({ maxBytes: 10_000 });
    const writeOnly = { ...store, get: () => Promise.reject(new Error("read")) };
    await store.set("a", "1");
    const also = [{ add: "writes", by: 1 }];
    const change = (text?: string) => ({ to: `${text}2`, was: text });
    const changed = await updateValue(writeOnly, "a", change, { seen: "1", also });
    expect(changed).toEqual({ to: "12", was: "1" });
    expect(await store.get("a")).toBe("12");
    expect(await store.get("writes")).toBe("1");
  });

  it.each(["1!", "2!"])(
    "finds what another process wrote since it was seen, and makes %s of it",
    async (to) => {
      const store = createMemoryStore({ maxBytes: 10_000 });
      await store.set("a", to.slice(0, 1));
      const outdated = { seen: "0", clock: waitingBy(() => expect.fail("waited")) };
      const changed = await updateValue(store, "a", (text) => ({ to: `${text}!` }), outdated);
      expect(changed).toEqual({ to });
      const unchanged = await updateValue(store, "a", (text) => ({ to: text }), { seen: "0" });
      expect(unchanged).toEqual({ to });
      expect(await store.get("a")).toBe(to);
    },
  );

  it("gives up after so many attempts, leaving the rival's value", async () => {
    const store = createMemoryStore({ maxBytes: 10_000 });
    const options = { clock: waitingBy(() => undefined) };
    await expect(
      updateValue(rivalled(store, Infinity), "a", () => ({ to: "mine" }), options),
    ).rejects.toThrow("gave up changing a: others were faster 32 times");
    expect(await store.get("a")).toBe(".".repeat(32));
  });

  it("gives up after ten seconds on a store that is slow", async () => {
    const clock = createTestClock();
    const store = rivalled(createMemoryStore({ maxBytes: 10_000 }), Infinity);
    let attempts = 0;
    const slow: typeof store.transact = async (steps) => {
      attempts += 1;
      await sleep(clock, 1_000);
      return store.transact(steps);
    };
    const options = { clock, random: () => 0 };
    const changed = updateValue({ ...store, transact: slow }, "a", () => ({ to: "mine" }), options);
    const failure = changed.catch(String);
    await clock.pass(60_000);
    expect(await failure).toContain("others were faster 10 times");
    expect(attempts).toBe(10);
  });

  it("lets all of thirty writers at once change a value, each in turn", async () => {
    const store = createMemoryStore({ maxBytes: 10_000 });
    const writers = Array.from({ length: 30 }, (_, index) => String(index));
    const add = async (all: string | undefined, one: string) => {
      await setImmediate();
      return { to: all === undefined ? one : `${all} ${one}`, ttlMs: 60_000 };
    };
    await Promise.all(
      writers.map((one) => updateValue(store, "a", (all) => add(all, one), { seen: "outdated" })),
    );
    expect((await store.get("a"))?.split(" ").toSorted()).toEqual(writers.toSorted());
  });

  it("passes a failing store on", async () => {
    const down = () => Promise.reject(new Error("the store is down"));
    const store = { get: down, transact: down };
    await expect(updateValue(store, "a", () => ({ to: "1" }))).rejects.toThrow("the store is down");
  });
});

/** A clock on which a wait is over at once. */
function waitingBy(wait: (ms: number) => void) {
  return {
    ...systemClock,
    after(ms: number, run: () => void) {
      wait(ms);
      run();
      return () => undefined;
    },
  };
}

/** A store where, for the first `times` times, another writer adds a dot right before each write. */
function rivalled(store: Store, times: number): Store {
  let timesLeft = times;
  return {
    ...store,
    async transact(steps) {
      if ((timesLeft -= 1) >= 0) await store.set("a", `${(await store.get("a")) ?? ""}.`);
      return store.transact(steps);
    },
  };
}
