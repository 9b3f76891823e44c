import { expect, it } from "vitest";
import { sleep } from "../lib/time/clock.ts";
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

it("lets what a timer started go on before the next one", async () => {
  const clock = createTestClock();
  const woken: number[] = [];
  const wake = async () => {
    for (let times = 0; times < 3; times += 1) {
      await sleep(clock, 10);
      woken.push(clock.monotonic());
    }
  };
  void wake();
  await clock.pass(100);
  expect([woken, clock.monotonic()]).toEqual([[10, 20, 30], 100]);
});

it("sets the wall clock without the monotonic one", () => {
  const clock = createTestClock();
  clock.setWall(5);
  clock.advance(1);
  expect([clock.now(), clock.monotonic()]).toEqual([6, 1]);
});

it("lets the wall clock run faster than the timers", async () => {
  const clock = createTestClock({ startedAt: 1_000, acceleration: 60 });
  const due: number[] = [];
  clock.after(500, () => void due.push(clock.now()));
  await clock.pass(1_000);
  expect(due).toEqual([31_000]);
  expect(clock.now()).toBe(61_000);
  clock.setWall(0);
  clock.advance(1);
  expect(clock.now()).toBe(60);
});
