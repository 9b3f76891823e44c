import { expect, it } from "vitest";
import { QUIET_MS, quietFor, spelling, tidy } from "./names.ts";

it.each([
  ["Lantern_Lou", true, 0],
  ["Lantern_Lou", false, QUIET_MS],
  ["La", false, null],
  ["La", true, 0],
  ["2761708961228418", false, 0],
  ["dfb83a47-9bf3-4695-83e7-bdc34c28fa4e", false, 0],
  ["00000000000000000000000000000000", false, null],
  ["not/a/name", false, null],
  ["", false, null],
])("waits before calling a provider for %j, known %j", (text, isKnown, quietMs) => {
  expect(quietFor(text, isKnown)).toBe(quietMs);
});

it.each([".Lantern Lou", "lantern_lou", " LANTERN  LOU "])("takes %j for one name", (name) => {
  expect(spelling(name)).toBe("lantern lou");
});

it("leaves white space out that came with a paste", () => {
  expect(tidy("\n Lantern\tLou\u00a0")).toBe("Lantern Lou");
});
