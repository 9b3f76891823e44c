import { describe, it } from "vitest";
import { compareWithModel } from "./conformance/model.ts";
import { describeRefusals } from "./conformance/refusals.ts";
import { describeTransactions } from "./conformance/transactions.ts";
import { describeExpiry, describeRestart, describeValues } from "./conformance/values.ts";
import type { Store } from "./store.ts";

export interface OpenedStore {
  store: Store;
  /** Lets time pass for the store. */
  advance: (ms: number) => void | Promise<void>;
  /** Closes the store and opens it again on the same data; left out when nothing outlives it. */
  reopen?: () => Promise<Store>;
}

/** Gives an empty store for one test and sees to its end itself (`onTestFinished`). */
export type Open = () => Promise<OpenedStore>;

export interface ConformanceOptions {
  /** False when `advance` really waits, so that a test cannot stop at a given millisecond. */
  exactClock?: boolean;
}

/** What every store promises. `open` is called once or more for each test. */
export function testStore(
  name: string,
  open: Open,
  { exactClock = true }: ConformanceOptions = {},
): void {
  describe(`the ${name} store`, () => {
    describeValues(open);
    describeExpiry(open, exactClock);
    describeTransactions(open);
    describeRefusals(open);
    describeRestart(open);
    if (exactClock) it("behaves like a simple model", () => compareWithModel(open), 20_000);
  });
}
