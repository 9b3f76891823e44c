import { createMemoryStore } from "../stores/memory.ts";
import type { Store } from "../stores/store.ts";

/** A store that fails when told to; for tests. */
export interface FlakyStore {
  store: Store;
  /** What is behind it, as another process would use it: it never fails. */
  behind: Store;
  /** Which calls fail from now on, and with what. */
  fail(what: "nothing" | "writes" | "everything", error?: Error): void;
  /** How many calls came in. */
  calls(): number;
}

export function createFlakyStore(now: () => number = Date.now): FlakyStore {
  const behind = createMemoryStore({ maxBytes: 8_000_000, now });
  let failing: "nothing" | "writes" | "everything" = "nothing";
  let failure = new Error("the disk is full");
  let calls = 0;

  const call = async <Value>(kind: "read" | "write", work: () => Promise<Value>) => {
    calls += 1;
    const fails = failing === "everything" || (failing === "writes" && kind === "write");
    const value = fails ? undefined : work();
    // The answer takes its time, in which others go on.
    await Promise.allSettled([value, new Promise((resolve) => setImmediate(resolve))]);
    if (value === undefined) throw failure;
    return value;
  };

  return {
    behind,
    fail(what, error = failure) {
      failing = what;
      failure = error;
    },
    calls: () => calls,
    store: {
      kind: "memory",
      get: (key) => call("read", () => behind.get(key)),
      timeToLive: (key) => call("read", () => behind.timeToLive(key)),
      set: (key, value, options) => call("write", () => behind.set(key, value, options)),
      delete: (key) => call("write", () => behind.delete(key)),
      compareAndSet: (key, expected, next, options) =>
        call("write", () => behind.compareAndSet(key, expected, next, options)),
      increment: (key, by, options) => call("write", () => behind.increment(key, by, options)),
      health: () => ({ ok: failing === "nothing" }),
      close: () => behind.close(),
    },
  };
}
