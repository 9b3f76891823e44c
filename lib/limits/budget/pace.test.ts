import { describe, expect, it } from "vitest";
import { paceOf, type Budget, type BucketState } from "../budget.ts";

function pace(state: Partial<BucketState> | undefined, burst = 30) {
  const bucket = {
    bucket: "names",
    tokens: 0,
    rate: 0.8,
    configuredRate: 0.8,
    waiting: 0,
    pausedForSeconds: 0,
    storeFails: false,
    ...state,
  };
  const budget: Pick<Budget, "state" | "allowanceOf"> = {
    state: () => (state === undefined ? [] : [bucket]),
    allowanceOf: () => ({ rate: 0.8, burst }),
  };
  return paceOf(budget, "names")();
}

describe("the pace of calls that ask for ten keys", () => {
  it.each([
    ["never used", undefined, 30, true, 40],
    ["empty", { tokens: 0 }, 30, true, 40],
    ["half full", { tokens: 15 }, 30, false, 190],
    ["full of very many", { tokens: 20, rate: 800 }, 30_000, false, 5_000],
    ["small and half full", { tokens: 1.5, rate: 0.4 }, 3, false, 40],
    ["slowed down", { tokens: 0, rate: 0.05 }, 30, true, 40],
    ["paused", { tokens: 0, rate: 800, pausedForSeconds: 60 }, 30, true, 40],
  ])("of a bucket that is %s", (_, state, burst, scarce, mostWaiting) => {
    expect(pace(state, burst)).toEqual({ scarce, mostWaiting });
  });
});
