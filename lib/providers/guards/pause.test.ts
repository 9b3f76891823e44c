import { describe, expect, it } from "vitest";
import { failed } from "./guarded.fixture.ts";
import { pauseMs } from "./pause.ts";

const MIDDLE = 0.5;

describe("the pause", () => {
  it.each([
    ["failures", failed("error"), [30, 60, 120, 240, 300, 300]],
    ["503 that asks for longer", failed("error", { retryAfterSeconds: 100 }), [100, 100, 120, 240]],
    ["503 that asks for less", failed("error", { retryAfterSeconds: 1 }), [30, 60, 120]],
  ])("doubles after %s", (_, failure, seconds) => {
    expect(seconds.map((_, before) => pauseMs(failure, before, MIDDLE) / 1_000)).toEqual(seconds);
  });

  it("spreads by a fifth, but never below what was asked for", () => {
    expect(pauseMs(failed("unavailable"), 0, 0)).toBeCloseTo(24_000);
    expect(pauseMs(failed("unavailable"), 0, 1)).toBeCloseTo(36_000);
    expect(pauseMs(failed("error", { retryAfterSeconds: 30 }), 0, 0)).toBe(30_000);
  });

  it("does not grow without end", () => {
    expect(pauseMs(failed("error"), 10_000, MIDDLE)).toBe(300_000);
  });
});
