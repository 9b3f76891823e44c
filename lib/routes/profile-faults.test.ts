import { describe, expect, it, vi } from "vitest";
import type { Fault } from "../../sandbox/faults/fault.ts";
import {
  LOU,
  LOU_XUID,
  errorOf,
  profileOf,
  withStoppedClock,
  withWorld,
} from "../../testing/world.ts";
import { profileBody } from "../contract/profile.ts";
import { startLoopTime } from "../../testing/loop-time.ts";

const SECOND = 1_000;

describe("when one provider fails", () => {
  it.each<[string, string, Fault]>([
    ["minecraftservices, api.mojang.com is queried", "mojang-api.*", { kind: "throttle" }],
    ["both of Mojang's, PlayerDB is queried", "mojang-*.name", { kind: "status", status: 500 }],
    ["minecraftservices by lying", "mojang-api.name", { kind: "wrong-identity" }],
    ["minecraftservices with a gateway's 404", "mojang-api.name", htmlMiss()],
  ])("%s", (_, route, fault) =>
    withWorld(async (own) => {
      for (const name of route === "mojang-*.name"
        ? ["mojang-api.name", "mojang-legacy.name"]
        : [route]) {
        own.sandbox.control.fault({ route: name, fault });
      }
      const { java } = await profileOf(own, "username=Tinker_Tess&type=java");
      expect(java?.username).toBe("Tinker_Tess");
    }),
  );

  it.each<[string, Fault]>([
    ["has too much traffic", { kind: "too-much-traffic" }],
    ["knows no player", { kind: "not-in-cache" }],
    ["lies about gamertags", { kind: "wrong-identity" }],
  ])("and Geyser %s, PlayerDB names the Bedrock player", (_, fault) =>
    withWorld(async (own) => {
      own.sandbox.control.fault({ route: "geyser.xuid", fault });
      own.sandbox.control.fault({ route: "geyser.gamertag", fault });
      const { bedrock } = await profileOf(own, "username=Biscuit4821");
      expect(bedrock?.xuid_decimal).toBe("2794701194876386");
    }),
  );

  it.each(["Mossy Minnow", "Мшистый Пень", "숲속오두막", "Nobody At All", "никто"])(
    "and Geyser cannot say, PlayerDB does not say that there is no %s",
    (gamertag) =>
      withWorld(async (own) => {
        own.sandbox.control.fault({ route: "geyser.xuid", fault: { kind: "not-in-cache" } });
        const query = `username=${encodeURIComponent(gamertag)}&type=bedrock`;
        const error = await errorOf(own, query);
        expect(error).toMatchObject({ status: 502, code: "BAD_GATEWAY", reason: "unsearchable" });
        expect(error.headers["retry-after"]).toBeUndefined();
        expect(own.sandbox.control.count("playerdb.bedrock")).toBe(1);
        const image = await own.request(`/head?${query}`);
        expect(image.headers["x-texture-source"]).toBe("placeholder");
      }),
  );

  it("the other edition is served with a warning", () =>
    withWorld(async (own) => {
      own.sandbox.control.fault({ route: "geyser.*", fault: { kind: "drop" } });
      own.sandbox.control.fault({ route: "playerdb.*", fault: { kind: "drop" } });
      const profile = await profileOf(own, "username=Lantern_Lou");
      expect(profile.java?.username).toBe("Lantern_Lou");
      expect(profile.bedrock).toBeUndefined();
      expect(profile.warnings).toEqual([
        {
          edition: "bedrock",
          code: "BAD_GATEWAY",
          part: "profile",
          error: "Bedrock Edition is unavailable: the provider is unreachable.",
        },
      ]);
    }));

  it("and no authority answers, an unknown name is a 502 and not a 404", () =>
    withWorld(async (own) => {
      for (const route of ["mojang-api.name", "mojang-legacy.name"]) {
        own.sandbox.control.fault({ route, fault: { kind: "throttle" } });
      }
      expect(await errorOf(own, "username=nobody_at_all")).toMatchObject({ status: 502 });
    }));

  it("and the session server sends another player's profile, none is shown", () =>
    withWorld(async (own) => {
      own.sandbox.control.fault({
        route: "mojang-session.profile",
        fault: { kind: "wrong-identity" },
      });
      expect(await errorOf(own, "username=Tinker_Tess")).toMatchObject({ status: 502 });
    }));

  it.each(["base64", "json", "shape", "foreign-host", "url"] as const)(
    "with unreadable textures (%s), the rest is given with a warning",
    (variant) =>
      withWorld(async (own) => {
        own.sandbox.control.fault({
          route: "mojang-session.profile",
          fault: { kind: "bad-textures", variant },
        });
        const { java, warnings } = await profileOf(own, "username=Tinker_Tess&type=java");
        expect(java).toMatchObject({ username: "Tinker_Tess", model: null, skin_texture: null });
        expect(warnings?.map(({ part }) => part)).toContain("skin");
        expect((await own.request("/head?username=Tinker_Tess")).status).toBe(502);
      }),
  );

  it("a link that cannot be loaded is unknown, not missing", () =>
    withWorld(async (own) => {
      own.sandbox.control.fault({ route: "geyser.link-*", fault: { kind: "drop" } });
      const { bedrock, warnings } = await profileOf(own, "username=Lantern_Lou");
      expect(bedrock?.linked).toBe(null);
      expect(warnings).toHaveLength(1);
    }));

  it("retries after five seconds, not before", () =>
    withStoppedClock(async (own) => {
      const off = own.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
      await errorOf(own, "username=Tinker_Tess&type=java");
      own.sandbox.control.clearCalls();
      await errorOf(own, "username=Tinker_Tess&type=java");
      expect(own.sandbox.control.count()).toBe(0);
      off();
      vi.setSystemTime(Date.now() + 5 * SECOND);
      await profileOf(own, "username=Tinker_Tess&type=java");
    }));
});

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

function htmlMiss(): Fault {
  return { kind: "status", status: 404, body: "<html>404</html>", contentType: "text/html" };
}
