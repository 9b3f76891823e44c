import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { profileBody } from "../../../lib/contract/profile.ts";
import { createTestWorld, type TestReply, type TestWorld } from "../../world.ts";
import { createTestClock, type TestClock } from "./clock.ts";

const TESS = "a9a041d770424d1bbe1e5c603300460c";
const LOU = "dfb83a479bf3469583e7bdc34c28fa4e";
const HOUR = 3_600_000;

const PROFILE = `/api?username=${TESS}&type=java`;
const BY_NAME = "/api?username=Tinker_Tess&type=java";
const HEAD = `/head?username=${TESS}`;
const UNKNOWN = "/api?username=Nobody_Yet&type=java";

let clock: TestClock;
let world: TestWorld;

beforeEach(async () => {
  clock = createTestClock();
  world = await createTestWorld();
});

afterEach(async () => {
  await world.close();
  clock.restore();
});

const JUMPS: [string, () => number][] = [
  ["an hour ahead", () => HOUR],
  ["an hour back", () => -HOUR],
  ["ten years ahead", () => 10 * 365 * 24 * HOUR],
  ["back to 1970", () => 1_000 - Date.now()],
];

/** A moment after the previous requests, so that no lease is still held. */
function setClock(jump: () => number): void {
  clock.advance(5_000);
  clock.setWall(jump());
}

/** For how many seconds a response may be cached; checks that it is not negative or too long. */
function secondsOf(reply: TestReply): number {
  const { "cache-control": control = "", age = "0" } = reply.headers;
  expect(Number(age)).toBeGreaterThanOrEqual(0);
  const seconds = Number(/max-age=(-?\d+)/.exec(control)?.[1]);
  expect(seconds).toBeGreaterThanOrEqual(0);
  return seconds;
}

async function skinOf(target: string): Promise<string | null | undefined> {
  const reply = await world.request(target);
  const { java, stale } = profileBody.parse(reply.json());
  expect([reply.status, stale]).toEqual([200, false]);
  expect(secondsOf(reply)).toBeLessThanOrEqual(1_200);
  return java?.skin_texture;
}

async function isStale(target: string): Promise<boolean> {
  return profileBody.parse((await world.request(target)).json()).stale;
}

describe.each(JUMPS)("when the clock of the machine is set %s", (_, jump) => {
  it("a player is fetched at most once more", async () => {
    const skin = await skinOf(BY_NAME);
    const head = await world.request(HEAD);
    const { counts } = world.sandbox.control.calls();
    world.sandbox.control.clearCalls();
    setClock(jump);
    // When the clock is set back, the rate limit starts from there, and the cached player is served.
    await world.request(BY_NAME);
    clock.advance(1_000);
    await expect.poll(() => isStale(BY_NAME), { timeout: 10_000 }).toBe(false);
    for (let round = 0; round < 3; round += 1) {
      expect(await skinOf(BY_NAME)).toBe(skin);
      expect(await skinOf(PROFILE)).toBe(skin);
      const again = await world.request(HEAD);
      expect([again.status, again.bytes]).toEqual([200, head.bytes]);
      expect(secondsOf(again)).toBeLessThanOrEqual(1_200);
    }
    for (const [route, count] of Object.entries(world.sandbox.control.calls().counts)) {
      expect([route, count]).toEqual([route, Math.min(count, counts[route] ?? 0)]);
    }
  });

  it("nothing stays fresh longer than intended", async () => {
    await skinOf(PROFILE);
    expect((await world.request(UNKNOWN)).status).toBe(404);
    setClock(jump);
    world.sandbox.control.change(TESS, { skin: LOU, name: "Nobody_Yet" });
    clock.advance(1_201_000);
    const currentSkin = await skinOf(`/api?username=${LOU}&type=java`);
    expect(await skinOf(PROFILE)).toBe(currentSkin);
    expect((await world.request(UNKNOWN)).status).toBe(200);
  });

  it("cached data is served while no provider responds, unless it is too old", async () => {
    const skin = await skinOf(PROFILE);
    setClock(jump);
    world.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    const reply = await world.request(PROFILE);
    const isTooOld = jump() > 7 * 24 * HOUR;
    expect(reply.status).toBe(isTooOld ? 502 : 200);
    if (isTooOld) return;
    expect(profileBody.parse(reply.json()).java?.skin_texture).toBe(skin);
    expect(secondsOf(reply)).toBe(0);
  });
});
