import { setImmediate as breathe } from "node:timers/promises";
import { expect, it } from "vitest";
import { createBacklog } from "./backlog.ts";

const SPENT = Object.assign(new Error("spent"), { wasSent: false });
const load = () => Promise.resolve(null);

it("loads the most requested keys first, each once, when upstreams can be called again", async () => {
  const loaded: string[] = [];
  let budget = 0;
  let now = 0;
  const resumes: (() => void)[] = [];
  const backlog = createBacklog(
    async (key) => {
      await breathe();
      if (budget === 0) throw SPENT;
      budget -= 1;
      loaded.push(key);
    },
    () => now,
    (resume, ms) => {
      expect(ms).toBeGreaterThan(1_000);
      resumes.push(resume);
    },
  );
  const requests: Record<string, number> = { rare: 1, popular: 9, some: 4, other: 2 };
  for (const [key, times] of Object.entries(requests)) {
    for (let time = 0; time < times; time += 1) backlog.add(key, load, SPENT);
  }
  expect(backlog.reasonFor("rare")).toBe(SPENT);
  expect(backlog.reasonFor("a new one")).toBe(SPENT);
  for (let round = 0; round < 8; round += 1) {
    await breathe();
    await breathe();
    budget = 1;
    now += 1_001;
    resumes.shift()?.();
  }
  await breathe();
  await breathe();
  expect(loaded).toEqual(["popular", "some", "other", "rare"]);
  expect(backlog.reasonFor("rare")).toBeUndefined();
});

it("gives up on a key whose upstream call failed", async () => {
  let loads = 0;
  const backlog = createBacklog(() => {
    loads += 1;
    return Promise.reject(new Error("broken"));
  });
  backlog.add("key", load, SPENT);
  backlog.add("key", load, SPENT);
  await breathe();
  expect([loads, backlog.reasonFor("key")]).toEqual([1, undefined]);
});

it("forgets what was requested longest ago when too many wait, never the popular", async () => {
  const loaded: string[] = [];
  let now = 0;
  let isSpent = true;
  let resume = () => {};
  const backlog = createBacklog(
    async (key) => {
      await breathe();
      if (isSpent) throw SPENT;
      loaded.push(key);
    },
    () => now,
    (next) => void (resume = next),
    3,
  );
  for (let number = 0; number < 20; number += 1) {
    backlog.add(`rare ${number}`, load, SPENT);
    backlog.add("popular", load, SPENT);
  }
  await breathe();
  await breathe();
  isSpent = false;
  now += 1_001;
  resume();
  await breathe();
  await breathe();
  expect(loaded).toEqual(["popular", "rare 18", "rare 19"]);
});
