import { describe, expect, it } from "vitest";
import { countCrashes } from "./lead.ts";

/** The decisions after crashes at these times, in seconds. */
function decisions(processes: number, crashes: readonly number[]): (number | undefined)[] {
  let seconds = 0;
  const crashed = countCrashes(processes, () => seconds * 1_000);
  return crashes.map((at) => {
    seconds = at;
    return crashed();
  });
}

describe("restarts", () => {
  it("wait twice as long each time, and stop at the fifth crash within a minute", () => {
    expect(decisions(2, [0, 1, 2, 3, 4])).toEqual([100, 200, 400, 800, undefined]);
  });

  it("are immediate after occasional crashes, forever", () => {
    const hourly = Array.from({ length: 100 }, (_, hour) => hour * 3_600);
    expect(new Set(decisions(2, hourly))).toEqual(new Set([100]));
    const minutely = Array.from({ length: 100 }, (_, minute) => minute * 60);
    expect(new Set(decisions(2, minutely))).toEqual(new Set([100]));
  });

  it("forget each crash a minute after it", () => {
    expect(decisions(2, [0, 10, 20, 30, 60, 70, 75])).toEqual([
      100,
      200,
      400,
      800,
      800,
      800,
      undefined,
    ]);
    expect(decisions(2, [0, 0, 0, 0, 59.999])[4]).toBeUndefined();
    expect(decisions(2, [0, 0, 0, 0, 60])[4]).toBe(100);
  });

  it("continue when many processes crash once at the same time, waiting at most 5 s", () => {
    const together = decisions(
      8,
      Array.from({ length: 9 }, () => 0),
    );
    expect(together).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, undefined]);
  });
});
