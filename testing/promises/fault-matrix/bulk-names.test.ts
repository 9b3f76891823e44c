import { expect, it } from "vitest";
import type { Fault } from "../../../sandbox/faults/fault.ts";
import { profileBody } from "../../../lib/contract/profile.ts";
import { withWorld, type TestWorld } from "../../world.ts";
import { FAULTS, type FaultName } from "./faults.ts";

const NAMES = ["Tinker_Tess", "QuietQuill", "NoodleKnight", "Midnight_Mei", "Bea"];
/** Tokens refill slowly enough for names to gather, and fast enough for other providers to be called in time. */
const FACTOR = "5";

function withSlowTokens(test: (world: TestWorld) => Promise<void>): Promise<void> {
  return withWorld(test, () => ({ UPSTREAM_RATE_FACTOR: FACTOR }));
}

/** One fault for each kind of failure; what else causes one is tested in `providers/upstream/request.test.ts`. */
const KINDS: readonly FaultName[] = [
  "dropped connection",
  "429 with Retry-After",
  "403 in HTML",
  "500",
  "404 in HTML",
  "200 with {}",
  "response about another player",
];

function bulkFaults(): [string, Fault][] {
  return FAULTS.flatMap(({ name, does }) =>
    !KINDS.includes(name) || "server" in does ? [] : [[name, does]],
  );
}

/** The names of the players that were found, and the statuses of the other responses. */
async function requestAll(world: TestWorld, names = NAMES): Promise<(string | undefined)[]> {
  const replies = await Promise.all(
    names.map((name) => world.request(`/api?username=${name}&type=java`)),
  );
  return replies.map((reply) =>
    reply.status === 200 ? profileBody.parse(reply.json()).java?.username : `${reply.status}`,
  );
}

it("five names at once are sent in fewer calls than names", () =>
  withSlowTokens(async (world) => {
    expect(await requestAll(world)).toEqual(NAMES);
    expect(world.sandbox.control.count("mojang-api.bulk")).toBeGreaterThan(0);
  }));

it.concurrent.each(bulkFaults())(
  "names sent together are neither unknown nor another player's after: %s",
  (_, fault) =>
    withSlowTokens(async (world) => {
      world.sandbox.control.fault({ route: "mojang-api.bulk", fault });
      expect(await requestAll(world)).toEqual(NAMES);
      expect(world.sandbox.control.count("mojang-api.bulk")).toBeGreaterThan(0);
    }),
);

it("elements that make no sense fail no other name, and the next host has the rest", () =>
  withSlowTokens(async (world) => {
    const { control } = world.sandbox;
    const [odd, ...others] = control
      .players()
      .flatMap(({ java }) => java ?? [])
      .filter(({ name }) => NAMES.includes(name))
      .map(({ uuid: id, name }) => ({ id, name }));
    const body = JSON.stringify([...others, { ...odd, id: `${odd?.id}00` }, null]);
    control.fault({ route: "mojang-api.bulk", fault: { kind: "status", status: 200, body } });
    control.fault({ route: "mojang-legacy.bulk", fault: { kind: "drop" } });
    control.fault({ route: "playerdb.*", fault: { kind: "drop" } });
    expect(await requestAll(world)).toEqual(NAMES);
    expect(control.count("mojang-api.bulk")).toBeGreaterThan(0);
  }));

it("a name that is missing from a valid bulk response is unknown, and the others are found", () =>
  withSlowTokens(async (world) => {
    const found = await requestAll(world, [...NAMES, "nobody_at_all"]);
    expect(found).toEqual([...NAMES, "404"]);
  }));
