import { readFileSync } from "node:fs";
import path from "node:path";
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

/** The first words of each row in docs/running.md. */
const ROWS = {
  "mojang-names": "Mojang, names",
  "mojang-session": "Mojang, session profiles",
  "mojang-textures": "Mojang, textures",
  geyser: "Geyser, PlayerDB",
  playerdb: "Geyser, PlayerDB",
  "xbox-live": "Xbox Live",
  openxbl: "OpenXBL",
  laby: "laby.net",
} as const satisfies Record<keyof typeof UPSTREAM_ALLOWANCES, string>;

describe("the guide for operators", () => {
  const guide = readFileSync(path.resolve("docs/running.md"), "utf8");

  it.each(Object.entries(ROWS))("says what %s is asked at most", (name, start) => {
    const row = guide.split("\n").find((line) => line.startsWith(`| ${start}`)) ?? "";
    const [, , rate, burst] = row.split("|").map((cell) => cell.trim());
    const allowance = UPSTREAM_ALLOWANCES[name as keyof typeof ROWS];
    expect({ rate: Number(rate), burst: Number(burst) }).toEqual(allowance);
  });
});
