import { describe, expect, it } from "vitest";
import { errorOf, LOU, LOU_XUID, profileOf, withWorld } from "../testing/world.ts";

describe("upstream calls", () => {
  it("are one set for a player, for all spellings and any number of requests", () =>
    withWorld(async (own) => {
      const spellings = [
        "Lantern_Lou",
        "lantern_lou",
        LOU,
        LOU_XUID,
        ".Lantern_Lou",
        "lantern+lou",
      ];
      await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          profileOf(own, `username=${spellings[index % 2] ?? ""}`),
        ),
      );
      for (const spelling of spellings) await profileOf(own, `username=${spelling}`);
      const { counts } = own.sandbox.control.calls();
      expect(counts).toEqual({
        "mojang-api.name": 1,
        "mojang-session.profile": 1,
        "geyser.xuid": 1,
        "geyser.gamertag": 1,
        "geyser.skin": 1,
        "geyser.link-bedrock": 1,
        "geyser.link-java": 1,
      });
    }));

  it("are one set for a Bedrock player, for 200 requests at the same time", () =>
    withWorld(async (own) => {
      const spellings = ["Mossy+Minnow", "2796662987455236", ".mossy_minnow"];
      await Promise.all(
        Array.from({ length: 201 }, (_, index) =>
          own.request(
            `${index % 2 ? "/api" : "/head"}?username=${spellings[index % 3] ?? ""}&type=bedrock`,
          ),
        ),
      );
      expect(own.sandbox.control.calls().counts).toEqual({
        "geyser.xuid": 1,
        "geyser.gamertag": 1,
        "geyser.skin": 1,
        "geyser.link-bedrock": 1,
        "mojang-textures.texture": 1,
      });
    }));

  it("are none for Java when only Bedrock is requested", () =>
    withWorld(async (own) => {
      await profileOf(own, "username=Lantern_Lou&type=bedrock");
      await own.request("/api?username=nobody_at_all&type=bedrock");
      await profileOf(own, `username=${LOU_XUID}&type=bedrock`);
      expect(own.sandbox.control.count("mojang-*")).toBe(0);
      expect(own.sandbox.control.count("playerdb.java")).toBe(0);
    }));

  it("are none for an impossible identifier", () =>
    withWorld(async (own) => {
      await errorOf(own, "username=00000000-0000-0000-0000-000000000000");
      await errorOf(own, "username=b50ad385-829d-3141-a216-7e7d7539ba7f");
      await errorOf(own, "username=%3Cscript%3E");
      expect(own.sandbox.control.count()).toBe(0);
    }));

  it("are none when an unknown player is requested again", () =>
    withWorld(async (own) => {
      await errorOf(own, "username=nobody_at_all");
      own.sandbox.control.clearCalls();
      expect((await errorOf(own, "username=Nobody_At_All")).headers["x-cache"]).toBe("HIT");
      expect(own.sandbox.control.count()).toBe(0);
    }));

  it("are none after a restart on the same store", () =>
    withWorld(async (own) => {
      const before = await profileOf(own, "username=Lantern_Lou");
      own.sandbox.control.clearCalls();
      await own.restart();
      expect(await profileOf(own, "username=Lantern_Lou")).toEqual({ ...before, cached: true });
      expect(own.sandbox.control.count()).toBe(0);
    }));
});
