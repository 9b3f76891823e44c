import { describe, expect, it } from "vitest";
import { ask, createFullWorld, createWorld, isServed, retryOf, served } from "./world.fixture.ts";

const MINUTE_MS = 60_000;
const options = { allowances: { up: { rate: 1, burst: 10 } } };
const create = () => createFullWorld(options);

describe("a bucket whose upstream complains", () => {
  it("gives nothing during the pause, refusing at once who cannot wait for its end", async () => {
    const { world, member } = await create();
    await member.slowDown("up", 30);
    const [impatient, patient] = [20_000, 35_000].map((waitMs) => member.ask("up", { waitMs }));
    await world.pass(0);
    expect(impatient && [impatient.atMs, retryOf(impatient)]).toEqual([MINUTE_MS, 30]);
    await world.pass(40_000);
    expect(patient && isServed(patient)).toBe(true);
    expect(patient?.atMs).toBeCloseTo(MINUTE_MS + 30_000, -1);
  });

  it("refuses those who already wait, too", async () => {
    const { world, member } = await create();
    ask(member, 10);
    const waiting = ask(member, 3, { waitMs: 10_000 });
    await world.pass(0);
    await member.slowDown("up", 60);
    await world.pass(0);
    expect(waiting.map(retryOf)).toEqual([60, 60, 60]);
  });

  it("pauses for a minute when nobody says how long, and never more than ten", async () => {
    const { member } = await create();
    await member.slowDown("up");
    expect(member.state()[0]?.pausedForSeconds).toBe(60);
    await member.slowDown("up", Number.NaN);
    await member.slowDown("up", -5);
    expect(member.state()[0]?.pausedForSeconds).toBe(60);
    await member.slowDown("up", 86_400);
    expect(member.state()[0]?.pausedForSeconds).toBe(600);
  });

  it("pauses in all processes, those that start later included", async () => {
    const { world, member } = await create();
    const other = world.member(7e8);
    other.ask("up");
    await world.pass(MINUTE_MS);
    await member.slowDown("up", 30);
    const asked = [other, world.member()].map((one) => one.ask("up", { waitMs: 20_000 }));
    await world.pass(0);
    expect(asked.map(retryOf)).toEqual([30, 30]);
  });

  it("ends its pause even if no process lives that long", async () => {
    const { world, member } = await create();
    await member.slowDown("up", 60);
    for (let life = 0; life < 6; life += 1) {
      const next = world.member();
      for (let second = 0; second < 20; second += 1) {
        next.ask("up");
        await world.pass(1_000);
      }
      next.kill();
    }
    const [, afterwards = Infinity] = world.given.up ?? [];
    expect(afterwards).toBeGreaterThan(2 * MINUTE_MS);
    expect(afterwards).toBeLessThan(2 * MINUTE_MS + 30_000);
  });

  it("goes on with one token at half the rate", async () => {
    const { world, member } = await create();
    await member.slowDown("up", 10);
    await world.pass(10_000);
    const asked = ask(member, 5, { waitMs: 7_000 });
    await world.pass(7_000);
    expect(served(asked)).toBe(4);
    expect(member.state()[0]).toMatchObject({ rate: 0.5, configuredRate: 1 });
  });

  it("goes on at half the rate in processes that heard of it late", async () => {
    const world = createWorld(options);
    const [member, other] = [world.member(), world.member()];
    for (const one of [member, other]) one.ask("up");
    await world.pass(MINUTE_MS);
    ask(other, 10);
    await world.pass(0);
    await member.slowDown("up", 1);
    await world.pass(16_000);
    const asked = ask(other, 10);
    await world.pass(0);
    expect(served(asked)).toBe(7);
  });

  it("halves once for the complaints about one burst of calls", async () => {
    const { world, member } = await create();
    await Promise.all([member.slowDown("up", 5), member.slowDown("up", 9), member.slowDown("up")]);
    expect(member.state()[0]).toMatchObject({ rate: 0.5, pausedForSeconds: 60 });
    await world.pass(61_000);
    await member.slowDown("up");
    expect(member.state()[0]?.rate).toBe(0.25);
  });

  it("never falls below a sixteenth, and comes back by 5 % a clean minute", async () => {
    const { world, member } = await create();
    for (let complaint = 0; complaint < 8; complaint += 1) {
      await member.slowDown("up", 1);
      await world.pass(1_000);
    }
    expect(member.state()[0]?.rate).toBe(1 / 16);
    await world.pass(MINUTE_MS - 1_000);
    expect(member.state()[0]?.rate).toBe(1 / 16);
    await world.pass(1_000);
    expect(member.state()[0]?.rate).toBeCloseTo(1 / 16 + 0.05);
    await world.pass(17 * MINUTE_MS);
    expect(member.state()[0]?.rate).toBeCloseTo(1 / 16 + 0.9);
    await world.pass(MINUTE_MS);
    expect(member.state()[0]?.rate).toBe(1);
  });
});
