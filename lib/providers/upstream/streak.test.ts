import { expect, it } from "vitest";
import { createStreak } from "./streak.ts";

it("is several when five identifiers came, each of which counts once", () => {
  const streak = createStreak();
  const added = ["a", "b", "a", "c", "d", "d", "d", "e"].map((about) => streak.add(about));
  expect(added).toEqual([false, false, false, false, false, false, false, true]);
  streak.clear();
  expect(streak.add("a")).toBe(false);
});

it("counts what has no name each time", () => {
  const streak = createStreak();
  expect(Array.from({ length: 5 }, () => streak.add(null))).toEqual([
    ...Array.from({ length: 4 }, () => false),
    true,
  ]);
});

it("remembers the last 64 after a restart, and no more", () => {
  const streak = createStreak();
  for (let number = 0; number < 64; number += 1) streak.add(`${number}`);
  streak.restart();
  for (let number = 0; number < 64; number += 1) streak.add(`${number}`);
  expect(streak.count()).toBe(0);
  streak.add("64");
  streak.add("0");
  expect(streak.count()).toBe(2);
});
