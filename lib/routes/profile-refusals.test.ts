import { describe, expect, it, vi } from "vitest";
import { statusBody } from "../contract/status.ts";
import type { Fault } from "../../sandbox/faults/fault.ts";
import { type TestClock, createTestClock } from "../../testing/promises/fault-matrix/clock.ts";
import { startLoopTime } from "../../testing/loop-time.ts";
import {
  LOU,
  type TestWorld,
  errorOf,
  profileOf,
  withStoppedClock,
  withWorld,
} from "../../testing/world.ts";
import { openTimedWorld } from "./timed-world.fixture.ts";

const REFUSALS: [string, Fault][] = [
  ["429 without Retry-After", { kind: "throttle" }],
  ["429 for 90 s", { kind: "throttle", retryAfter: 90 }],
  ["a gateway's 403", { kind: "forbidden-html" }],
];

/** A world with the allowances of everyday, in which it is later at once, by both clocks. */
async function withClock(test: (ownWorld: TestWorld, clock: TestClock) => Promise<void>) {
  const clock = createTestClock();
  try {
    await withWorld(
      (ownWorld) => test(ownWorld, clock),
      () => ({ UPSTREAM_RATE_FACTOR: "1" }),
    );
  } finally {
    clock.restore();
  }
}

const BULK_AND_NAME = ["mojang-api.name", "mojang-api.bulk"];

describe("while one of the two name hosts refuses", () => {
  it.each(REFUSALS)("(%s, once) unknown players stay unknown", (_, fault) =>
    withWorld(async (ownWorld) => {
      ownWorld.sandbox.control.fault({ route: "mojang-api.name", fault, times: 1 });
      for (const name of ["nobody_at_all", "nobody_else", "no_one_known"]) {
        const elapsed = startLoopTime();
        expect(await errorOf(ownWorld, `username=${name}&type=java`)).toMatchObject({
          status: 404,
        });
        expect(elapsed()).toBeLessThan(1_000);
      }
      // A 429 pauses it, and a 403 may mean that name alone.
      const isPaused = fault.kind === "throttle";
      expect(ownWorld.sandbox.control.count("mojang-api.*")).toBe(isPaused ? 1 : 3);
      expect(ownWorld.sandbox.control.count("mojang-legacy.name")).toBe(isPaused ? 3 : 1);
    }),
  );

  it("a name that a firewall dislikes, six times a minute, costs others nothing", async () => {
    const { world: ownWorld, clock, finish } = await openTimedWorld({ PLAYERDB_URL: "off" });
    for (const route of ["mojang-api.*", "mojang-legacy.*"]) {
      ownWorld.sandbox.control.fault({
        route,
        fault: { kind: "forbidden-html" },
        match: "wp-login",
      });
    }
    const statusOf = async (name: string, client: string) => {
      await clock.pass(1_000);
      const target = `/api?username=${name}&type=java`;
      return (await finish(ownWorld.request(target, { client }))).status;
    };
    // The burst of a new store is not what this test is about.
    await statusOf("Tinker_Tess", "192.0.2.2");
    await clock.pass(30_000);
    const statuses: number[] = [];
    for (let time = 0; time < 20; time += 1) {
      if (time % 5 === 0) await statusOf("wp-login.php", "192.0.2.1");
      statuses.push(await statusOf(`Extra_${time + 1}`, `198.51.100.${time}`));
    }
    expect(statuses).toEqual(statuses.map(() => 200));
    const { providers } = statusBody.parse((await ownWorld.request("/api/status")).json());
    const names = providers.find(({ name }) => name === "minecraftservices");
    expect(names).toMatchObject({ state: "working", rate: names?.configured_rate });
  });

  it.each(REFUSALS)("(%s) known players are found", (_, fault) =>
    withWorld(async (ownWorld) => {
      for (const route of BULK_AND_NAME) ownWorld.sandbox.control.fault({ route, fault });
      const { java } = await profileOf(ownWorld, "username=Tinker_Tess&type=java");
      expect(java?.username).toBe("Tinker_Tess");
      expect(ownWorld.sandbox.control.count("playerdb.*")).toBe(0);
    }),
  );

  it("the names of a refused bulk call go to the other host together", () =>
    withWorld(
      async (ownWorld) => {
        for (const route of BULK_AND_NAME) {
          ownWorld.sandbox.control.fault({ route, fault: { kind: "throttle" } });
        }
        const names = Array.from({ length: 30 }, (_, index) => `Extra_${index + 1}`);
        const unknown = Array.from({ length: 10 }, (_, index) => `nobody_${index + 1}`);
        const replies = await Promise.all(
          [...names, ...unknown].map((name) => ownWorld.request(`/api?username=${name}&type=java`)),
        );
        expect(replies.map(({ status }) => status)).toEqual([
          ...names.map(() => 200),
          ...unknown.map(() => 404),
        ]);
        expect(ownWorld.sandbox.control.count("mojang-legacy.bulk")).toBeGreaterThan(0);
        expect(ownWorld.sandbox.control.count("mojang-legacy.*")).toBeLessThan(30);
      },
      () => ({ UPSTREAM_RATE_FACTOR: "10" }),
    ));

  it("and the other one fails, an unknown name is a 502 and not a 404", () =>
    withWorld(async (ownWorld) => {
      ownWorld.sandbox.control.fault({ route: "mojang-api.*", fault: { kind: "throttle" } });
      ownWorld.sandbox.control.fault({ route: "mojang-legacy.*", fault: { kind: "drop" } });
      const error = await errorOf(ownWorld, "username=nobody_at_all&type=java");
      expect(error).toMatchObject({ status: 502 });
    }));
});

describe("a single refusal without Retry-After", () => {
  it.each<[string, string, string]>([
    ["at the session server", "mojang-session.profile", `/api?username=${LOU}&type=java`],
    ["at the textures host", "mojang-textures.texture", "/skin?username=Tinker_Tess"],
    ["at Geyser", "geyser.xuid", "/api?username=Mossy+Minnow&type=bedrock"],
    ["at both name hosts", "mojang-*", "/api?username=Tinker_Tess&type=java"],
  ])("%s is a 502 that says how much of the five seconds is left", (_, route, target) =>
    withClock(async (ownWorld, clock) => {
      const { control } = ownWorld.sandbox;
      const routes = route === "mojang-*" ? ["mojang-api.name", "mojang-legacy.name"] : [route];
      for (const refused of routes) {
        control.fault({ route: refused, fault: { kind: "throttle" }, times: 1 });
      }
      control.fault({ route: "playerdb.*", fault: { kind: "throttle", retryAfter: 60 } });
      for (const left of ["5", "3"]) {
        const { status, headers } = await ownWorld.request(target);
        expect([status, headers["retry-after"]]).toEqual([502, left]);
        clock.advance(2_000);
      }
      expect(routes.map((refused) => control.count(refused))).toEqual(routes.map(() => 1));
      // A bucket that was new has its token again after a few seconds more.
      clock.advance(6_000);
      expect((await ownWorld.request(target)).status).toBe(200);
    }),
  );

  it("pauses for twice as long when it is followed by another one", () =>
    withClock(async (ownWorld, clock) => {
      const fault = { kind: "throttle" } as const;
      ownWorld.sandbox.control.fault({ route: "mojang-session.profile", fault });
      for (const seconds of [5, 10, 20, 40, 60, 60]) {
        const { headers } = await errorOf(ownWorld, `username=${LOU}&type=java`);
        expect(headers["retry-after"]).toBe(String(seconds));
        clock.advance(seconds * 1_000 + 500);
      }
    }));

  it("serves the known profile and marks it as stale", () =>
    withStoppedClock(async (ownWorld) => {
      await profileOf(ownWorld, `username=${LOU}&type=java`);
      vi.setSystemTime(Date.now() + 1_300_000);
      const fault = { kind: "throttle" } as const;
      ownWorld.sandbox.control.fault({ route: "mojang-session.profile", fault, times: 1 });
      for (let time = 0; time < 2; time += 1) {
        const { java, stale } = await profileOf(ownWorld, `username=${LOU}&type=java`);
        expect([java?.username, stale]).toEqual(["Lantern_Lou", true]);
      }
    }));
});

/** Past the memory of a failure, and long before a negative entry would be requested again. */
const AFTER_FAILURE_MS = 6_000;

const says = (status: number, body: string): Fault => ({ kind: "status", status, body });

/** Looks like "not found" and does not say it; `none.test.ts` has such responses of each operation. */
const VAGUE = says(404, '{"status":404,"error":"Not Found"}');

/** The query, and the providers that answer vaguely. */
const QUESTIONS: [string, readonly string[]][] = [
  [
    "username=Tinker_Tess&type=java",
    ["mojang-api.name", "mojang-api.bulk", "mojang-legacy.*", "playerdb.*"],
  ],
  ["uuid=a9a041d770424d1bbe1e5c603300460c&type=java", ["mojang-session.profile"]],
  ["username=Mossy+Minnow&type=bedrock", ["geyser.xuid", "playerdb.*"]],
  ["username=2796662987455236&type=bedrock", ["geyser.gamertag", "playerdb.*"]],
  ["uuid=dfb83a479bf3469583e7bdc34c28fa4e&type=bedrock", ["geyser.link-java"]],
];

describe('a provider that does not clearly answer "not found"', () => {
  const arm = (world: TestWorld, routes: readonly string[], fault: Fault) => {
    for (const route of routes) world.sandbox.control.fault({ route, fault });
  };

  it.each(QUESTIONS)("leads to 502, which ends when the provider recovers: %s", (query, routes) =>
    withStoppedClock(async (ownWorld) => {
      arm(ownWorld, routes, VAGUE);
      for (let times = 0; times < 2; times += 1) {
        const error = await errorOf(ownWorld, query);
        expect(error).toMatchObject({ status: 502, code: "BAD_GATEWAY" });
        expect(error.headers["cache-control"]).toBe("no-store");
        const head = await ownWorld.request(`/head?${query}`);
        expect(head.status).toBe(502);
      }
      ownWorld.sandbox.control.clearFaults();
      vi.setSystemTime(Date.now() + AFTER_FAILURE_MS);
      await profileOf(ownWorld, query);
      expect((await ownWorld.request(`/head?${query}`)).status).toBe(200);
    }),
  );

  it("takes no skin and no link away from a player", () =>
    withStoppedClock(async (ownWorld) => {
      const query = "username=2761708961228418&type=bedrock";
      const known = await profileOf(ownWorld, query);
      vi.setSystemTime(Date.now() + 7 * 3_600_000);
      arm(ownWorld, ["geyser.skin", "geyser.link-bedrock"], says(200, '{"error":"rate limited"}'));
      const { bedrock, stale, warnings } = await profileOf(ownWorld, query);
      expect(bedrock).toEqual(known.bedrock);
      expect([stale, warnings?.length]).toEqual([true, 1]);
    }));
});
