import { describe, expect, it } from "vitest";
import type { FailureKind } from "../failure.ts";
import { failed } from "./guarded.fixture.ts";
import { verdictOn } from "./verdict.ts";

const CALM = false;
const STALLED = true;

type Word = "success" | "neither" | "failure";

describe("the verdict", () => {
  it.each<[FailureKind, Word, Word]>([
    ["unavailable", "failure", "neither"],
    ["tls", "failure", "neither"],
    ["timeout", "failure", "neither"],
    ["throttled", "neither", "neither"],
    ["refused", "neither", "neither"],
    ["error", "failure", "neither"],
    ["bad-response", "failure", "neither"],
    ["mismatch", "failure", "neither"],
    ["unknown-here", "success", "success"],
    ["budget-spent", "neither", "neither"],
    ["left-alone", "neither", "neither"],
  ])("on %s is %s, during a stall of our own %s", (kind, calm, stalled) => {
    const failure = failed(kind);
    const expected = (word: Word) => (word === "failure" ? failure : word);
    expect(verdictOn(failure, CALM)).toBe(expected(calm));
    expect(verdictOn(failure, STALLED)).toBe(expected(stalled));
  });

  it("blames no upstream that had less than a second", () => {
    expect(verdictOn(failed("timeout", { grantedMs: 999 }), CALM)).toBe("neither");
    const failure = failed("timeout", { grantedMs: 1_000 });
    expect(verdictOn(failure, CALM)).toBe(failure);
  });

  it("blames no upstream for a mistake of ours", () => {
    expect(verdictOn(new TypeError("ours"), CALM)).toBe("neither");
  });
});
