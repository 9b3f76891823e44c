import { setImmediate as breathe } from "node:timers/promises";
import { expect, it } from "vitest";
import { createTestClock } from "../../testing/test-clock.ts";
import { codec } from "./cache.fixture.ts";
import { createDeferredLoads } from "./cache.ts";
import { createFlights } from "./flights.ts";
import { createMemoryStore } from "./stores/memory.ts";
import { createMemoryTier, createTiers, WAITING_BYTES } from "./tiers.ts";

const SPENT = Object.assign(new Error("spent"), { wasSent: false });
/** A failed load is followed by a pause this long. */
const PAUSE_MS = 1_001;

/** Deferred loads on a clock that stands still, whose loads are given to `load`. */
function createWorld(load: (key: string) => Promise<null>) {
  const clock = createTestClock();
  const options = {
    name: "test:v1",
    store: createMemoryStore({ maxBytes: 100_000_000 }),
    tier: createMemoryTier({ entries: 1e8, failures: 1e8, waiting: 10_000 * WAITING_BYTES }),
    lifetimes: { freshMs: 20_000, ttlMs: 60_000, negativeMs: 20_000 },
    failures: codec,
    clock,
  };
  const flights = createFlights(createTiers<string>(options), options);
  const deferred = createDeferredLoads(flights, options.tier.waiting, clock);
  return {
    clock,
    deferred,
    loadLater: (key: string) => deferred.loadLater(key, () => load(key), SPENT),
  };
}

it("loads the most requested keys first, each once, when upstreams can be called again", async () => {
  const loaded: string[] = [];
  let budget = 0;
  const { clock, deferred, loadLater } = createWorld(async (key) => {
    await breathe();
    if (budget === 0) throw SPENT;
    budget -= 1;
    loaded.push(key);
    return null;
  });
  const requests: Record<string, number> = { rare: 1, popular: 9, some: 4, other: 2 };
  for (const [key, times] of Object.entries(requests)) {
    for (let time = 0; time < times; time += 1) loadLater(key);
  }
  expect(deferred.reasonToWait("rare")).toBe(SPENT);
  expect(deferred.reasonToWait("a new one")).toBe(SPENT);
  for (let round = 0; round < 8; round += 1) {
    await breathe();
    await breathe();
    budget = 1;
    clock.advance(PAUSE_MS - 1);
    await breathe();
    expect(budget).toBe(1);
    clock.advance(1);
  }
  await breathe();
  await breathe();
  expect(loaded).toEqual(["popular", "some", "other", "rare"]);
  expect(deferred.reasonToWait("rare")).toBeUndefined();
});

it("gives up on a key whose upstream call failed", async () => {
  let loads = 0;
  const { deferred, loadLater } = createWorld(() => {
    loads += 1;
    return Promise.reject(new Error("broken"));
  });
  loadLater("key");
  loadLater("key");
  await breathe();
  expect([loads, deferred.reasonToWait("key")]).toEqual([1, undefined]);
});

it("forgets what was requested longest ago when too many wait, never the popular", async () => {
  const loaded: string[] = [];
  let budget = 0;
  const { clock, loadLater } = createWorld(async (key) => {
    await breathe();
    if (budget === 0) throw SPENT;
    budget -= 1;
    loaded.push(key);
    return null;
  });
  for (let number = 0; number < 10_020; number += 1) {
    loadLater(`rare ${number}`);
    loadLater("popular");
  }
  // The first that was kept has been requested twice now; the last that was forgotten begins anew, and takes
  // the place of the next.
  loadLater("rare 21");
  loadLater("rare 20");
  await breathe();
  await breathe();
  budget = 3;
  clock.advance(PAUSE_MS);
  await expect.poll(() => budget).toBe(0);
  expect(loaded).toEqual(["popular", "rare 21", "rare 23"]);
});
