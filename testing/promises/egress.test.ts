import { existsSync, readFileSync } from "node:fs";
import { hostname, platform } from "node:os";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { KEY_PREFIX } from "../../lib/cache/stores/redis.ts";
import { endpoints } from "../../lib/routes/index.ts";
import { openFront } from "../served.ts";
import { useRedis } from "../use-redis.ts";
import { profileOf, openWorld, withWorld, type TestWorld } from "../world.ts";

const egressesOf = ({ sandbox }: TestWorld) => [
  ...new Set(sandbox.control.calls().last.map(({ address }) => address)),
];

// Only Linux has all of 127.0.0.0/8.
describe.runIf(platform() === "linux")("a service with several egress addresses", () => {
  const env = () => ({ EGRESS_ADDRESSES: "127.0.0.2,127.0.0.3", UPSTREAM_RATE_FACTOR: "1" });

  it("calls from all of them, each within its own rate limit", () =>
    withWorld(async (own) => {
      // The bucket of one has tokens for six names when it is new.
      for (let player = 1; player <= 9; player += 1) {
        await profileOf(own, `username=Extra_${player}&type=java`);
      }
      expect(egressesOf(own).toSorted()).toEqual(["127.0.0.2", "127.0.0.3"]);
      const metrics = Buffer.from((await own.request("/api/metrics")).bytes).toString();
      for (const egress of [1, 2]) {
        expect(metrics).toContain(
          `nametag_budget_rate{bucket="minecraftservices",egress="${egress}"} 0.5`,
        );
      }
    }, env));

  it("pauses one that is rate limited, and continues with the other", () =>
    withWorld(async (own) => {
      const sessions = "mojang-session.profile";
      own.sandbox.control.fault({ route: sessions, fault: { kind: "throttle" }, times: 1 });
      const statuses: number[] = [];
      for (let player = 1; player <= 3; player += 1) {
        statuses.push((await own.request(`/api?username=Extra_${player}&type=java`)).status);
      }
      expect(statuses).toEqual([502, 200, 200]);
      const [refused, ...others] = own.sandbox.control
        .calls()
        .last.filter(({ route }) => route === sessions)
        .map(({ address }) => address);
      expect(others).not.toContain(refused);
    }, env));
});

const { connectOther, redis } = useRedis("test");

const SESSIONS = "mojang-session";
/** What the budget of each egress holds; nothing comes in while the test runs. */
const TOKENS = 10;
const uuidOf = (player: number) => `e0000000000040008000${player.toString(16).padStart(12, "0")}`;

/** Two instances on one Redis and one sandbox, which call from these egresses. */
async function openPair(names: readonly [string, string]) {
  const other = await connectOther();
  const at = Date.now();
  const state = { tokens: TOKENS, at, changedAt: at, pausedUntil: 0, rate: 0.001 };
  const bucket = JSON.stringify({ ...state, tooMuch: 0, refusals: 0 });
  for (const name of names) {
    await other.set(`${KEY_PREFIX}:budget:v3:${name}/${SESSIONS}`, bucket);
  }
  const env = {
    REDIS_URL: redis().url,
    UPSTREAM_RATE_FACTOR: "1",
    UPSTREAM_RATES: `${SESSIONS}=0.001-0.001`,
  };
  const [first, second] = names;
  const world = await openWorld(() => ({ ...env, EGRESS_NAME: first }));
  const services = world.another({ EGRESS_NAME: second });
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
  const loaded = () =>
    world.sandbox.control.calls().last.filter(({ route }) => route === `${SESSIONS}.profile`)
      .length;
  return { request, loaded };
}

describe("two instances on one Redis", () => {
  it.each([
    ["with one egress name spend one budget", ["office", "office"], TOKENS],
    ["with two egress names spend twice as much", ["office", "attic"], 2 * TOKENS],
  ] as const)("%s", async (_, names, carried) => {
    const { request, loaded } = await openPair(names);
    const burst = Array.from({ length: 3 * TOKENS }, (__, player) =>
      request(player % 2, player + 1),
    );
    const statuses = await Promise.all(burst);
    expect(statuses.filter((status) => status === 200)).toHaveLength(carried);
    expect(statuses.filter((status) => status === 502)).toHaveLength(3 * TOKENS - carried);
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
    const addresses = ["127.0.0.2", "127.0.0.3"];
    const world = await openWorld(() => ({
      REDIS_URL: redis().url,
      EGRESS_ADDRESSES: addresses.join(","),
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
      ...addresses,
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
    const metrics = await (await fetch(`${url}/api/metrics`)).text();
    expect(metrics).toMatch(/nametag_budget_rate\{bucket="[^"]+",egress="[12]"\}/);
    expect(metrics).not.toContain("127.0.0.");
  });
});
