import { describe, expect, it } from "vitest";
import { type Fault } from "../../sandbox/faults/fault.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import { openWorld, type TestWorld } from "../../testing/world.ts";
import { statusBody } from "../contract/status.ts";
import { sources } from "./skin-services.fixture.ts";

const ODD = Array.from({ length: 12 }, (_, index) => index + 1);
const HEALTHY = Array.from({ length: 8 }, (_, index) => index + 101);

const uuidOf = (number: number) => `e0000000000040008000${number.toString(16).padStart(12, "0")}`;
const hashOf = (number: number) => `d${number.toString(16).padStart(63, "0")}`;
/** A player whom the skin services know, of fifteen. */
const guestOf = (number: number) =>
  `e0e0e0e0e0e04e0e8e0e0e0e0e0e0e${number.toString(16).padStart(2, "0")}`;

const page = (status: number): Fault => ({
  kind: "status",
  status,
  body: "<html><body>Nothing here</body></html>",
  contentType: "text/html",
});
const json = (status: number, value: unknown): Fault => ({
  kind: "status",
  status,
  body: JSON.stringify(value),
});
const jpeg: Fault = {
  kind: "status",
  status: 200,
  body: "\u00ff\u00d8",
  contentType: "image/jpeg",
};

interface Case {
  /** The odd answer about one player, by provider. */
  fault: Fault;
  routes: string[];
  /** In the requests about the odd player. */
  match: (number: number) => string;
  odd: (number: number) => string;
  healthy: (number: number) => string;
  /** The claims that may be made about the odd one; unless they are given, only that it is not known. */
  statuses?: number[];
  environment?: Record<string, string>;
}

const byUuid = (number: number) => `/api?uuid=${uuidOf(number)}&type=java`;
const byName = (number: number) => `/api?username=Extra_${number}&type=java`;
const byGamertag = (number: number) => `/api?username=Extra+${number}&type=bedrock`;
const skin = (number: number) => `/skin?username=${uuidOf(number)}`;

const session = (fault: Fault): Case => ({
  fault,
  routes: ["mojang-session.profile"],
  match: uuidOf,
  odd: byUuid,
  healthy: byUuid,
});
const texture = (fault: Fault): Case => ({
  fault,
  routes: ["mojang-textures.texture"],
  match: hashOf,
  odd: (number) => `/skin?texture=${hashOf(number)}`,
  healthy: skin,
});
const name = (fault: Fault): Case => ({
  fault,
  routes: ["mojang-api.name", "mojang-legacy.name"],
  match: (number) => `Extra_${number}`,
  odd: byName,
  healthy: byName,
  // Or it would have them all.
  environment: { PLAYERDB_URL: "off" },
});
const gamertag = (fault: Fault): Case => ({
  fault,
  routes: ["geyser.xuid"],
  match: (number) => `Extra ${number}`,
  odd: byGamertag,
  healthy: byGamertag,
});

const CASES: [string, Case][] = [
  ["a profile with an empty name", session({ kind: "other-values", values: { name: "" } })],
  ["a profile that is no JSON", session({ kind: "not-json" })],
  ["a profile of another player", session({ kind: "wrong-identity" })],
  ["a web page in place of a profile", session(page(200))],
  ["a redirect in place of a profile", session({ kind: "redirect", location: "/elsewhere" })],
  ["a profile without an end", session({ kind: "huge" })],
  ["a web page for a hash", texture(page(404))],
  ["403 for a hash", texture(page(403))],
  ["401 for a hash", texture(json(401, {}))],
  ["500 for a hash", texture(page(500))],
  ["JSON for a hash", texture(json(200, {}))],
  ["a JPEG for a hash", { ...texture(jpeg), statuses: [404] }],
  ["another account for a name", name({ kind: "wrong-identity" })],
  ["an account without an id", name(json(200, { name: "Extra_1" }))],
  ["403 for a profile", session(page(403))],
  ["500 for a profile", session(json(500, {}))],
  ["half a profile", session({ kind: "truncate" })],
  ["403 for a name", name(page(403))],
  ["401 for a name", name(json(401, {}))],
  ["403 for a gamertag", gamertag(page(403))],
  [
    "500 for a gamertag",
    { ...gamertag(json(500, {})), routes: ["geyser.xuid", "playerdb.bedrock"] },
  ],
  ["404 with a message for a gamertag", gamertag(json(404, { message: "Not Found" }))],
];

async function statusesOf(world: TestWorld, targets: string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const target of targets) statuses.push((await world.request(target)).status);
  return statuses;
}

const ALL_FOUND = HEALTHY.map(() => 200);

describe("what a provider says of some players is about them", () => {
  it.each(CASES)("%s", async (_, { fault, routes, match, odd, healthy, ...given }) => {
    // Whoever has another provider is found there; nobody is unknown.
    const { environment = {}, statuses = [200, 502] } = given;
    const world = await openWorld(() => environment);
    for (const route of routes) {
      for (const number of ODD) {
        world.sandbox.control.fault({ route, fault, match: `${match(number)}\n` });
      }
    }
    const odds = await statusesOf(world, ODD.map(odd));
    expect(odds.filter((status) => !statuses.includes(status))).toEqual([]);
    expect(await statusesOf(world, HEALTHY.map(healthy))).toEqual(ALL_FOUND);
  });

  it("but one that refuses five of them over three seconds gets few more requests", async () => {
    const clock = createTestClock();
    const world = await openWorld(undefined, { clock });
    const { control } = world.sandbox;
    control.fault({ route: "mojang-textures.texture", fault: page(403), times: 6 });
    const statuses: (number | undefined)[][] = [];
    for (const number of [...HEALTHY, ...ODD]) {
      const { status } = await world.request(skin(number), { client: `192.0.2.${number}` });
      statuses.push([status, control.count("mojang-textures.texture")]);
      clock.advance(750);
    }
    expect(statuses.slice(0, 12)).toEqual([
      ...[1, 2, 3, 4, 5].map((count) => [502, count]),
      // It is open, and lets one through after one second, and the next after two more.
      [502, 5],
      [502, 6],
      [502, 6],
      [502, 6],
      [200, 7],
      [200, 8],
      [200, 9],
    ]);
    // One of them opened it, which halves the rate once, and pauses nothing.
    const { providers } = statusBody.parse((await world.request("/api/status")).json());
    const store = providers.find(({ name: of }) => of === "mojang-textures");
    expect(store).toMatchObject({ state: "slowed", rate: 20_000 / 2 });
  });

  it.each<[string, Fault, number]>([
    ["has no end", { kind: "huge" }, 502],
    ["is a JPEG", jpeg, 200],
    ["is refused", page(403), 502],
  ])("at a skin service: a texture that %s", async (_, fault, said) => {
    const world = await openWorld(sources("before"));
    const { control, url } = world.sandbox;
    for (const number of ODD.slice(0, 6)) {
      const at = `${url}/injector/textures/odd${number}`;
      const named = { kind: "bad-textures", variant: "url", url: at } as const;
      control.fault({ route: "injector.profile", fault: named, match: guestOf(number) });
    }
    control.fault({ route: "injector.texture", fault, match: "/odd" });
    const targets = ODD.map((number) => `/skin?username=${guestOf(number)}`);
    expect(await statusesOf(world, targets)).toEqual(
      ODD.map((number) => (number > 6 ? 200 : said)),
    );
    expect(await statusesOf(world, ["/skin?username=Willow_Wisp"])).toEqual([200]);
    // The kind of the service is found out once.
    expect(control.count("injector.metadata")).toBe(1);
  });

  it.each<[string, Fault]>([
    ["is refused by a firewall", page(403)],
    ["makes no sense", json(200, {})],
    ["is another player", { kind: "wrong-identity" }],
  ])("at a skin service: a profile that %s", async (_, fault) => {
    const world = await openWorld(sources("before"));
    const { control } = world.sandbox;
    const odd = ODD.slice(0, 4);
    for (const number of odd) {
      control.fault({ route: "injector.profile", fault, match: guestOf(number) });
    }
    const healthy = ["Willow_Wisp", ...ODD.slice(4).map(guestOf)];
    expect(await statusesOf(world, ["/api?username=Borrowed_Bea"])).toEqual([200]);
    await statusesOf(
      world,
      odd.map((number) => `/api?uuid=${guestOf(number)}`),
    );
    const targets = healthy.map((player) => `/api?username=${player}`);
    expect(await statusesOf(world, targets)).toEqual(healthy.map(() => 200));
    expect(control.count("injector.metadata")).toBe(1);
  });
});
