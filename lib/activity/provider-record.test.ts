import { describe, expect, it } from "vitest";
import { failingStore } from "../cache/cache.fixture.ts";
import { systemClock } from "../time/clock.ts";
import { createMemoryStore } from "../cache/stores/memory.ts";
import { isOngoing, joinOutages } from "./outages.ts";
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

it("has the hours with requests, oldest first, of the last 24", async () => {
  const { open, pass } = createWorld();
  const record = open();
  record.note("geyser", "answered", 40);
  await record.flush();
  pass(2 * HOUR_MS);
  record.note("geyser", "failed", 40);
  const { hours } = await record.lastDay();
  expect(hours.get("geyser")).toEqual([
    { at: Date.parse("2026-01-01T10:00:00Z"), answered: 1, refused: 0, failed: 0, ms: 40 },
    { at: Date.parse("2026-01-01T12:00:00Z"), answered: 0, refused: 0, failed: 1, ms: 0 },
  ]);
  pass(23 * HOUR_MS);
  expect((await record.lastDay()).hours.get("geyser")).toHaveLength(1);
});

describe("outages", () => {
  const MINUTE_MS = 60_000;

  it("begin and end with what a process sees, and are known to all", async () => {
    const { open, pass } = createWorld();
    const [one, other] = [open(), open()];
    one.noteState("geyser", true);
    await one.flush();
    expect((await other.lastDay()).outages).toEqual([
      { provider: "geyser", from: START, until: START, over: false },
    ]);
    pass(4 * MINUTE_MS);
    one.noteState("geyser", false);
    await one.flush();
    const outage = { provider: "geyser", from: START, until: START + 4 * MINUTE_MS, over: true };
    expect((await other.lastDay()).outages).toEqual([outage]);
    expect((await open().lastDay()).outages).toEqual([outage]);
  });

  it("are one outage for two processes, and when a provider fails again within minutes", async () => {
    const { open, pass } = createWorld();
    const [one, other] = [open(), open()];
    for (const record of [one, other]) {
      record.noteState("geyser", true);
      await record.flush();
      pass(MINUTE_MS);
    }
    one.noteState("geyser", false);
    await one.flush();
    pass(MINUTE_MS);
    const { outages } = await other.lastDay();
    expect(outages).toEqual([
      { provider: "geyser", from: START, until: START + 3 * MINUTE_MS, over: false },
    ]);
  });

  it("are kept for seven days, and no more than 40 of them", async () => {
    const { open, pass, store } = createWorld();
    const record = open();
    for (let time = 0; time < 100; time += 1) {
      record.noteState("geyser", true);
      await record.flush();
      record.noteState("geyser", false);
      await record.flush();
      pass(20 * MINUTE_MS);
    }
    expect((await record.lastDay()).outages).toHaveLength(40);
    expect((await store.get("providers:v1"))?.length).toBeLessThan(5_000);
    pass(7 * 24 * HOUR_MS);
    expect((await record.lastDay()).outages).toEqual([]);
  });

  it("are shown until now, also if a clock that is ahead noted them", async () => {
    const { open, store } = createWorld();
    const record = open();
    record.note("geyser", "answered", 10);
    await record.flush();
    const known = JSON.parse((await store.get("providers:v1")) ?? "") as object;
    const outage = { provider: "geyser", from: START, until: START, over: false };
    const outages = [
      { ...outage, until: START + MINUTE_MS },
      { ...outage, provider: "mojang", until: START + MINUTE_MS + 1 },
      { ...outage, provider: "laby", from: 1e300, until: 1e300 },
      { ...outage, provider: "__proto__" },
    ];
    await store.set("providers:v1", JSON.stringify({ ...known, outages }));
    const day = await open().lastDay();
    const shown = [outage, { ...outage, provider: "mojang", over: true }];
    expect([day.outages, day.providers.get("geyser")?.answered]).toEqual([shown, 1]);
  });

  it("are written once after they are over", async () => {
    const { open, store } = createWorld();
    const record = open();
    for (const fails of [true, false]) record.noteState("geyser", fails);
    await record.flush();
    expect((await record.lastDay()).outages).toHaveLength(1);
    await store.delete("providers:v1");
    await record.flush();
    expect(await store.get("providers:v1")).toBeUndefined();
  });

  it("are known here while the store fails", async () => {
    const { open, store } = createWorld();
    const record = open();
    Object.assign(store, failingStore);
    record.noteState("geyser", true);
    expect((await record.lastDay()).outages).toMatchObject([{ provider: "geyser", over: false }]);
  });

  it("last only as long as a process sees them", () => {
    const outage = { provider: "geyser", from: 0, until: START, over: false };
    expect(isOngoing(outage, START + 59_000)).toBe(true);
    expect(isOngoing(outage, START + 61_000)).toBe(false);
    expect(isOngoing({ ...outage, over: true }, START)).toBe(false);
  });

  it("are joined once, whatever is joined again", () => {
    const outage = (from: number, until: number, over = true, provider = "geyser") => ({
      provider,
      from: from * MINUTE_MS,
      until: until * MINUTE_MS,
      over,
    });
    const one = [outage(0, 5), outage(60, 70), outage(2, 4, true, "laby")];
    const other = [outage(3, 8, false), outage(90, 91)];
    const joined = joinOutages(one, other);
    expect(joined).toEqual([
      outage(90, 91),
      outage(60, 70),
      outage(2, 4, true, "laby"),
      outage(0, 8, false),
    ]);
    expect(joinOutages(joined, one, other)).toEqual(joined);
    expect(joinOutages(other, one)).toEqual(joined);
  });
});
