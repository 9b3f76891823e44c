import { describe, expect, it } from "vitest";
import { request, createWorld, excessOf, type Member, type World } from "./world.fixture.ts";

const SESSIONS = { rate: 5, floor: 0.5, ceiling: 30, burst: 20 };
const create = () => {
  const world = createWorld({ allowances: { up: SESSIONS } });
  return { world, member: world.member() };
};

/** Takes tokens at this rate, evenly; gives up after two seconds. */
async function demand(world: World, member: Member, perSecond: number, seconds: number) {
  for (let call = 0; call < perSecond * seconds; call += 1) {
    request(member, 1, { waitMs: 2_000 });
    await world.pass(1_000 / perSecond);
  }
}

/** An upstream that refuses what is more than `limit` in any `windowMs`; called so often a second. */
async function meet(
  { limit, windowMs }: { limit: number; windowMs: number },
  perSecond: number,
  seconds: number,
) {
  const { world, member } = create();
  const passed: number[] = [];
  const refused: number[] = [];
  let seen = 0;
  for (let call = 0; call < perSecond * seconds; call += 1) {
    request(member, 1, { waitMs: 2_000 });
    await world.pass(1_000 / perSecond);
    for (const atMs of (world.given["up"] ?? []).slice(seen)) {
      seen += 1;
      // It has as many in its window as it allows if the one that far back is in it.
      if ((passed.at(-limit) ?? -Infinity) <= atMs - windowMs) {
        passed.push(atMs);
        await member.succeed("up");
      } else {
        refused.push(atMs);
        await member.slowDown("up");
      }
    }
  }
  return { passed, refused, rate: member.state()[0]?.rate ?? 0 };
}

describe("a rate with a ceiling", () => {
  it("begins at the start, and stays there while less is requested", async () => {
    const { world, member } = create();
    await demand(world, member, 4, 300);
    expect(member.state()[0]).toMatchObject({ rate: 5, configuredRate: 30 });
  });

  it("grows for loads in the background, too, which leave a part of the burst to others", async () => {
    const { world, member } = create();
    for (let call = 0; call < 24 * 90; call += 1) {
      request(member, 1, { waitMs: 2_000, priority: "background" });
      await world.pass(1_000 / 24);
    }
    expect(member.state()[0]?.rate).toBeGreaterThanOrEqual(23);
  });

  it("grows as far as is requested, within a minute and a half, which others know, also after a restart", async () => {
    const { world, member } = create();
    await demand(world, member, 24, 90);
    const { rate = 0 } = member.state()[0] ?? {};
    expect(rate).toBeGreaterThanOrEqual(24);
    expect(rate).toBeLessThanOrEqual(30);
    const before = world.given["up"]?.length ?? 0;
    await demand(world, member, 24, 60);
    expect((world.given["up"]?.length ?? 0) - before).toBe(24 * 60);
    const learned = member.state()[0]?.rate;
    member.kill();
    const next = world.member();
    request(next, 1);
    await world.pass(0);
    expect(next.state()[0]?.rate).toBe(learned);
  });

  it("settles below a limit that is a third of the known one", async () => {
    const { passed, refused, rate } = await meet({ limit: 133, windowMs: 10_000 }, 24, 600);
    expect(rate).toBeLessThan(13.4);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length / (passed.length + refused.length)).toBeLessThan(0.005);
    // It uses most of what there is.
    expect(passed.length).toBeGreaterThan(0.75 * 13.3 * 600);
  });

  it("keeps within its ceiling, whatever is requested, and uses a limit above it without a refusal", async () => {
    const { passed, refused, rate } = await meet({ limit: 400, windowMs: 10_000 }, 60, 120);
    expect([refused, rate]).toEqual([[], SESSIONS.ceiling]);
    const bound = { rate: SESSIONS.ceiling, burst: SESSIONS.burst };
    expect(excessOf(passed.slice(-1_500), bound)).toBeLessThanOrEqual(1e-6);
  });
});
