import { describe, expect, it } from "vitest";
import { failed } from "./guarded.fixture.ts";
import { pauseMs } from "./pause.ts";

const MIDDLE = 0.5;

describe("the pause", () => {
  it.each([
    ["failures", failed("error"), [30, 60, 120, 240, 300, 300]],
    ["429 without Retry-After", failed("throttled"), [60, 120, 240, 300, 300]],
    ["403", failed("refused"), [60, 120, 240, 480, 600, 600]],
    [
      "429 that asks for longer",
      failed("throttled", { retryAfterSeconds: 100 }),
      [100, 100, 120, 240, 300],
    ],
    ["429 that asks for less", failed("throttled", { retryAfterSeconds: 1 }), [30, 60, 120]],
    ["503 that asks for longer", failed("error", { retryAfterSeconds: 200 }), [200, 200, 200, 240]],
  ])("doubles after %s", (_, failure, seconds) => {
    expect(seconds.map((_, before) => pauseMs(failure, before, MIDDLE) / 1_000)).toEqual(seconds);
  });

  it.each([
    ["ordinary failures", failed("unavailable"), 24, 36],
    ["429", failed("throttled"), 48, 72],
    ["a wish that nothing shortens", failed("throttled", { retryAfterSeconds: 30 }), 30, 36],
  ])("spreads by a fifth after %s", (_, failure, shortest, longest) => {
    expect(pauseMs(failure, 0, 0)).toBeCloseTo(shortest * 1_000);
    expect(pauseMs(failure, 0, 1)).toBeCloseTo(longest * 1_000);
  });

  it("does not grow without end", () => {
    expect(pauseMs(failed("error"), 10_000, MIDDLE)).toBe(300_000);
  });
});
