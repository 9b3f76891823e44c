import { describe, expect, it, vi } from "vitest";
import type { Fault } from "../../sandbox/faults/fault.ts";
import { profileBody } from "../contract/profile.ts";
import { startLoopTime } from "../testing/loop-time.ts";
import {
  errorOf,
  LOU,
  LOU_XUID,
  profileOf,
  withStoppedClock,
  withWorld,
} from "../testing/world.ts";

const SECOND = 1_000;

const EVERYTHING_FAILS: [string, Fault][] = [
  ["throttles", { kind: "throttle", retryAfter: 17 }],
  ["refuses in HTML", { kind: "forbidden-html" }],
  ["fails with 500", { kind: "status", status: 500 }],
  ["drops connections", { kind: "drop" }],
  ["truncates", { kind: "truncate" }],
  ["resets in the middle", { kind: "reset-mid-body" }],
  ["sends too much", { kind: "huge" }],
  ["sends a gzip bomb", { kind: "gzip-bomb" }],
  ["sends web pages", { kind: "wrong-type" }],
  ["sends no JSON", { kind: "not-json" }],
  ["redirects", { kind: "redirect", location: "http://127.0.0.1:1/" }],
];

describe("while every provider", () => {
  it.each(EVERYTHING_FAILS)("%s, every player is a 502 and none is a 404", (_, fault) =>
    withWorld(async (own) => {
      own.sandbox.control.fault({ route: "*", fault });
      for (const value of ["Lantern_Lou", "nobody_at_all", LOU, LOU_XUID, ".Mossy_Minnow"]) {
        const error = await errorOf(own, `username=${value}`);
        expect([value, error.status, error.code]).toEqual([value, 502, "BAD_GATEWAY"]);
        expect(Number(error.headers["retry-after"])).toBeGreaterThan(0);
        expect(error.headers["cache-control"]).toBe("no-store");
      }
    }),
  );

  it.each(EVERYTHING_FAILS)("%s, a known player is served stale and says so", (_, fault) =>
    withStoppedClock(async (own) => {
      const known = await profileOf(own, "username=Lantern_Lou");
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      own.sandbox.control.fault({ route: "*", fault });
      const reply = await own.request("/api?username=Lantern_Lou");
      const body = profileBody.parse(reply.json());
      expect(body.java).toEqual(known.java);
      expect(body.bedrock).toEqual(known.bedrock);
      expect(body).toMatchObject({ stale: true, cached: true, fetched_at: known.fetched_at });
      expect(body.warnings).toHaveLength(2);
      expect(reply.headers).toMatchObject({ "x-cache": "STALE" });
      expect(reply.headers).not.toHaveProperty("age");
    }),
  );
});

describe("while only one edition's providers fail, past every freshness", () => {
  it.each<[string, string, string, Fault]>([
    ["a Bedrock player", "username=Mossy+Minnow", "mojang-*", { kind: "forbidden-html" }],
    ["a Bedrock player", "username=Mossy+Minnow", "mojang-*", { kind: "hang" }],
    ["a Java player", "username=Tinker_Tess", "geyser.*", { kind: "hang" }],
    [
      "a Java player linked by another name",
      "username=JunipersJam&type=java",
      "geyser.*",
      { kind: "drop" },
    ],
    ["both of a linked pair of names", "username=Sofa+Dragon", "mojang-api.*", { kind: "hang" }],
    ["both of a linked pair of names", "username=Bramble_Bard", "geyser.*", { kind: "hang" }],
  ])("%s keeps the last known profile (%s, %s)", (_, query, route, fault) =>
    withStoppedClock(async (own) => {
      const known = await profileOf(own, query);
      const head = await own.request(`/head?${query}`);
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      for (const failing of [route, "mojang-legacy.*", "playerdb.*"]) {
        own.sandbox.control.fault({ route: failing, fault });
      }
      const elapsed = startLoopTime();
      const body = await profileOf(own, query);
      expect(elapsed()).toBeLessThan(2_500);
      expect(body.java).toEqual(known.java);
      expect(body.bedrock).toEqual(known.bedrock);
      const again = await own.request(`/head?${query}`);
      expect([again.status, again.bytes]).toEqual([200, head.bytes]);
    }),
  );

  it("a stale negative entry is a 502 and not a 404", () =>
    withStoppedClock(async (own) => {
      await errorOf(own, "username=nobody_at_all");
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      own.sandbox.control.fault({ route: "*", fault: { kind: "throttle" } });
      expect(await errorOf(own, "username=nobody_at_all")).toMatchObject({ status: 502 });
      expect((await own.request("/head?username=nobody_at_all")).status).toBe(502);
    }));

  it("a missing link is not reported from stale data as a missing Java player", () =>
    withStoppedClock(async (own) => {
      const query = "username=2708613595823391&type=java";
      expect(await errorOf(own, query)).toMatchObject({ status: 404, code: "NOT_FOUND" });
      expect((await own.request(`/head?${query}`)).status).toBe(404);
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      own.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
      expect(await errorOf(own, query)).toMatchObject({ status: 502, code: "BAD_GATEWAY" });
      expect((await own.request(`/head?${query}`)).status).toBe(502);
    }));

  it.each([
    ["an own skin", "username=Mossy+Minnow"],
    ["no skin of their own", "username=2708613595823391"],
  ])("a stale part marks the whole response as stale, for a player with %s", (_, query) =>
    withStoppedClock(async (own) => {
      const known = await profileOf(own, query);
      expect((await own.request(`/head?${query}`)).status).toBe(200);
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      own.sandbox.control.fault({ route: "geyser.skin", fault: { kind: "drop" } });
      const { bedrock, stale, warnings } = await profileOf(own, query);
      expect(bedrock).toEqual(known.bedrock);
      expect(stale).toBe(true);
      expect(warnings).toHaveLength(1);
      expect((await own.request(`/head?${query}`)).headers["x-cache"]).toBe("STALE");
    }),
  );
});
