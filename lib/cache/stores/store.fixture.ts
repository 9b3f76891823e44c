import type { Store, WriteOptions } from "./store.ts";

export interface OpenedStore {
  store: Store;
  /** Lets time pass for the store. */
  advance: (ms: number) => void | Promise<void>;
  /** Closes the store and opens it again on the same data; left out when nothing outlives it. */
  reopen?: () => Promise<Store>;
}

/** Gives an empty store for one test and sees to its end itself (`onTestFinished`). */
export type Open = () => Promise<OpenedStore>;

/** Writes `next` only while the current value is exactly `expected`; true when it was written. */
export async function compareAndSet(
  store: Pick<Store, "transact">,
  key: string,
  expected: string | undefined,
  next: string | undefined,
  options: WriteOptions = {},
): Promise<boolean> {
  const steps = [
    { check: key, is: expected },
    { set: key, to: next, ...options },
  ];
  return (await store.transact(steps)).done;
}

/** Adds `by` to an integer and gives the sum. */
export async function increment(store: Pick<Store, "transact">, key: string, by: number) {
  const outcome = await store.transact([{ add: key, by }]);
  return outcome.done ? (outcome.sums[0] ?? 0) : 0;
}
