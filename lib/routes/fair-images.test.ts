import { Agent, request } from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import { drawView } from "../textures/view.ts";
import { openFront, type Served } from "../testing/served.ts";
import { useWorld } from "../testing/world.ts";
import type { DrawView } from "./drawing.ts";

const FLOOD = 600;
const OTHERS = 40;
const LOU = "username=Lantern_Lou&type=java";
const TESS = "username=Tinker_Tess&type=java";
const FLOODER = "2001:db8:1:2::1";
/** In the same /64, which is one client. */
const SAME_CLIENT = "2001:db8:1:2:ffff::9";
const OTHER_CLIENT = "2001:db8:1:3::1";

const world = useWorld();
const agent = new Agent({ maxSockets: Infinity });
let front: Served;
/** Drawing goes on when this is called. */
let letGo: () => void;
let refusals: number;

/** Nothing is drawn at first, so that what is requested has to wait; and none is in memory. */
beforeEach(async () => {
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const draw: DrawView = (...view) => held.then(() => drawView(...view));
  const services = world.another({}, { draw });
  front = await openFront({ ...world, services }, { trustedHops: 1 });
  // Both are known, so that no provider is waited for.
  for (const player of [LOU, TESS]) await statusOf(`/head?${player}`, "198.51.100.1");
  refusals = 0;
  return () => services.close();
});

/** The status of an image that this client requests, through a proxy. */
function statusOf(target: string, client: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "x-forwarded-for": client };
    const sent = request(front.url + target, { agent, headers }, (response) => {
      const { statusCode = 0 } = response;
      if (statusCode === 503) refusals += 1;
      response.resume().on("end", () => resolve(statusCode));
    });
    sent.on("error", reject).end();
  });
}

const allOf = (targets: readonly string[], client: string) =>
  targets.map((target) => statusOf(target, client));

/** Each is new: images in memory take no turn. */
let made = 0;
function views(player: string, count: number): string[] {
  return Array.from({ length: count }, () => {
    made += 1;
    const view = ["front", "back", "left", "right", "iso"][made % 5];
    return `/body?view=${view}&size=${32 + (Math.floor(made / 5) % 480)}&${player}`;
  });
}
function cameras(player: string, count: number): string[] {
  return Array.from({ length: count }, () => {
    made += 1;
    const [yaw, pitch] = [5 * (made % 36), 5 * (Math.floor(made / 36) % 18)];
    const pose = Math.floor(made / 648) % 2 === 0 ? "walking" : "waving";
    return `/body?yaw=${yaw}&pitch=${pitch}&pose=${pose}&size=64&${player}`;
  });
}
let encoded = 0;
function webpHeads(player: string, count: number): string[] {
  return Array.from({ length: count }, () => {
    encoded += 1;
    const [size, overlay] = [8 + (encoded % 500), Math.floor(encoded / 500) % 2 === 0];
    return `/head?format=webp&size=${size}&overlay=${overlay}&${player}`;
  });
}

/** All slots are taken by views, which are held. */
const floodOf = (images: typeof views) => [...views(LOU, 8), ...images(LOU, FLOOD)];

it.each([
  ["views", views],
  ["cameras", cameras],
  ["WebP heads", webpHeads],
])("while one client requests 600 new %s, another gets all of its own", async (_, images) => {
  const flooding = allOf(floodOf(images), FLOODER);
  await expect.poll(() => refusals).toBeGreaterThan(0);
  const others = allOf(images(TESS, OTHERS), OTHER_CLIENT);
  // As many are refused for them.
  const before = refusals;
  await expect.poll(() => refusals).toBeGreaterThan(before + OTHERS - 1);
  letGo();
  expect(await Promise.all(others)).toEqual(Array(OTHERS).fill(200));
  expect(new Set(await Promise.all(flooding))).toEqual(new Set([200, 503]));
});

describe("while one client requests 600 new images", () => {
  it("another gets those that the first has requested already", async () => {
    const wanted = floodOf(views);
    const flooding = allOf(wanted, FLOODER);
    const others = allOf(wanted.slice(-OTHERS), OTHER_CLIENT);
    await expect.poll(() => refusals).toBeGreaterThan(0);
    letGo();
    expect(await Promise.all(others)).toEqual(Array(OTHERS).fill(200));
    await Promise.all(flooding);
  });

  it("other addresses of its IPv6 network get no more", async () => {
    const flooding = allOf(floodOf(views), FLOODER);
    await expect.poll(() => refusals).toBeGreaterThan(0);
    const more = await Promise.all(allOf(views(TESS, OTHERS), SAME_CLIENT));
    expect(more).toEqual(Array(OTHERS).fill(503));
    const other = allOf(views(TESS, 1), OTHER_CLIENT);
    letGo();
    expect(await Promise.all(other)).toEqual([200]);
    await Promise.all(flooding);
  });
});
