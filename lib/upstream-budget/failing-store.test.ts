import { describe, expect, it } from "vitest";
import {
  request,
  createFullWorld,
  createWorld,
  excessOf,
  isServed,
  retryOf,
  served,
} from "./world.fixture.ts";

const allowance = { rate: 1, burst: 10 };
const create = () => createFullWorld({ allowances: { up: allowance } });

describe("a budget whose store fails", () => {
  it("gives a quarter of its rate from memory", async () => {
    const { world, member } = await create();
    world.be("failing");
    const before = world.given.up?.length ?? 0;
    for (let second = 0; second < 100; second += 1) {
      request(member, 2, { waitMs: 5_000 });
      await world.pass(1_000);
    }
    const more = (world.given.up?.length ?? 0) - before;
    expect(more).toBeGreaterThanOrEqual(24);
    expect(more).toBeLessThanOrEqual(25);
    expect(member.state()[0]).toMatchObject({ storeFails: true, rate: 0.25 });
  });

  it("refuses in time all the same", async () => {
    const { world, member } = await create();
    world.be("failing");
    const [requested] = request(member, 1, { waitMs: 200 });
    await world.pass(200);
    expect(requested && retryOf(requested)).toBe(4);
  });

  it("keeps within the bound with as many processes as it knows of", async () => {
    const world = createWorld({ allowances: { up: allowance }, processes: 4 });
    const members = Array.from({ length: 4 }, () => world.member());
    for (const member of members) request(member, 1, { waitMs: 20_000 });
    await world.pass(60_000);
    request(members[3] ?? world.member(), 10);
    await world.pass(0);
    world.be("failing");
    for (let second = 0; second < 300; second += 1) {
      for (const member of members) request(member, 2, { waitMs: 20_000 });
      await world.pass(1_000);
    }
    const given = world.given.up ?? [];
    expect(excessOf(given, allowance)).toBeLessThanOrEqual(1e-6);
    const local = given.filter((atMs) => atMs > 60_000).length;
    expect(local).toBeGreaterThan(65);
    expect(local).toBeLessThanOrEqual(75);
  });

  it("uses the store again by itself and pays back what it gave", async () => {
    const { world, member } = await create();
    world.be("failing");
    request(member, 20, { waitMs: 30_000, client: "one" });
    await world.pass(8_500);
    world.be("working");
    await world.pass(1_100);
    expect(member.state()[0]?.storeFails).toBe(false);
    // Ten were there, two of them were given before.
    expect(world.given.up).toHaveLength(1 + 2 + 8);
    expect(excessOf(world.given.up ?? [], allowance)).toBeLessThanOrEqual(1e-6);
  });

  it("keeps a pause in memory, and shares it once the store works", async () => {
    const { world, member } = await create();
    const other = world.member();
    world.be("failing");
    await member.slowDown("up", 60);
    const refused = member.request("up", { waitMs: 10_000 });
    await world.pass(10_000);
    expect(retryOf(refused)).toBe(60);
    world.be("working");
    member.request("up");
    await world.pass(0);
    const late = other.request("up", { waitMs: 10_000 });
    await world.pass(0);
    expect(retryOf(late)).toBe(50);
    expect(other.state()[0]?.rate).toBe(0.5);
  });

  it("gives the full rate again once the store works", async () => {
    const { world, member } = await create();
    request(member, 10);
    world.be("failing");
    await world.pass(30_000);
    world.be("working");
    await world.pass(30_000);
    const requested = request(member, 10);
    await world.pass(0);
    expect(served(requested)).toBe(10);
    expect(requested.every(isServed)).toBe(true);
  });
});
