import { expect, it } from "vitest";
import { nothingFound } from "./profile.ts";
import { NOT_REQUESTED } from "./resolver.ts";

it("believes for the configured time that nobody has an identifier that was not requested", () => {
  const result = { java: NOT_REQUESTED, bedrock: NOT_REQUESTED };
  const { code, details } = nothingFound(result, {
    now: 5_000,
    missingMs: 30_000,
    offersBedrock: true,
  });
  expect(code).toBe("NOT_FOUND");
  expect(details).toMatchObject({ freshUntil: 35_000, cached: true, tags: [] });
});
