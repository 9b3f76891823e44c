import { expect, it } from "vitest";
import { createTestClock } from "./test-clock.ts";

it("runs what is due, in order, each at its own time, and nothing that was cancelled", () => {
  const clock = createTestClock({ startedAt: 1_000 });
  const ran: [string, number, number][] = [];
  const note = (name: string) => () => void ran.push([name, clock.monotonic(), clock.now()]);
  clock.after(30, note("third"));
  clock.after(10, () => {
    note("first")();
    clock.after(10, note("second"));
  });
  clock.after(5, note("never"))();
  clock.after(31, note("later"));
  clock.advance(30);
  expect(ran).toEqual([
    ["first", 10, 1_010],
    ["second", 20, 1_020],
    ["third", 30, 1_030],
  ]);
});
