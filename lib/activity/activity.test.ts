import { describe, expect, it, onTestFinished, vi } from "vitest";
import { failingStore } from "../cache/cache.fixture.ts";
import { systemClock } from "../time/clock.ts";
import { createMemoryStore } from "../cache/stores/memory.ts";
import { createActivity } from "./activity.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function createWorld() {
  let now = Date.parse("2026-01-01T10:20:31.500Z");
  const clock = { ...systemClock, now: () => now };
  const store = createMemoryStore({ maxBytes: 1_000_000, clock });
  let newPlayers = 0;
  const takeNewPlayers = () => {
    const taken = newPlayers;
    newPlayers = 0;
    return taken;
  };
  const open = () => createActivity({ store, takeNewPlayers, clock });
  return {
    activity: open(),
    open,
    store,
    pass: (ms: number) => void (now += ms),
    seeNewPlayer: () => void (newPlayers += 1),
  };
}

function player(name: string) {
  return {
    username: name,
    edition: "java",
    editions: Array.of("java" as const),
    id: name.padEnd(32, "0"),
    head_url: `/head?username=${name}&type=java`,
  } as const;
}

describe("recent lookups", () => {
  it("are sorted by time, one entry for each player, to the minute", async () => {
    const { activity, pass } = createWorld();
    activity.record([player("a")], false);
    activity.record([player("b")], false);
    await activity.flush();
    pass(MINUTE_MS);
    activity.record([player("a")], true);
    const { recent } = await activity.recent();
    expect(recent.map(({ username, looked_up_at }) => [username, looked_up_at])).toEqual([
      ["a", "2026-01-01T10:21:00.000Z"],
      ["b", "2026-01-01T10:20:00.000Z"],
    ]);
  });

  it("stay when a clock that is a day behind adds one", async () => {
    const { activity, open, pass } = createWorld();
    activity.record([player("a")], false);
    await activity.flush();
    pass(-24 * HOUR_MS);
    const behind = open();
    behind.record([player("b")], false);
    await behind.flush();
    pass(24 * HOUR_MS);
    const { recent } = await activity.recent();
    expect(recent.map(({ username, looked_up_at }) => [username, looked_up_at])).toEqual([
      ["b", "2025-12-31T10:20:00.000Z"],
      ["a", "2026-01-01T10:20:00.000Z"],
    ]);
  });

  it("list all players of one lookup, in its order, counted once", async () => {
    const { activity } = createWorld();
    activity.record([player("a")], false);
    activity.record([player("java"), player("bedrock")], false);
    activity.record([player("b")], false);
    const { recent, stats } = await activity.recent();
    expect(recent.map(({ username }) => username)).toEqual(["b", "java", "bedrock", "a"]);
    expect(stats.lookups_total).toBe(3);
  });

  it("are 24 at most", async () => {
    const { activity } = createWorld();
    for (let index = 0; index < 100; index += 1) activity.record([player(`p${index}`)], false);
    const { recent } = await activity.recent();
    expect(recent.map(({ username }) => username)).toEqual(
      Array.from({ length: 24 }, (_, index) => `p${99 - index}`),
    );
  });

  it("are one list for all processes with the same store", async () => {
    const { activity, open } = createWorld();
    const other = open();
    activity.record([player("a")], false);
    await activity.flush();
    other.record([player("b")], false);
    await other.flush();
    expect((await activity.recent()).recent.map(({ username }) => username)).toEqual(["b", "a"]);
  });

  it("have only the contract's fields", async () => {
    const { activity } = createWorld();
    activity.record([player("a")], false);
    const { recent } = await activity.recent();
    expect(Object.keys(recent[0] ?? {}).toSorted()).toEqual([
      "edition",
      "editions",
      "head_url",
      "id",
      "looked_up_at",
      "username",
    ]);
  });
});

describe("statistics", () => {
  it("count lookups, those of the last day, and the share of cache hits", async () => {
    const { activity, pass, seeNewPlayer } = createWorld();
    for (const cached of [false, true, true, true]) activity.record([player("a")], cached);
    seeNewPlayer();
    expect((await activity.recent()).stats).toEqual({
      lookups_total: 4,
      lookups_24h: 4,
      players_total: 1,
      cache_hit_ratio_24h: 0.75,
    });
    pass(23 * HOUR_MS);
    activity.record([player("a")], true);
    expect((await activity.recent()).stats.lookups_24h).toBe(5);
    pass(2 * HOUR_MS);
    expect((await activity.recent()).stats).toMatchObject({
      lookups_total: 5,
      lookups_24h: 1,
      cache_hit_ratio_24h: 1,
    });
  });

  it("lose no counts when several processes write at the same time", async () => {
    const { activity, open } = createWorld();
    const processes = Array.from({ length: 12 }, open);
    for (let round = 0; round < 20; round += 1) {
      for (const one of processes) one.record([player("a")], round % 2 === 0);
      await Promise.all(processes.map((one) => one.flush()));
    }
    expect((await activity.recent()).stats).toMatchObject({
      lookups_total: 240,
      lookups_24h: 240,
      cache_hit_ratio_24h: 0.5,
    });
  });

  it("write the lookups and players of one moment at once", async () => {
    const { activity, store, seeNewPlayer } = createWorld();
    const commands = vi.spyOn(store, "transact");
    activity.record([player("a")], false);
    seeNewPlayer();
    await activity.flush();
    expect(commands).toHaveBeenCalledTimes(1);
  });

  it("take three reads and a value of bounded size, forever", async () => {
    const { activity, store, pass } = createWorld();
    for (let hour = 0; hour < 1_000; hour += 1) {
      activity.record([player(`p${hour}`)], true);
      await activity.flush();
      pass(HOUR_MS);
    }
    expect((await store.get("recent:v1"))?.length).toBeLessThan(6_000);
    const reads = vi.spyOn(store, "get");
    expect((await activity.recent()).stats.lookups_24h).toBe(23);
    expect(reads).toHaveBeenCalledTimes(3);
  });

  it("recover from a clock that was wrong for days", async () => {
    const { activity, pass } = createWorld();
    pass(1_000 * HOUR_MS);
    for (let hour = 0; hour < 100; hour += 1) {
      activity.record([player("a")], false);
      await activity.flush();
      pass(HOUR_MS);
    }
    pass(-1_100 * HOUR_MS);
    for (let hour = 0; hour < 3; hour += 1) {
      activity.record([player("a")], false);
      await activity.flush();
      pass(HOUR_MS);
    }
    expect((await activity.recent()).stats.lookups_24h).toBe(3);
  });

  it.each([25, -25])("survive one write by a clock that is %i hours off", async (hours) => {
    const { activity, pass } = createWorld();
    pass(1_000 * HOUR_MS);
    const lookUp = async () => {
      activity.record([player("a")], false);
      await activity.flush();
    };
    for (let hour = 0; hour < 20; hour += 1) {
      await lookUp();
      pass(HOUR_MS);
    }
    pass(hours * HOUR_MS);
    await lookUp();
    pass(-hours * HOUR_MS);
    await lookUp();
    expect((await activity.recent()).stats.lookups_24h).toBe(21);
  });

  it("return the last state read while the store fails", async () => {
    const { activity, store } = createWorld();
    activity.record([player("a")], false);
    const before = await activity.recent();
    Object.assign(store, failingStore);
    activity.record([player("b")], false);
    expect(await activity.recent()).toEqual(before);
  });

  it("wait a second for a store that is slow to take what is new", async () => {
    const { activity, store } = createWorld();
    activity.record([player("a")], false);
    const before = await activity.recent();
    Object.assign(store, { transact: () => new Promise(() => {}) });
    activity.record([player("b")], false);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const recent = activity.recent();
    await vi.advanceTimersByTimeAsync(1_002);
    expect(await recent).toEqual(before);
  });

  it("are zero before the first lookup", async () => {
    const { activity } = createWorld();
    expect((await activity.recent()).stats).toMatchObject({
      lookups_total: 0,
      cache_hit_ratio_24h: 0,
    });
  });
});
