import { describe, expect, it, vi } from "vitest";
import type { Fault } from "../../sandbox/faults/fault.ts";
import { errorOf, profileOf, type TestWorld, withStoppedClock } from "../testing/world.ts";

/** Past the memory of a failure, and long before a negative entry would be requested again. */
const AFTER_FAILURE_MS = 6_000;

const says = (status: number, body: string): Fault => ({ kind: "status", status, body });

/** Bodies that look like "not found" and do not say it. */
const VAGUE: Fault[] = [
  says(200, '{"error":"rate limited"}'),
  says(200, '{"success":false}'),
  says(200, '{"data":{}}'),
  says(200, '{"R0":"ref"}'),
  says(200, "null"),
  says(200, '""'),
  says(200, "[{}]"),
  says(404, "{}"),
  says(404, '{"status":404,"error":"Not Found"}'),
  says(400, '{"message":"Bad Request"}'),
];

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

const CASES = QUESTIONS.flatMap(([query, routes]) =>
  VAGUE.map((fault) => {
    const { status, body } = fault as Extract<Fault, { kind: "status" }>;
    return [query, `${status} ${body}`, routes, fault] as const;
  }),
);

describe('a provider that does not clearly answer "not found"', () => {
  const arm = (world: TestWorld, routes: readonly string[], fault: Fault) => {
    for (const route of routes) world.sandbox.control.fault({ route, fault });
  };

  it.each(CASES)(
    "leads to 502, which ends when the provider recovers: %s, %s",
    (query, _, routes, fault) =>
      withStoppedClock(async (own) => {
        arm(own, routes, fault);
        for (let times = 0; times < 2; times += 1) {
          const error = await errorOf(own, query);
          expect(error).toMatchObject({ status: 502, code: "BAD_GATEWAY" });
          expect(error.headers["cache-control"]).toBe("no-store");
          const head = await own.request(`/head?${query}`);
          expect(head.status).toBe(502);
        }
        own.sandbox.control.clearFaults();
        vi.setSystemTime(Date.now() + AFTER_FAILURE_MS);
        await profileOf(own, query);
        expect((await own.request(`/head?${query}`)).status).toBe(200);
      }),
  );

  it("takes no skin and no link away from a player", () =>
    withStoppedClock(async (own) => {
      const query = "username=2761708961228418&type=bedrock";
      const known = await profileOf(own, query);
      vi.setSystemTime(Date.now() + 7 * 3_600_000);
      arm(own, ["geyser.skin", "geyser.link-bedrock"], says(200, '{"error":"rate limited"}'));
      const { bedrock, stale, warnings } = await profileOf(own, query);
      expect(bedrock).toEqual(known.bedrock);
      expect([stale, warnings?.length]).toEqual([true, 1]);
    }));
});
