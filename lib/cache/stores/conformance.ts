import { describe, it } from "vitest";
import { describeExpiry } from "./conformance/expiry.ts";
import { compareWithModel } from "./conformance/model.ts";
import type { Open } from "./conformance/opened.ts";
import { describeRaces } from "./conformance/races.ts";
import { describeRefusals } from "./conformance/refusals.ts";
import { describeTransactions } from "./conformance/transactions.ts";
import { describeRestart, describeValues } from "./conformance/values.ts";

export type { OpenedStore } from "./conformance/opened.ts";

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
    describeRaces(open);
    describeTransactions(open);
    describeRefusals(open);
    describeRestart(open);
    if (exactClock) it("answers as a plain model does", () => compareWithModel(open), 20_000);
  });
}
