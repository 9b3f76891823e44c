import { createHash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import type { Fault } from "../../sandbox/faults/fault.ts";
import { textureHash } from "../../sandbox/textures.ts";
import { profileOf, withStoppedClock, withWorld, type TestWorld } from "../../testing/world.ts";

const CAPE = textureHash("hd-cape-star");
const env = () => ({ THIRD_PARTY_CAPES: "optifine" });
const withCapes = (test: (world: TestWorld) => Promise<void>) => withWorld(test, env);
const warning = {
  edition: "java",
  code: "BAD_GATEWAY",
  part: "cape",
  error: "Skins and capes of optifine could not be fetched.",
};

describe("capes of OptiFine", () => {
  it("are shown where the game has none, with their source", () =>
    withCapes(async (ownWorld) => {
      const { java } = await profileOf(ownWorld, "username=tinker_tess&type=java");
      expect(java).toMatchObject({
        cape_url: "/cape?username=Tinker_Tess&type=java",
        cape_texture: CAPE,
        cape_source: "optifine",
        skin_source: "mojang",
      });
      const cape = await ownWorld.request("/cape?username=Tinker_Tess");
      expect([cape.status, cape.headers["x-texture-source"]]).toEqual([200, "optifine"]);
      expect(createHash("sha256").update(cape.bytes).digest("hex")).toBe(CAPE);
      const skin = await ownWorld.request("/skin?username=Tinker_Tess");
      expect(skin.headers["x-texture-source"]).toBe("player");
      expect(ownWorld.sandbox.control.count("optifine.*")).toBe(1);
    }));

  it.each(["front", "back", "elytra"])("of a high resolution are drawn: %s", (view) =>
    withCapes(async (ownWorld) => {
      const cape = await ownWorld.request(`/cape?username=Tinker_Tess&view=${view}&size=64`);
      expect([cape.status, cape.headers["content-type"]]).toEqual([200, "image/png"]);
      expect(cape.headers["x-texture-source"]).toBe("optifine");
    }),
  );

  it("may have 1024 pixels and more than 256 KiB", () =>
    withCapes(async (ownWorld) => {
      const { java, warnings } = await profileOf(ownWorld, "username=Palette_Pat&type=java");
      expect(java).toMatchObject({
        cape_texture: textureHash("knitted-cape"),
        cape_source: "optifine",
      });
      expect(warnings).toBeUndefined();
      const cape = await ownWorld.request("/cape?username=Palette_Pat");
      expect([cape.status, cape.headers["x-texture-source"]]).toEqual([200, "optifine"]);
      expect(cape.bytes.length).toBeGreaterThan(256 * 1024);
      expect((await ownWorld.request("/cape?username=Palette_Pat&view=back")).status).toBe(200);
    }));

  it("do not replace one of the game", () =>
    withCapes(async (ownWorld) => {
      const { java } = await profileOf(ownWorld, "username=Lantern_Lou&type=java");
      expect(java).toMatchObject({
        cape_texture: textureHash("cape-lantern"),
        cape_source: "mojang",
      });
      expect(ownWorld.sandbox.control.count("optifine.*")).toBe(0);
    }));

  it("are none after a 404, which is remembered with the profile", () =>
    withCapes(async (ownWorld) => {
      for (let time = 0; time < 3; time += 1) {
        const { java, warnings } = await profileOf(ownWorld, "username=Plain_Paul&type=java");
        expect([java?.cape_texture, java?.cape_source, warnings]).toEqual([null, null, undefined]);
      }
      expect((await ownWorld.request("/cape?username=Plain_Paul")).status).toBe(404);
      expect(ownWorld.sandbox.control.count("optifine.cape")).toBe(1);
    }));

  it("are not requested unless that is turned on", () =>
    withWorld(async (ownWorld) => {
      const { java } = await profileOf(ownWorld, "username=Tinker_Tess&type=java");
      expect([java?.cape_texture, java?.cape_source]).toEqual([null, null]);
      expect(ownWorld.services.providers.names).not.toContain("optifine");
      expect(ownWorld.sandbox.control.count("optifine.*")).toBe(0);
    }));

  it.each<[string, Fault]>([
    ["refuses", { kind: "forbidden-html" }],
    ["limits requests", { kind: "throttle" }],
    ["fails", { kind: "status", status: 503 }],
    ["is gone", { kind: "drop" }],
    ["hangs", { kind: "hang" }],
    ["redirects", { kind: "redirect", location: "http://127.0.0.1:1/cape.png" }],
    ["sends no PNG", { kind: "not-json" }],
    ["sends JSON", { kind: "error-envelope" }],
    ["sends too much", { kind: "huge" }],
    ["sends half a cape", { kind: "truncate" }],
  ])("cost no profile anything when OptiFine %s", (_, fault) =>
    withCapes(async (ownWorld) => {
      ownWorld.sandbox.control.fault({ route: "optifine.cape", fault });
      const { java, stale, warnings } = await profileOf(ownWorld, "username=Tinker_Tess&type=java");
      expect(java).toMatchObject({ cape_texture: null, skin_texture: textureHash("tinker-tess") });
      expect([stale, warnings]).toEqual([false, [warning]]);
      expect((await ownWorld.request("/head?username=Tinker_Tess")).status).toBe(200);
    }),
  );

  it("stay while OptiFine fails, and the game is not queried more often than every five minutes", () =>
    withStoppedClock(async (ownWorld) => {
      await profileOf(ownWorld, "username=Tinker_Tess&type=java");
      ownWorld.sandbox.control.fault({ route: "optifine.*", fault: { kind: "drop" } });
      vi.setSystemTime(Date.now() + 1_300_000);
      const { java, warnings } = await profileOf(ownWorld, "username=Tinker_Tess&type=java");
      expect([java?.cape_source, warnings]).toEqual(["optifine", [warning]]);
      vi.setSystemTime(Date.now() + 280_000);
      await profileOf(ownWorld, "username=Tinker_Tess&type=java");
      expect(ownWorld.sandbox.control.count("mojang-session.profile")).toBe(2);
    }, env));
});
