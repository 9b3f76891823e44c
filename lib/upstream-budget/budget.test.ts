import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { ALLOWANCES } from "../providers/providers.ts";
import { BudgetSpent, createBudget } from "./budget.ts";
import {
  request,
  createFullWorld,
  createWorld,
  excessOf,
  isServed,
  retryOf,
  served,
  type World,
  type WorldOptions,
} from "./world.fixture.ts";
import { createStoreTokens, type Allowance } from "./token-bucket.ts";

const KEY = "budget:v3:here/up";
const allowances = { up: { rate: 1, burst: 10 } };

const createFull = (options: Partial<WorldOptions> = {}) =>
  createFullWorld({ allowances, ...options });

describe("the budget", () => {
  it.each([
    ["full", undefined, [0, 0, 0, 0, 1]],
    ["with a part of its burst", 1 / 4, [0, 1, 2, 3, 4]],
  ])("begins %s, and goes on at its rate", async (_, fresh, times) => {
    const world = createWorld({
      allowances: { up: { rate: 1, burst: 4, ...(fresh && { fresh }) } },
    });
    const member = world.member();
    expect(member.capacityOf("up")().tokens).toBe(4 * (fresh ?? 1));
    request(member, 5, { waitMs: 5_500 });
    await world.pass(10_000);
    expect(world.given.up?.map((atMs) => Math.round(atMs / 100) / 10)).toEqual(times);
  });

  it("saves up to the burst and no more", async () => {
    const { world, member } = await createFull();
    const requested = request(member, 12);
    await world.pass(0);
    expect(served(requested)).toBe(10);
    expect(requested.filter(({ error }) => error instanceof BudgetSpent)).toHaveLength(2);
  });

  it("goes on after a restart with what was left, filled since", async () => {
    const { world, member } = await createFull();
    request(member, 7);
    await world.pass(0);
    member.kill();
    await world.pass(2_000);
    const requested = request(world.member(), 12);
    await world.pass(0);
    expect(served(requested)).toBe(5);
  });

  it("goes on at its rate from where the clock is set back to, after a restart", async () => {
    const { world, member } = await createFull();
    request(member, 10);
    await world.pass(0);
    member.kill();
    world.setWall(-3_600_000);
    const next = world.member();
    const requested = request(next, 3, { waitMs: 5_000 });
    await world.pass(5_000);
    expect(served(requested)).toBe(3);
  });

  it.each(["", "[]", '{"tokens":1e999}', '{"tokens":10}'])(
    "takes %j in the store for nothing",
    async (garbage) => {
      const world = createWorld({ allowances });
      await world.store.set(KEY, garbage);
      const requested = request(world.member(), 12);
      await world.pass(0);
      expect(served(requested)).toBe(10);
    },
  );

  it("has a bucket of its own for each operation, and none for what it does not know", async () => {
    const { world, member } = await createFull();
    request(member, 10);
    await world.pass(0);
    const others = [
      member.request("up:search"),
      member.request("down"),
      member.request("constructor"),
    ];
    await world.pass(0);
    expect(others.map(isServed)).toEqual([true, false, false]);
    expect(others[1]?.error).toBeInstanceOf(RangeError);
    expect(member.state().map(({ bucket }) => bucket)).toEqual(["up", "up:search"]);
  });

  it("multiplies everything by the factor, and leaves one token to save up", async () => {
    const { world, member } = await createFull({ factor: 0.05 });
    const requested = request(member, 3, { waitMs: 30_000 });
    await world.pass(60_000);
    expect(requested.map(isServed)).toEqual([true, true, false]);
    expect(world.given.up?.map((atMs) => Math.round(atMs / 1_000))).toEqual([0, 60, 80]);
    const tokens = createStoreTokens(world.store);
    const create = (times: number) => createBudget({ tokens, allowances, factor: times });
    const allowance = { rate: 3, floor: 3 / 16, ceiling: 3, burst: 30, fresh: 1, reserve: 0 };
    expect(create(3).allowanceOf("up:search")).toEqual(allowance);
    expect(() => create(1).allowanceOf("toString")).toThrow(RangeError);
    expect(() => create(0)).toThrow(RangeError);
  });

  it("serves the foreground first, and background only above a quarter of the burst", async () => {
    const { world, member } = await createFull();
    const background = request(member, 10, { priority: "background" });
    const foreground = request(member, 3);
    await world.pass(0);
    expect([served(foreground), served(background)]).toEqual([3, 5]);
    expect(served(request(member, 2))).toBe(0);
    await world.pass(0);
    expect(member.state()[0]?.tokens).toBeCloseTo(0, 6);
  });

  it("serves background again once there is more than the reserve", async () => {
    const { world, member } = await createFull();
    request(member, 9);
    await world.pass(0);
    const [requested] = request(member, 1, { priority: "background", waitMs: 5_000 });
    await world.pass(5_000);
    expect(Math.round(requested?.atMs ?? 0)).toBe(61_501);
  });

  it("serves clients in turn while a single one may have everything", async () => {
    const { world, member } = await createFull();
    const flood = request(member, 10, { client: "flood" });
    await world.pass(0);
    expect(served(flood)).toBe(10);
    const claim = { client: "flood", waitMs: 30_000 };
    request(member, 20, claim);
    const [other] = request(member, 1, { client: "other", waitMs: 30_000 });
    await world.pass(2_500);
    expect(other && isServed(other)).toBe(true);
  });

  it("lets 64 wait and refuses the next with a time to come back", async () => {
    const { world, member } = await createFull();
    request(member, 10);
    await world.pass(0);
    const waiting = request(member, 65, { client: "one", waitMs: 600_000 });
    await world.pass(0);
    expect(waiting.map(retryOf).filter(Boolean)).toEqual([65]);
    expect(member.state()[0]?.waiting).toBe(64);
  });

  it("refuses at once, without the store, what certainly cannot be served", async () => {
    const { world, member } = await createFull();
    request(member, 10);
    await world.pass(0);
    const [tooShort, enough] = [
      member.request("up", { waitMs: 900 }),
      member.request("up", { waitMs: 1_100 }),
    ];
    await world.pass(0);
    expect([tooShort.atMs, retryOf(tooShort)]).toEqual([60_000, 1]);
    expect(enough.atMs).toBeUndefined();
    await world.pass(2_000);
    expect(isServed(enough)).toBe(true);
  });

  it("gives a claim that does not wait a look of its own, also during another one", async () => {
    const world = createWorld({ allowances, latencyMs: () => 20 });
    const member = world.member();
    request(member, 1, { waitMs: 1_000 });
    await world.pass(60_000);
    const [first] = request(member, 1);
    await world.pass(5);
    const [during] = request(member, 1);
    await world.pass(200);
    expect([first, during].map((one) => one && isServed(one))).toEqual([true, true]);
  });

  it("adds no listeners to an aborted signal, which many claims share", async () => {
    const { world, member } = await createFull();
    const signal = AbortSignal.abort();
    request(member, 5, { signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
    await world.pass(0);
  });

  it("leaves no timer behind when nothing waits", async () => {
    const { world, member } = await createFull();
    request(member, 30, { waitMs: 5_000 });
    await world.pass(0);
    expect(world.pending()).toBeGreaterThan(0);
    await world.pass(6_000);
    expect(world.pending()).toBe(0);
    const requested = request(member, 1, { waitMs: 5_000 });
    await world.pass(0);
    expect([served(requested), world.pending()]).toEqual([1, 0]);
  });

  it("says how it stands", async () => {
    const { world, member } = await createFull();
    request(member, 13, { waitMs: 60_000 });
    await world.pass(0);
    expect(member.state()).toEqual([
      {
        bucket: "up",
        tokens: 0,
        rate: 1,
        configuredRate: 1,
        waiting: 3,
        pausedForSeconds: 0,
        storeFails: false,
      },
    ]);
  });
});

describe("several processes", () => {
  it("get what they request when it is less than the rate, whoever requested last", async () => {
    const world = createWorld({ allowances });
    const members = [world.member(), world.member(), world.member()];
    for (const member of members) request(member, 1, { waitMs: 10_000 });
    await world.pass(60_000);
    for (let round = 0; round < 200; round += 1) {
      for (const member of members) request(member, 1);
      await world.pass(4_000);
    }
    expect(world.given.up).toHaveLength(603);
  });

  it("count a token from when a slow store gave it", async () => {
    const world = createWorld({ allowances, latencyMs: () => 200 });
    const member = world.member();
    request(member, 1);
    await world.pass(60_000);
    request(member, 15, { waitMs: 5_000 });
    await world.pass(10_000);
    expect(world.given.up).toHaveLength(15);
    expect(excessOf(world.given.up ?? [], allowances.up)).toBeLessThanOrEqual(1e-6);
  });

  it("use the whole rate together when they request more", async () => {
    const world = createWorld({ allowances, latencyMs: () => 3 });
    const members = [world.member(), world.member(), world.member()];
    for (let second = 0; second < 600; second += 1) {
      for (const member of members) request(member, 2, { waitMs: 3_000 });
      await world.pass(1_000);
    }
    const given = world.given.up ?? [];
    expect(excessOf(given, allowances.up)).toBeLessThanOrEqual(1e-6);
    expect(given.length).toBeGreaterThan(590);
  });
});

describe("restarts", () => {
  it("stay within the bound, twenty of them, with the store kept", async () => {
    const names = { rate: 0.8, burst: 30 };
    const xbox = { rate: 0.4, burst: 3 };
    const world = createWorld({ allowances: { names, xbox } });
    for (let life = 0; life < 20; life += 1) await live(world, ["names", "xbox"], 30);
    for (const [bucket, allowance] of Object.entries({ names, xbox })) {
      const given = world.given[bucket] ?? [];
      expect(excessOf(given, allowance)).toBeLessThanOrEqual(1e-6);
      expect(given.length).toBeGreaterThan(0.85 * allowance.rate * 600);
    }
  });

  it("stay within what Mojang's name hosts take, one a minute, with the store lost", async () => {
    const hosts = Object.fromEntries(
      ["minecraftservices", "mojang-legacy"].map((name) => [name, ALLOWANCES[name] ?? {}]),
    ) as Record<string, Allowance>;
    const world = createWorld({ allowances: hosts });
    for (let life = 0; life < 11; life += 1) {
      await live(world, Object.keys(hosts), 60);
      world.empty();
    }
    const given = Object.keys(hosts).flatMap((name) => world.given[name] ?? []);
    for (const [seconds, most] of [
      [8, 50],
      [120, 200],
      [600, 600],
    ] as const) {
      const windows = given.map((from) => {
        return given.filter((at) => at >= from && at < from + seconds * 1_000).length;
      });
      expect([seconds, Math.max(...windows) <= most]).toEqual([seconds, true]);
    }
    expect(given.length).toBeGreaterThan(500);
  });
});

/** A process that requests more than there is for so many seconds, and is killed. */
async function live(world: World, buckets: readonly string[], seconds: number): Promise<void> {
  const member = world.member();
  for (let second = 0; second < seconds; second += 1) {
    for (const bucket of buckets) {
      for (let count = 0; count < 4; count += 1) member.request(bucket, { waitMs: 1_500 });
    }
    await world.pass(1_000);
  }
  member.kill();
}

describe("a client that had four tokens lately", () => {
  const shared = { up: { rate: 1, burst: 10, reserve: 1 / 2 } };

  it("leaves half of the burst to others, who do not wait", async () => {
    const { world, member } = await createFull({ allowances: shared });
    request(member, 1, { client: "other" });
    await world.pass(1_000);
    const flood = request(member, 30, { client: "flood", waitMs: 1_500 });
    await world.pass(1_000);
    // The first four are of somebody who has had nothing.
    expect(served(flood)).toBe(6);
    const visitors = Array.from({ length: 4 }, (_, at) =>
      member.request("up", { client: `${at}` }),
    );
    await world.pass(0);
    expect(visitors.map(isServed)).toEqual([true, true, true, true]);
  });

  it("has everything while nobody else was served for long", async () => {
    const { world, member } = await createFull({ allowances: shared });
    request(member, 1, { client: "other" });
    await world.pass(120_000);
    for (const served of [10, 10]) {
      const flood = request(member, 10, { client: "flood" });
      await world.pass(20_000);
      expect(flood.filter(isServed)).toHaveLength(served);
    }
  });

  it("gets a token when as much is left, after others and before the background", async () => {
    const { world, member } = await createFull({ allowances: shared });
    request(member, 8, { client: "heavy" });
    await world.pass(0);
    request(member, 2, { client: "other" });
    await world.pass(0);
    const claim = { waitMs: 20_000 };
    const background = member.request("up", { ...claim, priority: "background" });
    const heavy = member.request("up", { ...claim, client: "heavy" });
    const batch = member.request("up", { ...claim, client: "third", priority: "batch" });
    await world.pass(20_000);
    const times = [batch, heavy, background].map(({ atMs = 0 }) => Math.round(atMs / 1_000) - 60);
    expect(times).toEqual([1, 6, 6]);
  });
});
