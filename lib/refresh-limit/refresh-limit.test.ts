import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../cache/stores/memory.ts";
import { grantsInStore, type Grants } from "../cache/stores/grants.ts";
import { systemClock } from "../time/clock.ts";
import { createClientKeys, createRefreshLimit, type Grant, type Refusal } from "./refresh-limit.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Processes on one store, each of which can be cut off from it. */
function createWorld() {
  let now = 1_000_000_000_000;
  const clock = { ...systemClock, now: () => now, monotonic: () => now };
  const store = createMemoryStore({ maxBytes: 1_000_000, clock: { now: () => now } });
  const openProcess = () => {
    const grants = grantsInStore(store, clock);
    let cut = false;
    const unlessCut = async <Result>(work: () => Promise<Result>) => {
      if (cut) throw new Error("the store cannot be reached");
      return work();
    };
    const reachable: Grants = {
      ...grants,
      take: (key) => unlessCut(() => grants.take(key)),
      giveBack: (key) => unlessCut(() => grants.giveBack(key)),
    };
    const limit = createRefreshLimit(reachable, clock);
    return { limit, cutOff: () => void (cut = true), reconnect: () => void (cut = false) };
  };
  return { openProcess, store, pass: (ms: number) => void (now += ms) };
}

async function granted(taken: Promise<Grant | Refusal>): Promise<Grant> {
  const result = await taken;
  if (!result.granted) throw new Error("refused");
  return result;
}

describe("the refresh limit", () => {
  it("grants one refresh an hour and says how long to wait, in every process", async () => {
    const { openProcess, pass } = createWorld();
    const [one, other, late] = [openProcess().limit, openProcess().limit, openProcess().limit];
    await granted(one.take(["client:a"]));
    for (const limit of [one, other]) {
      expect(await limit.take(["client:a"])).toEqual({ granted: false, retryAfterSeconds: 3_600 });
    }
    pass(HOUR_MS - 1_500);
    for (const limit of [one, other, late]) {
      expect(await limit.take(["client:a"])).toEqual({ granted: false, retryAfterSeconds: 2 });
    }
    pass(1_500);
    await granted(late.take(["client:a"]));
    expect(await one.take(["client:a"])).toMatchObject({ granted: false });
  });

  it("grants what was granted by a clock that has been set back since", async () => {
    const { openProcess, pass } = createWorld();
    const [one, other] = [openProcess().limit, openProcess().limit];
    pass(10 * 365 * 24 * HOUR_MS);
    await granted(one.take(["client:a"]));
    pass(-10 * 365 * 24 * HOUR_MS);
    await granted(other.take(["client:a"]));
    expect(await openProcess().limit.take(["client:a"])).toMatchObject({ granted: false });
  });

  it("takes all keys or none", async () => {
    const { limit } = createWorld().openProcess();
    await granted(limit.take(["profile:java"]));
    expect(await limit.take(["profile:bedrock", "profile:java"])).toMatchObject({ granted: false });
    await granted(limit.take(["profile:bedrock"]));
  });

  it("takes a key that is named twice once", async () => {
    const { limit } = createWorld().openProcess();
    await granted(limit.take(["profile:a", "profile:a"]));
  });

  it("gives a grant back, for every process", async () => {
    const { openProcess } = createWorld();
    const [one, other] = [openProcess().limit, openProcess().limit];
    const grant = await granted(one.take(["client:a", "profile:b"]));
    await grant.giveBack();
    await grant.giveBack();
    await granted(other.take(["client:a"]));
    await granted(one.take(["profile:b"]));
  });

  it("never gives back a grant that another process has since made", async () => {
    const { openProcess, pass } = createWorld();
    const [one, other] = [openProcess().limit, openProcess().limit];
    const grant = await granted(one.take(["client:a"]));
    pass(HOUR_MS);
    await granted(other.take(["client:a"]));
    await grant.giveBack();
    expect(await one.take(["client:a"])).toMatchObject({ granted: false });
  });

  it("grants exactly one of 1,000 simultaneous requests", async () => {
    const { openProcess } = createWorld();
    const limits = [openProcess().limit, openProcess().limit];
    const results = await Promise.all(
      Array.from({ length: 500 }, () => limits.map((limit) => limit.take(["client:a"]))).flat(),
    );
    expect(results.filter((result) => result.granted)).toHaveLength(1);
  });
});

describe("a process that is cut off", () => {
  it("grants by itself, once an hour, and never fails", async () => {
    const { openProcess, pass } = createWorld();
    const { limit, cutOff } = openProcess();
    cutOff();
    const results = await Promise.all(Array.from({ length: 50 }, () => limit.take(["client:a"])));
    expect(results.filter((result) => result.granted)).toHaveLength(1);
    pass(HOUR_MS);
    const grant = await granted(limit.take(["client:a"]));
    await grant.giveBack();
    await granted(limit.take(["client:a"]));
  });

  it("still refuses what it granted before", async () => {
    const { openProcess } = createWorld();
    const { limit, cutOff } = openProcess();
    await granted(limit.take(["client:a"]));
    cutOff();
    expect(await limit.take(["client:a"])).toEqual({ granted: false, retryAfterSeconds: 3_600 });
  });

  // This much cannot be promised: the others learn nothing of a grant that was made without the store.
  it("grants what another process may grant as well, but each only once", async () => {
    const { openProcess } = createWorld();
    const [one, other] = [openProcess(), openProcess()];
    one.cutOff();
    await granted(one.limit.take(["client:a"]));
    one.reconnect();
    await granted(other.limit.take(["client:a"]));
    for (let times = 0; times < 3; times += 1) {
      expect(await one.limit.take(["client:a"])).toMatchObject({ granted: false });
      expect(await other.limit.take(["client:a"])).toMatchObject({ granted: false });
    }
  });

  it("does not touch the shared grant when it gives back its own", async () => {
    const { openProcess } = createWorld();
    const [one, other] = [openProcess(), openProcess()];
    one.cutOff();
    const grant = await granted(one.limit.take(["client:a"]));
    one.reconnect();
    await granted(other.limit.take(["client:a"]));
    await grant.giveBack();
    expect(await one.limit.take(["client:a"])).toMatchObject({ granted: false });
  });

  it("keeps a grant that cannot be given back", async () => {
    const { openProcess } = createWorld();
    const [one, other] = [openProcess(), openProcess()];
    const grant = await granted(one.limit.take(["client:a"]));
    one.cutOff();
    await grant.giveBack();
    expect(await other.limit.take(["client:a"])).toMatchObject({ granted: false });
  });
});

it("refuses what it granted when the store has lost the grant", async () => {
  const { openProcess, store } = createWorld();
  const { limit } = openProcess();
  await granted(limit.take(["client:a"]));
  await store.delete("refresh:client:a");
  expect(await limit.take(["client:a"])).toMatchObject({ granted: false });
});

describe("createClientKeys", () => {
  it("gives each client one key, and others another", async () => {
    const keys = createClientKeys(createMemoryStore({ maxBytes: 10_000 }));
    const key = await keys.keyOf({ client: "203.0.113.9" });
    expect(await keys.keyOf({ client: "203.0.113.9", network: "203.0.113.9" })).toBe(key);
    expect(await keys.keyOf({ client: "203.0.113.8" })).not.toBe(key);
  });

  it("gives all clients of an IPv6 network no more than sixteen, and those of the next one others", async () => {
    const keys = createClientKeys(createMemoryStore({ maxBytes: 10_000 }));
    const keysIn = async (network: string) => {
      const clients = Array.from({ length: 500 }, (_, at) => `${network}:${at.toString(16)}::/64`);
      const all = clients.map((client) => keys.keyOf({ client, network: `${network}::/48` }));
      return [...new Set(await Promise.all(all))];
    };
    const [one, next] = [await keysIn("2001:db8:1"), await keysIn("2001:db8:2")];
    expect([one.length, next.length, new Set([...one, ...next]).size]).toEqual([16, 16, 32]);
  });

  it("agrees with other processes on the same store", async () => {
    const store = createMemoryStore({ maxBytes: 10_000 });
    const [one, other] = await Promise.all([
      createClientKeys(store).keyOf({ client: "203.0.113.9" }),
      createClientKeys(store).keyOf({ client: "203.0.113.9" }),
    ]);
    expect(one).toBe(other);
  });

  it("keeps its names when the store forgets them, and gives them back to the others", async () => {
    let now = Date.parse("2026-01-01T10:00:00Z");
    const store = createMemoryStore({ maxBytes: 100_000, clock: { now: () => now } });
    const clients = createClientKeys(store, { ...systemClock, now: () => now });
    const name = await clients.keyOf({ client: "203.0.113.1" });
    await store.delete(`secret:${Math.floor(now / 86_400_000)}`);
    expect(await clients.keyOf({ client: "203.0.113.1" })).toBe(name);
    now += 11_000;
    await clients.keyOf({ client: "203.0.113.1" });
    expect(
      await createClientKeys(store, { ...systemClock, now: () => now }).keyOf({
        client: "203.0.113.1",
      }),
    ).toBe(name);
  });

  it("says nothing about the address and forgets it with the day's secret", async () => {
    const store = createMemoryStore({ maxBytes: 10_000 });
    let now = Date.parse("2026-01-01T12:00:00Z");
    const keys = createClientKeys(store, { ...systemClock, now: () => now });
    const key = await keys.keyOf({ client: "203.0.113.9" });
    expect(key).toMatch(/^[\w-]{43}$/);
    now += DAY_MS;
    expect(await keys.keyOf({ client: "203.0.113.9" })).not.toBe(key);
  });
});
