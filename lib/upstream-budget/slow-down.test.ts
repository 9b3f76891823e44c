import { describe, expect, it } from "vitest";
import {
  request,
  createFullWorld,
  createWorld,
  isServed,
  retryOf,
  served,
} from "./world.fixture.ts";

const MINUTE_MS = 60_000;
const options = { allowances: { up: { rate: 1, burst: 10 } } };
const create = () => createFullWorld(options);

describe("a bucket whose upstream complains", () => {
  it("refuses at once during the pause, however long a caller would wait", async () => {
    const { world, member } = await create();
    await member.slowDown("up", 30);
    await world.pass(10_000);
    const requested = [20_000, 35_000].map((waitMs) => member.request("up", { waitMs }));
    await world.pass(0);
    expect(requested.map((one) => [one.atMs, retryOf(one)])).toEqual([
      [MINUTE_MS + 10_000, 20],
      [MINUTE_MS + 10_000, 20],
    ]);
    await world.pass(20_000);
    const after = member.request("up");
    await world.pass(0);
    expect(isServed(after)).toBe(true);
  });

  it("refuses callers that already wait, too", async () => {
    const { world, member } = await create();
    request(member, 10);
    const waiting = request(member, 3, { waitMs: 10_000 });
    await world.pass(0);
    await member.slowDown("up", 60);
    await world.pass(0);
    expect(waiting.map(retryOf)).toEqual([60, 60, 60]);
  });

  it("pauses for as long as the upstream says, but never more than ten minutes", async () => {
    const { member } = await create();
    expect(await member.slowDown("up", 2)).toBe(2);
    expect(await member.slowDown("up", -5)).toBe(2);
    expect(await member.slowDown("up", 86_400)).toBe(600);
    expect(member.state()[0]?.pausedForSeconds).toBe(600);
  });

  it("pauses for 5 s when the upstream names no time, doubling up to a minute while that goes on", async () => {
    const { world, member } = await create();
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      expect(await member.slowDown("up")).toBe(seconds);
      await world.pass(seconds * 1_000);
    }
  });

  it("begins with 5 s again after a success, in all processes", async () => {
    const { world, member } = await create();
    const other = world.member();
    await member.slowDown("up");
    await world.pass(5_000);
    expect(await member.slowDown("up")).toBe(10);
    other.request("up");
    await world.pass(10_000);
    await other.succeed("up");
    expect(await member.slowDown("up")).toBe(5);
  });

  it("takes what succeeds during a pause for a call from before it", async () => {
    const { world, member } = await create();
    await member.slowDown("up");
    await member.succeed("up");
    await world.pass(5_000);
    expect(await member.slowDown("up")).toBe(10);
  });

  it("pauses in all processes, those that start later included", async () => {
    const { world, member } = await create();
    const other = world.member();
    other.request("up");
    await world.pass(MINUTE_MS);
    await member.slowDown("up", 30);
    const requested = [other, world.member()].map((one) => one.request("up", { waitMs: 20_000 }));
    await world.pass(0);
    expect(requested.map(retryOf)).toEqual([30, 30]);
  });

  it("ends its pause on time even if no process lives that long", async () => {
    const { world, member } = await create();
    await member.slowDown("up", 60);
    for (let life = 0; life < 6; life += 1) {
      const next = world.member();
      for (let second = 0; second < 20; second += 1) {
        next.request("up");
        await world.pass(1_000);
      }
      next.kill();
    }
    const [, afterwards = Infinity] = world.given.up ?? [];
    expect(afterwards).toBe(2 * MINUTE_MS);
  });

  it("goes on with one token at half the rate", async () => {
    const { world, member } = await create();
    await member.slowDown("up", 10);
    await world.pass(10_000);
    const requested = request(member, 5, { waitMs: 7_000 });
    await world.pass(7_000);
    expect(served(requested)).toBe(4);
    // It has begun to come back.
    expect(member.state()[0]).toMatchObject({ rate: 0.5 + 1 / 120, configuredRate: 1 });
  });

  it("has a token when the pause of an empty bucket is over", async () => {
    const { world, member } = await create();
    request(member, 10);
    await world.pass(0);
    await member.slowDown("up");
    await world.pass(5_000);
    const requested = request(member, 2);
    await world.pass(0);
    expect(served(requested)).toBe(1);
  });

  it("goes on at half the rate in processes that heard of it late", async () => {
    const world = createWorld(options);
    const [member, other] = [world.member(), world.member()];
    for (const one of [member, other]) one.request("up");
    await world.pass(MINUTE_MS);
    request(other, 10);
    await world.pass(0);
    await member.slowDown("up", 1);
    await world.pass(16_000);
    const requested = request(other, 10);
    await world.pass(0);
    expect(served(requested)).toBe(8);
  });

  it("halves once for the complaints about one burst of calls", async () => {
    const { world, member } = await create();
    await Promise.all([member.slowDown("up", 5), member.slowDown("up", 9), member.slowDown("up")]);
    expect(member.state()[0]).toMatchObject({ rate: 0.5, pausedForSeconds: 9 });
    await world.pass(10_000);
    await member.slowDown("up");
    expect(member.state()[0]?.rate).toBe(0.5);
    await world.pass(60_000);
    await member.succeed("up");
    await member.slowDown("up");
    expect(member.state()[0]?.rate).toBe(0.25);
  });

  it("never falls below its floor", async () => {
    const { world, member } = await create();
    for (let complaint = 0; complaint < 8; complaint += 1) {
      await member.slowDown("up", 1);
      await world.pass(1_000);
      await member.succeed("up");
    }
    expect(member.state()[0]?.rate).toBe(1 / 16);
  });
});
