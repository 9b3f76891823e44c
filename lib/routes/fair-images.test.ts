import { setMaxListeners } from "node:events";
import { Agent, request } from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import { drawView, type DrawView } from "../textures/view.ts";
import { openFront, type Served } from "../../testing/served.ts";
import { createTestClock, type TestClock } from "../../testing/test-clock.ts";
import { useWorld } from "../../testing/world.ts";

/** More than may wait, of the largest images. */
const FLOOD = 300;
const OTHERS = 40;
const LOU = "username=Lantern_Lou&type=java";
const TESS = "username=Tinker_Tess&type=java";
const FLOODER = "2001:db8:1:2::1";
/** In the same /64, which is one client. */
const SAME_CLIENT = "2001:db8:1:2:ffff::9";
const OTHER_CLIENT = "2001:db8:1:3::1";
/** How long an image may wait to be drawn. */
const WAIT_MS = 5_000;

const world = useWorld();
const agent = new Agent({ maxSockets: Infinity });
let front: Served;
let clock: TestClock;
/** Drawing goes on when this is called. */
let letGo: () => void;
/** How many views were begun. */
let drawn: number;
let refusals: number;

/** Nothing is drawn at first, so that what is requested has to wait; and none is in memory. */
beforeEach(async () => {
  const held = new Promise<void>((resolve) => (letGo = resolve));
  drawn = 0;
  const drawOnce: DrawView = async (textures, options) => {
    drawn += 1;
    await held;
    // Small, so that a flood of the largest is soon over.
    return drawView(textures, { ...options, size: 16 });
  };
  clock = createTestClock({ startedAt: Date.now() });
  const services = world.another({}, { drawView: drawOnce, clock });
  front = await openFront({ ...world, services }, { trustedHops: 1 });
  // Both are known, so that no provider is waited for; with a clock that stands still, one might be for ever.
  for (const player of [LOU, TESS]) {
    await world.request(`/head?${player}`);
    await statusOf(`/head?${player}`, "198.51.100.1");
  }
  refusals = 0;
  return () => services.close();
});

/** The status of an image that this client requests, through a proxy; 0 once it has left. */
function statusOf(target: string, client: string, signal?: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "x-forwarded-for": client };
    const sent = request(front.url + target, { agent, headers }, (response) => {
      const { statusCode = 0 } = response;
      if (statusCode === 503) refusals += 1;
      response.resume().on("end", () => resolve(statusCode));
    });
    signal?.addEventListener("abort", () => {
      sent.destroy();
      resolve(0);
    });
    sent.on("error", reject).end();
  });
}

const allOf = (targets: readonly string[], client: string, signal?: AbortSignal) =>
  targets.map((target) => statusOf(target, client, signal));

/** Each is new: images in memory take no turn. */
let made = 0;
function views(player: string, count: number): string[] {
  return Array.from({ length: count }, () => {
    made += 1;
    const view = ["front", "back", "left", "right", "iso"][made % 5];
    return `/body?view=${view}&size=${32 + (Math.floor(made / 5) % 480)}&${player}`;
  });
}
/** All of the same size. */
function cameras(player: string, count: number): string[] {
  return Array.from({ length: count }, () => {
    made += 1;
    const [yaw, pitch] = [5 * (made % 36), 5 * (Math.floor(made / 36) % 18)];
    const pose = Math.floor(made / 648) % 2 === 0 ? "walking" : "waving";
    return `/body?yaw=${yaw}&pitch=${pitch}&pose=${pose}&size=1024&${player}`;
  });
}
function webpHeads(player: string, count: number): string[] {
  return Array.from({ length: count }, () => {
    made += 1;
    const [size, overlay] = [8 + (made % 500), Math.floor(made / 500) % 2 === 0];
    return `/head?format=webp&size=${size}&overlay=${overlay}&${player}`;
  });
}

describe("while one client requests more new images than may wait", () => {
  it.each([
    ["views", views],
    ["WebP heads", webpHeads],
  ])("another gets all of its own: %s", async (_, images) => {
    const flooding = allOf(cameras(LOU, FLOOD), FLOODER);
    await expect.poll(() => refusals).toBeGreaterThan(0);
    const before = refusals;
    const others = allOf(images(TESS, OTHERS), OTHER_CLIENT);
    // They take the room of others.
    await expect.poll(() => refusals).toBeGreaterThan(before);
    letGo();
    expect(await Promise.all(others)).toEqual(Array(OTHERS).fill(200));
    expect(new Set(await Promise.all(flooding))).toEqual(new Set([200, 503]));
  });

  it("another gets those that the first has requested already", async () => {
    const wanted = cameras(LOU, FLOOD);
    const flooding = allOf(wanted, FLOODER);
    const others = allOf(wanted.slice(-OTHERS), OTHER_CLIENT);
    await expect.poll(() => refusals).toBeGreaterThan(0);
    letGo();
    expect(await Promise.all(others)).toEqual(Array(OTHERS).fill(200));
    await Promise.all(flooding);
  });

  it("other addresses of its IPv6 network get no more", async () => {
    const flooding = allOf(cameras(LOU, FLOOD), FLOODER);
    await expect.poll(() => refusals).toBeGreaterThan(0);
    const more = await Promise.all(allOf(cameras(TESS, OTHERS), SAME_CLIENT));
    expect(more).toEqual(Array(OTHERS).fill(503));
    const other = allOf(cameras(TESS, 1), OTHER_CLIENT);
    letGo();
    expect(await Promise.all(other)).toEqual([200]);
    await Promise.all(flooding);
  });
});

describe("an image that waits to be drawn", () => {
  it("is not drawn for clients that have left, whatever their number", async () => {
    const leaving = new AbortController();
    setMaxListeners(FLOOD, leaving.signal);
    const flood = cameras(LOU, FLOOD).map((target, at) =>
      statusOf(target, `2001:db8:2:${(at % 100).toString(16)}::1`, leaving.signal),
    );
    await expect.poll(() => refusals).toBeGreaterThan(0);
    const begun = drawn;
    leaving.abort();
    await Promise.all(flood);
    await expect.poll(() => front.connections()).toBe(0);
    const other = statusOf(views(TESS, 1)[0] ?? "", OTHER_CLIENT);
    letGo();
    expect(await other).toBe(200);
    expect(drawn).toBe(begun + 1);
  });

  it("is drawn for those who still wait, when the one that requested it first has left", async () => {
    const flooding = allOf(cameras(LOU, 8), FLOODER);
    await expect.poll(() => drawn).toBeGreaterThan(0);
    const [wanted = ""] = views(TESS, 1);
    const leaving = new AbortController();
    const first = statusOf(wanted, FLOODER, leaving.signal);
    const second = statusOf(wanted, OTHER_CLIENT);
    await expect.poll(() => front.connections()).toBe(10);
    leaving.abort();
    expect(await first).toBe(0);
    await expect.poll(() => front.connections()).toBe(9);
    letGo();
    expect(await second).toBe(200);
    expect(await Promise.all(flooding)).toEqual(Array(8).fill(200));
    expect(drawn).toBe(9);
  });

  it("is refused when it has waited for too long", async () => {
    const waiting = allOf(cameras(LOU, 8), FLOODER);
    await expect.poll(() => drawn).toBeGreaterThan(0);
    const begun = drawn;
    await expect.poll(() => front.connections()).toBe(8);
    clock.advance(WAIT_MS - 1);
    const late = statusOf(cameras(TESS, 1)[0] ?? "", OTHER_CLIENT);
    await expect.poll(() => front.connections()).toBe(9);
    clock.advance(1);
    await expect.poll(() => refusals).toBe(8 - begun);
    letGo();
    expect(await late).toBe(200);
    expect((await Promise.all(waiting)).filter((status) => status === 200)).toHaveLength(begun);
  });
});
