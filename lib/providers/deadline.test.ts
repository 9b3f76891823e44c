import { expect, it } from "vitest";
import { systemClock } from "../clock.ts";
import { forKnown, startBackground, startDeadline } from "./deadline.ts";

it("lets a client wait for budgets so that a response takes two seconds, all waits together", () => {
  let time = 0;
  const deadline = startDeadline(4_500, undefined, {
    clock: { ...systemClock, monotonic: () => time },
  });
  const calls = 2 * 200;
  expect(deadline.waitMs() + calls).toBeLessThan(2_000);
  const before = deadline.waitMs();
  time += 1_000;
  deadline.waited(1_000);
  expect(deadline.waitMs()).toBe(before - 1_000);
});

it("lets no client wait for what is known, nor for what is loaded in the background", () => {
  const foreground = startDeadline(4_500);
  expect(forKnown(foreground, "known").waitMs()).toBe(0);
  expect(forKnown(foreground, undefined)).toBe(foreground);
  expect(startBackground().waitMs()).toBeGreaterThan(5_000);
});
