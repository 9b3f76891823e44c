import { describe, expect, it } from "vitest";
import { UPSTREAM_ALLOWANCES } from "./allowances.ts";

describe("the upstream allowances", () => {
  it.each([
    ["mojang-names", 600, 510],
    ["mojang-names", 120, 126],
    ["mojang-names", 8, 36],
    ["mojang-session", 10, 70],
    ["mojang-session", 600, 3_020],
    ["mojang-textures", 10, 240],
    ["geyser", 10, 30],
    ["playerdb", 10, 30],
    ["xbox-live", 15, 9],
    ["openxbl", 3_600, 131],
    ["laby", 10, 15],
  ] as const)("let out to %s within %i s at most %i calls", (name, seconds, calls) => {
    const { rate, burst } = UPSTREAM_ALLOWANCES[name];
    expect(Math.floor(rate * seconds + burst + 1e-9)).toBe(calls);
  });
});
