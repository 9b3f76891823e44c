import { describe, expect, it, vi } from "vitest";
import type { Fault } from "../../sandbox/faults/fault.ts";
import { createTestClock, type TestClock } from "../testing/fault-matrix/clock.ts";
import {
  errorOf,
  LOU,
  profileOf,
  type TestWorld,
  withStoppedClock,
  withWorld,
} from "../testing/world.ts";

const REFUSALS: [string, Fault][] = [
  ["429 without Retry-After", { kind: "throttle" }],
  ["429 for 90 s", { kind: "throttle", retryAfter: 90 }],
  ["a gateway's 403", { kind: "forbidden-html" }],
];

/** A world with the allowances of everyday, in which it is later at once, by both clocks. */
async function withClock(test: (own: TestWorld, clock: TestClock) => Promise<void>) {
  const clock = createTestClock();
  try {
    await withWorld(
      (own) => test(own, clock),
      () => ({ UPSTREAM_RATE_FACTOR: "1" }),
    );
  } finally {
    clock.restore();
  }
}

const BULK_AND_NAME = ["mojang-api.name", "mojang-api.bulk"];

describe("while one of the two name hosts refuses", () => {
  it.each(REFUSALS)("(%s, once) unknown players stay unknown", (_, fault) =>
    withWorld(async (own) => {
      own.sandbox.control.fault({ route: "mojang-api.name", fault, times: 1 });
      for (const name of ["nobody_at_all", "nobody_else", "no_one_known"]) {
        const started = performance.now();
        expect(await errorOf(own, `username=${name}&type=java`)).toMatchObject({ status: 404 });
        expect(performance.now() - started).toBeLessThan(1_000);
      }
      expect(own.sandbox.control.count("mojang-api.*")).toBe(1);
      expect(own.sandbox.control.count("mojang-legacy.name")).toBe(3);
    }),
  );

  it.each(REFUSALS)("(%s) known players are found", (_, fault) =>
    withWorld(async (own) => {
      for (const route of BULK_AND_NAME) own.sandbox.control.fault({ route, fault });
      const { java } = await profileOf(own, "username=Tinker_Tess&type=java");
      expect(java?.username).toBe("Tinker_Tess");
      expect(own.sandbox.control.count("playerdb.*")).toBe(0);
    }),
  );

  it("the names of a refused bulk call go to the other host together", () =>
    withWorld(
      async (own) => {
        for (const route of BULK_AND_NAME) {
          own.sandbox.control.fault({ route, fault: { kind: "throttle" } });
        }
        const names = Array.from({ length: 30 }, (_, index) => `Extra_${index + 1}`);
        const unknown = Array.from({ length: 10 }, (_, index) => `nobody_${index + 1}`);
        const replies = await Promise.all(
          [...names, ...unknown].map((name) => own.request(`/api?username=${name}&type=java`)),
        );
        expect(replies.map(({ status }) => status)).toEqual([
          ...names.map(() => 200),
          ...unknown.map(() => 404),
        ]);
        expect(own.sandbox.control.count("mojang-legacy.bulk")).toBeGreaterThan(0);
        expect(own.sandbox.control.count("mojang-legacy.*")).toBeLessThan(30);
      },
      () => ({ UPSTREAM_RATE_FACTOR: "10" }),
    ));

  it("and the other one fails, an unknown name is a 502 and not a 404", () =>
    withWorld(async (own) => {
      own.sandbox.control.fault({ route: "mojang-api.*", fault: { kind: "throttle" } });
      own.sandbox.control.fault({ route: "mojang-legacy.*", fault: { kind: "drop" } });
      const error = await errorOf(own, "username=nobody_at_all&type=java");
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
    withClock(async (own, clock) => {
      const { control } = own.sandbox;
      const routes = route === "mojang-*" ? ["mojang-api.name", "mojang-legacy.name"] : [route];
      for (const refused of routes) {
        control.fault({ route: refused, fault: { kind: "throttle" }, times: 1 });
      }
      control.fault({ route: "playerdb.*", fault: { kind: "throttle", retryAfter: 60 } });
      for (const left of ["5", "3"]) {
        const { status, headers } = await own.request(target);
        expect([status, headers["retry-after"]]).toEqual([502, left]);
        clock.advance(2_000);
      }
      expect(routes.map((refused) => control.count(refused))).toEqual(routes.map(() => 1));
      // A bucket that was new has its token again after a few seconds more.
      clock.advance(6_000);
      expect((await own.request(target)).status).toBe(200);
    }),
  );

  it("pauses for twice as long when it is followed by another one", () =>
    withClock(async (own, clock) => {
      const fault = { kind: "throttle" } as const;
      own.sandbox.control.fault({ route: "mojang-session.profile", fault });
      for (const seconds of [5, 10, 20, 40, 60, 60]) {
        const { headers } = await errorOf(own, `username=${LOU}&type=java`);
        expect(headers["retry-after"]).toBe(String(seconds));
        clock.advance(seconds * 1_000 + 500);
      }
    }));

  it("serves the known profile and marks it as stale", () =>
    withStoppedClock(async (own) => {
      await profileOf(own, `username=${LOU}&type=java`);
      vi.setSystemTime(Date.now() + 1_300_000);
      const fault = { kind: "throttle" } as const;
      own.sandbox.control.fault({ route: "mojang-session.profile", fault, times: 1 });
      for (let time = 0; time < 2; time += 1) {
        const { java, stale } = await profileOf(own, `username=${LOU}&type=java`);
        expect([java?.username, stale]).toEqual(["Lantern_Lou", true]);
      }
    }));
});
