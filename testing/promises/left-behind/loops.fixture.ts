import { expect, it } from "vitest";

it("loops", () => {
  // Not for ever, should nothing end it.
  const end = Date.now() + 120_000;
  while (Date.now() < end);
  expect(Date.now()).toBeLessThan(end);
});
