import { expect, it } from "vitest";
import { failingStore } from "../cache/cache.fixture.ts";
import { systemClock } from "../clock.ts";
import { createMemoryStore } from "../cache/stores/memory.ts";
import { createProviderRecord } from "./provider-record.ts";

const HOUR_MS = 3_600_000;
const START = Date.parse("2026-01-01T10:20:31.500Z");

function createWorld() {
  let now = START;
  const clock = { ...systemClock, now: () => now };
  const store = createMemoryStore({ maxBytes: 1_000_000, clock });
  return {
    store,
    open: () => createProviderRecord(store, { clock }),
    pass: (ms: number) => void (now += ms),
  };
}

it("counts responses, refusals and failures, and the time of responses", async () => {
  const record = createWorld().open();
  record.note("geyser", "answered", 40);
  record.note("geyser", "answered", 60);
  record.note("geyser", "refused", 5);
  record.note("mojang", "failed", 4_000);
  const { since, providers } = await record.lastDay();
  expect(since).toBe(START);
  expect(Object.fromEntries(providers)).toEqual({
    geyser: { answered: 2, refused: 1, failed: 0, ms: 100 },
    mojang: { answered: 0, refused: 0, failed: 1, ms: 0 },
  });
});

it("is one record for all processes with the same store, and survives a restart", async () => {
  const { open, pass } = createWorld();
  const first = open();
  first.note("geyser", "answered", 10);
  await first.flush();
  pass(HOUR_MS);
  const second = open();
  second.note("geyser", "answered", 30);
  const { since, providers } = await second.lastDay();
  expect(since).toBe(START);
  expect(providers.get("geyser")).toMatchObject({ answered: 2, ms: 40 });
});

it("drops data older than a day, and has the start of its period", async () => {
  const { open, pass, store } = createWorld();
  const record = open();
  for (let hour = 0; hour < 100; hour += 1) {
    record.note("geyser", "answered", 1);
    await record.flush();
    pass(HOUR_MS);
  }
  const { since, providers } = await record.lastDay();
  expect(since).toBe(START + 76 * HOUR_MS);
  expect(providers.get("geyser")?.answered).toBe(23);
  expect((await store.get("providers:v1"))?.length).toBeLessThan(2_500);
});

it("returns the last state read while the store fails, and starts again after garbage", async () => {
  const { open, store } = createWorld();
  await store.set("providers:v1", "garbage");
  const record = open();
  record.note("geyser", "answered", 10);
  const { providers } = await record.lastDay();
  expect(providers.get("geyser")?.answered).toBe(1);
  Object.assign(store, failingStore);
  record.note("geyser", "answered", 10);
  expect((await record.lastDay()).providers.get("geyser")?.answered).toBe(1);
});
