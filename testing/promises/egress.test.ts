import { existsSync, readFileSync } from "node:fs";
import { hostname, platform } from "node:os";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { endpoints } from "../../lib/routes/index.ts";
import { openFront } from "../served.ts";
import { useRedis } from "../use-redis.ts";
import { openWorld } from "../world.ts";

const { redis } = useRedis("test");

const SESSIONS = "mojang-session.profile";
/** With this factor, a new budget has one token, and no other comes in while the test runs. */
const FACTOR = "0.001";
const uuidOf = (player: number) => `e0000000000040008000${player.toString(16).padStart(12, "0")}`;

/** Two instances on one Redis and one sandbox, with these names of their egress. */
async function openPair([first, second]: readonly [string?, string?]) {
  const env = { REDIS_URL: redis().url, UPSTREAM_RATE_FACTOR: FACTOR };
  const named = (name: string | undefined) => (name === undefined ? {} : { EGRESS_NAME: name });
  const world = await openWorld(() => ({ ...env, ...named(first) }));
  const services = world.another({ ...env, ...named(second) });
  onTestFinished(() => services.close());
  const fronts = [await openFront(world), await openFront({ ...world, services })];
  for (const { stores } of [world.services, services]) {
    // A first look that came too soon, or took too long on a busy machine, is repeated after 5 s.
    await vi.waitFor(() => stores.coordination.get("connected"), { timeout: 10_000 });
  }
  const request = async (instance: number, player: number) => {
    const url = `${fronts[instance]?.url}/api?uuid=${uuidOf(player)}&type=java`;
    return (await fetch(url)).status;
  };
  const loaded = () => world.sandbox.control.count(SESSIONS);
  return { request, loaded };
}

describe("two instances on one Redis", () => {
  it.each([
    ["with one egress name spend one budget", ["office", "office"], 1],
    ["with two egress names spend twice as much", ["office", "attic"], 2],
    ["without a name, on one machine, spend one budget", [], 1],
  ] as const)("%s", async (_, names, carried) => {
    const { request, loaded } = await openPair(names);
    const burst = Array.from({ length: 6 }, (__, player) => request(player % 2, player + 1));
    const statuses = await Promise.all(burst);
    expect(statuses.filter((status) => status === 200)).toHaveLength(carried);
    expect(statuses.filter((status) => status === 502)).toHaveLength(burst.length - carried);
    expect(loaded()).toBe(carried);
  });

  it("with two egress names load a player once", async () => {
    const { request, loaded } = await openPair(["office", "attic"]);
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, at) => request(at % 2, 1)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(loaded()).toBe(1);
  });
});

const MACHINE_ID = "/etc/machine-id";

describe.runIf(platform() === "linux")("what everyone may read", () => {
  it.each([
    ["without a name", undefined],
    ["with a name", "attic-203.0.113.7"],
  ])("names no address and no machine %s", async (_, name) => {
    const world = await openWorld(() => ({
      REDIS_URL: redis().url,
      ...(name !== undefined && { EGRESS_NAME: name }),
    }));
    const { url } = await openFront(world);
    for (const query of ["username=Lantern_Lou", "username=Tinker_Tess&type=java"]) {
      expect((await fetch(`${url}/api?${query}`)).status).toBe(200);
    }
    world.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    const targets = new Set([
      ...endpoints.map(({ path }) => path.split("?")[0] ?? ""),
      "/api/health",
      "/api/ready",
      "/api/metrics",
      "/api/status",
      "/nowhere",
      "/openapi.json",
      "/api?recent=1",
      "/api?social=1",
      "/api?username=Extra_1",
      "/api?username=Extra_2&update=true",
      "/head?username=Extra_3",
    ]);
    const secrets = [
      hostname(),
      ...(name === undefined ? [] : [name]),
      ...(existsSync(MACHINE_ID) ? [readFileSync(MACHINE_ID, "utf8").trim()] : []),
    ];
    for (const target of targets) {
      const reply = await fetch(url + target);
      const text = `${JSON.stringify([...reply.headers])} ${await reply.text()}`;
      const words = new Set(text.split(/[^\w.:-]+/));
      expect([target, secrets.filter((secret) => words.has(secret))]).toEqual([target, []]);
    }
  });
});
