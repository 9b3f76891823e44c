import { describe, expect, it, vi } from "vitest";
import type { Fault } from "../../sandbox/faults/fault.ts";
import { errorOf, profileOf, withStoppedClock, withWorld } from "../testing/world.ts";

const SECOND = 1_000;

describe("when one provider fails", () => {
  it.each<[string, string, Fault]>([
    ["minecraftservices, api.mojang.com is asked", "mojang-api.*", { kind: "throttle" }],
    ["both of Mojang's, PlayerDB is asked", "mojang-*.name", { kind: "status", status: 500 }],
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
      const { bedrock } = await profileOf(own, "username=Mossy+Minnow");
      expect(bedrock?.xuid_decimal).toBe("2796662987455236");
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
        expect(warnings).toHaveLength(1);
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

function htmlMiss(): Fault {
  return { kind: "status", status: 404, body: "<html>404</html>", contentType: "text/html" };
}
