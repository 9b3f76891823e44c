import path from "node:path";
import { expect, it } from "vitest";
import { guideOf } from "./docs.ts";
import { PER_ADDRESS } from "./figures.ts";
import { simulated } from "./simulated.ts";

it("what the guide shows is what was simulated", async () => {
  await expect(await guideOf(simulated)).toMatchFileSnapshot(path.resolve("docs/capacity.md"));
});

it("a billion requests a day reach no limit", () => {
  const day = simulated.additions.find(({ addition }) => addition === "addresses160");
  expect(day?.requests).toBe(1e9);
  expect(Math.max(...Object.values(day?.limits ?? { none: 1 }))).toBeLessThan(0.8);
});

it("what providers carry is said in numbers", async () => {
  const said = /One address carries at most ([\s\S]*?)\s+requests per second/.exec(
    await guideOf(simulated),
  );
  expect(said?.[1]?.match(/\d+/g)?.map(Number)).toEqual(Object.values(PER_ADDRESS));
});
