import { describe, expect, it } from "vitest";
import { createCommitter } from "./committer.ts";

/** A committer over a disk that can be full, and what has reached that disk. */
function setUp() {
  const state = { full: false, time: 0, transactions: 0 };
  const committer = createCommitter(
    (work) => {
      state.transactions += 1;
      if (state.full) throw new Error("no space left");
      return work();
    },
    () => state.time,
  );
  return { state, committer };
}

describe("createCommitter", () => {
  it("commits together what comes together, and answers each", async () => {
    const { state, committer } = setUp();
    const answers = Array.from({ length: 64 }, (_, index) => committer.run(() => index));
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 64 }, (_, index) => index));
    expect(state.transactions).toBe(1);
  });

  it("does not let a transaction grow without end", async () => {
    const { state, committer } = setUp();
    await Promise.all(Array.from({ length: 200 }, () => committer.run(() => 1)));
    expect(state.transactions).toBe(4);
    await Promise.all(Array.from({ length: 3 }, () => committer.run(() => 1, { bytes: 600_000 })));
    expect(state.transactions).toBe(7);
  });

  it("does the last things once for a transaction", async () => {
    const { committer } = setUp();
    const done: string[] = [];
    const last = () => done.push("last");
    await Promise.all([
      committer.run(() => done.push("one"), { last }),
      committer.run(() => done.push("two")),
      committer.run(() => done.push("three"), { last }),
    ]);
    expect(done).toEqual(["one", "two", "three", "last"]);
  });

  it("rejects while nothing can be written and is well again after the next success", async () => {
    const { state, committer } = setUp();
    state.full = true;
    const failing = [committer.run(() => 1), committer.run(() => 2)];
    for (const one of failing) await expect(one).rejects.toThrow("no space left");
    expect(committer.health()).toEqual({
      ok: false,
      detail: "the store could not be written: no space left",
    });
    state.full = false;
    state.time += 1_000;
    expect(await committer.run(() => 3)).toBe(3);
    expect(committer.health()).toEqual({ ok: true });
  });

  it("does not try again within a second of a failure, whichever way the clock goes", async () => {
    const { state, committer } = setUp();
    state.full = true;
    for (const time of [0, 999, -999]) {
      state.time = time;
      await expect(committer.run(() => 1)).rejects.toThrow("no space left");
    }
    expect(state.transactions).toBe(1);
    state.time = -1_000;
    await expect(committer.run(() => 1)).rejects.toThrow("no space left");
    expect(state.transactions).toBe(2);
  });

  it("leaves housekeeping while nothing can be written", async () => {
    const { state, committer } = setUp();
    let cleaned = 0;
    state.full = true;
    committer.later(() => (cleaned += 1));
    await committer.drain();
    state.full = false;
    committer.later(() => (cleaned += 1));
    await committer.drain();
    expect(cleaned).toBe(0);
  });
});
