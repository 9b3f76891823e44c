import { expect, it } from "vitest";
import { PAUSE_MS, pauseBefore, spelling, tidy } from "./names.ts";

it.each([
  ["Lantern_Lou", true, PAUSE_MS.known],
  ["Lantern_Lou", false, PAUSE_MS.unknown],
  ["La", false, null],
  ["La", true, PAUSE_MS.known],
  ["2761708961228418", false, PAUSE_MS.known],
  ["dfb83a47-9bf3-4695-83e7-bdc34c28fa4e", false, PAUSE_MS.known],
  ["00000000000000000000000000000000", false, null],
  ["not/a/name", false, null],
  ["", false, null],
])("waits before it asks for %j, known %j", (text, isKnown, pause) => {
  expect(pauseBefore(text, isKnown)).toBe(pause);
});

it.each([".Lantern Lou", "lantern_lou", " LANTERN  LOU "])("takes %j for one name", (name) => {
  expect(spelling(name)).toBe("lantern lou");
});

it("leaves white space out that came with a paste", () => {
  expect(tidy("\n Lantern\tLou\u00a0")).toBe("Lantern Lou");
});
