import type { Store } from "../store.ts";

export interface OpenedStore {
  store: Store;
  /** Lets time pass for the store. */
  advance: (ms: number) => void | Promise<void>;
  /** Closes the store and opens it again on the same data; left out when nothing outlives it. */
  reopen?: () => Promise<Store>;
}

/** Gives an empty store for one test and sees to its end itself (`onTestFinished`). */
export type Open = () => Promise<OpenedStore>;
