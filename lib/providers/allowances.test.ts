import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ALLOWANCES } from "./providers.ts";

/** Allowances that one limit may count together. */
const NAME_HOSTS = ["minecraftservices", "mojang-legacy"];

describe("the allowances", () => {
  it.each<[string[], number, number]>([
    [NAME_HOSTS, 600, 510],
    [NAME_HOSTS, 120, 126],
    [NAME_HOSTS, 8, 36],
    [["mojang-session"], 10, 320],
    [["mojang-session"], 600, 18_020],
    [["mojang-textures"], 10, 1_040],
    [["geyser"], 10, 210],
    [["playerdb"], 10, 30],
    [["xbox-live"], 15, 4],
    [["xbox-live"], 300, 27],
    [["openxbl"], 3_600, 131],
    [["laby"], 10, 15],
    [["optifine"], 10, 210],
  ])("of %j let out within %i s at most %i calls", (names, seconds, calls) => {
    const most = names.reduce((sum, name) => {
      const { rate = Infinity, ceiling = rate, burst = 0 } = ALLOWANCES[name] ?? {};
      return sum + ceiling * seconds + burst;
    }, 0);
    expect(Math.floor(most + 1e-9)).toBe(calls);
  });
});

/** The first words of each row in docs/running.md. */
const ROWS: Record<string, string> = {
  minecraftservices: "minecraftservices, names",
  "mojang-legacy": "api.mojang.com, names",
  "mojang-session": "Mojang, session profiles",
  "mojang-textures": "Mojang, textures",
  geyser: "Geyser",
  playerdb: "PlayerDB",
  "xbox-live": "Xbox Live",
  openxbl: "OpenXBL",
  laby: "laby.net",
  optifine: "OptiFine",
};

describe("the guide for operators", () => {
  const guide = readFileSync(path.resolve("docs/running.md"), "utf8");

  it.each(Object.entries(ALLOWANCES))("limits the requests to %s", (name, allowance) => {
    const { rate, ceiling, burst } = allowance;
    const row = guide.split("\n").find((line) => line.startsWith(`| ${ROWS[name]}`)) ?? "";
    const [, , shownRate, shownBurst] = row.split("|").map((cell) => cell.trim());
    const rates = ceiling === undefined ? String(rate) : `${rate} to ${ceiling}`;
    expect([shownRate, Number(shownBurst)]).toEqual([rates, burst]);
  });
});
