import { expect, it } from "vitest";
import { splitList } from "./headers.ts";

it("returns the parts of a header as they are", () => {
  expect(splitList("a, b;q=1,,c ")).toEqual(["a", " b;q=1", "", "c "]);
  expect(splitList("")).toEqual([""]);
});

it("returns the first that fit of a header that is too long, and none in part", () => {
  expect(splitList("a,".repeat(8_000))).toEqual(Array(128).fill("a"));
  const long = "b".repeat(999);
  expect(splitList(`${`${long},`.repeat(16)}c`)).toEqual(Array(4).fill(long));
  expect(splitList("d".repeat(16_000))).toEqual([""]);
});
