import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PER_ADDRESS } from "./figures.ts";

it("what providers carry is said in numbers", () => {
  const guide = readFileSync("docs/capacity.md", "utf8");
  const said = /One address carries at most ([\s\S]*?)\s+requests per second/.exec(guide);
  expect(said?.[1]?.match(/\d+/g)?.map(Number)).toEqual(Object.values(PER_ADDRESS));
});
