import { describe, expect, it, vi } from "vitest";
import type { Fault } from "../../sandbox/faults/fault.ts";
import { knitted } from "../../sandbox/hd-textures.ts";
import { textureHash } from "../../sandbox/textures.ts";
import { profileOf, withStoppedClock, type TestWorld } from "../../testing/world.ts";
import {
  hostOf,
  sha256,
  sources,
  WILLOW,
  withService,
  type Service,
} from "./skin-services.fixture.ts";

const propertyOf = (textures: unknown) => {
  const value = JSON.stringify({ profileId: WILLOW, profileName: "Willow_Wisp", textures });
  return { name: "textures", value: Buffer.from(value).toString("base64") };
};

describe("textures of a skin service", () => {
  const skinOf = (world: TestWorld) => profileOf(world, `uuid=${WILLOW}`);

  it.each<[string, Fault]>([
    ["on a foreign host", { kind: "bad-textures", variant: "foreign-host" }],
    ["on a host of this network", textureAt("http://127.0.0.1:1/textures/a")],
    ["behind credentials", textureAt("http://user:secret@textures.example/a")],
    ["in a file", textureAt("file:///etc/passwd")],
    ["that cannot be read", { kind: "bad-textures", variant: "json" }],
  ])("are not fetched %s", (_, fault) =>
    withService("after", async (world) => {
      world.sandbox.control.fault({ route: "injector.profile", fault });
      const { java, warnings } = await skinOf(world);
      expect(java).toMatchObject({ username: "Willow_Wisp", skin_texture: null, model: null });
      expect(warnings?.map(({ part }) => part)).toContain("skin");
      expect(world.sandbox.control.count("injector.texture")).toBe(0);
      const head = await world.request(`/head?username=${WILLOW}`);
      expect([head.status, head.headers["x-texture-source"]]).toEqual([502, "placeholder"]);
    }),
  );

  it.each([
    ["no properties", []],
    ["null for its properties", null],
    ["an empty list for its textures", [propertyOf([])]],
    ["null for its textures", [propertyOf(null)]],
    ["null for its skin", [propertyOf({ SKIN: null })]],
    ["an empty URL for its skin", [propertyOf({ SKIN: { url: "" }, CAPE: [] })]],
  ])("are none where the profile has %s", (_, properties) =>
    withService("after", async (world) => {
      const body = `\u{FEFF}${JSON.stringify({ id: WILLOW, name: "Willow_Wisp", properties })}`;
      const fault = { kind: "status", status: 200, body, contentType: "application/json" } as const;
      world.sandbox.control.fault({ route: "injector.profile", fault });
      const { java, warnings } = await skinOf(world);
      expect(java).toMatchObject({ username: "Willow_Wisp", skin_texture: null, model: "classic" });
      expect(warnings).toBeUndefined();
      const head = await world.request(`/head?username=${WILLOW}`);
      expect([head.status, head.headers["x-texture-source"]]).toEqual([200, "default"]);
    }),
  );

  it.each<[string, Fault]>([
    ["a redirect", { kind: "redirect", location: "http://textures.example/a" }],
    ["an image that is too large", { kind: "huge" }],
    ["a web page", { kind: "wrong-type" }],
    ["what is no PNG", { kind: "not-json" }],
    ["nothing", { kind: "not-found" }],
    ["half an image", { kind: "truncate" }],
  ])("are refused when %s comes", (_, fault) =>
    withService("after", async (world) => {
      world.sandbox.control.fault({ route: "injector.texture", fault });
      const { java, warnings } = await skinOf(world);
      expect(java).toMatchObject({ username: "Willow_Wisp", skin_texture: null });
      expect(warnings).toHaveLength(1);
    }),
  );

  it("may be those of the game, by their hash", () =>
    withService("after", async (world) => {
      const { java } = await profileOf(world, "username=Borrowed_Bea&type=java");
      expect(java).toMatchObject({
        skin_texture: textureHash("bea"),
        skin_source: hostOf(world),
        cape_texture: textureHash("hd-cape-star"),
        cape_source: hostOf(world),
      });
      expect(world.sandbox.control.count("injector.texture")).toBe(1);
      const skin = await world.request("/skin?username=Borrowed_Bea");
      expect([skin.status, skin.headers["x-texture-source"]]).toEqual([200, hostOf(world)]);
      expect(world.sandbox.control.count("mojang-textures.texture")).toBe(1);
    }));

  it("stand alone: a cape that may not be shown hides no skin", () =>
    withService("after", async (world) => {
      world.sandbox.control.fault({
        route: "injector.profile",
        fault: { kind: "bad-textures", variant: "foreign-host", part: "CAPE" },
      });
      const { java, warnings } = await profileOf(world, "username=Woolly_Wim&type=java");
      expect(java).toMatchObject({ skin_texture: textureHash("knitted-skin"), model: "classic" });
      expect(java).toMatchObject({ cape_url: null, cape_texture: null, cape_source: null });
      expect(warnings?.map(({ error }) => error)).toEqual([
        "The Java player's cape could not be fetched.",
      ]);
      expect((await world.request("/head?username=Woolly_Wim")).status).toBe(200);
      // Not known, which is not the same as none.
      expect((await world.request("/cape?username=Woolly_Wim")).status).toBe(502);
    }));

  it("stand alone: a skin that cannot be fetched hides no cape", () =>
    withService("after", async (world) => {
      const match = textureHash("knitted-skin");
      world.sandbox.control.fault({
        route: "injector.texture",
        fault: { kind: "not-found" },
        match,
      });
      const { java, warnings } = await profileOf(world, "username=Woolly_Wim&type=java");
      expect(java).toMatchObject({ skin_texture: null, model: null });
      expect(java?.cape_texture).toBe(textureHash("knitted-cape"));
      expect(warnings?.map(({ error }) => error)).toEqual([
        "The Java player's skin could not be fetched.",
      ]);
      expect((await world.request("/cape?username=Woolly_Wim")).status).toBe(200);
      expect((await world.request("/head?username=Woolly_Wim")).status).toBe(502);
    }));

  it("each have a warning when neither can be fetched", () =>
    withService("after", async (world) => {
      world.sandbox.control.fault({ route: "injector.texture", fault: { kind: "drop" } });
      const { warnings } = await profileOf(world, "username=Woolly_Wim&type=java");
      expect(warnings?.map(({ error }) => error)).toEqual([
        "The Java player's skin could not be fetched.",
        "The Java player's cape could not be fetched.",
      ]);
    }));

  it("are those of before, each by itself, when one is unreadable later", () =>
    withStoppedClock(async (world) => {
      await profileOf(world, "username=Woolly_Wim&type=java");
      world.sandbox.control.fault({
        route: "injector.profile",
        fault: { kind: "bad-textures", variant: "foreign-host", part: "SKIN" },
      });
      vi.setSystemTime(Date.now() + 3_600_000);
      const { java, stale, warnings } = await profileOf(world, "username=Woolly_Wim&type=java");
      expect(java?.skin_texture).toBe(textureHash("knitted-skin"));
      expect(java?.cape_texture).toBe(textureHash("knitted-cape"));
      expect([stale, warnings?.map(({ error }) => error)]).toEqual([
        true,
        ["Part of the Java profile could not be refreshed."],
      ]);
      expect((await world.request("/skin?username=Woolly_Wim")).headers["x-cache"]).toBe("STALE");
      expect((await world.request("/cape?username=Woolly_Wim")).headers["x-cache"]).not.toBe(
        "STALE",
      );
    }, sources("after")));

  it.each<Service>(["injector", "lookalike"])("are known with wide and slim arms: %s", (service) =>
    withService(
      "before",
      async (world) => {
        const modelOf = async (name: string) => {
          const { java, warnings } = await profileOf(world, `username=${name}&type=java`);
          return [java?.model, warnings];
        };
        expect(await modelOf("Lantern_Lou")).toEqual(["classic", undefined]);
        expect(await modelOf("Willow_Wisp")).toEqual(["slim", undefined]);
      },
      service,
    ),
  );

  it("may be forwarded from the game's account of a player", () =>
    withService("after", async (world) => {
      const { java, warnings } = await profileOf(world, "username=Fallback_Fay&type=java");
      expect(java).toMatchObject({ skin_texture: textureHash("tinker-tess"), model: "slim" });
      expect(warnings).toBeUndefined();
      expect((await world.request("/head?username=Fallback_Fay")).status).toBe(200);
    }));

  it("may have 1024 pixels on a side and 1 MiB", () =>
    withService("after", async (world) => {
      const { java, warnings } = await profileOf(world, "username=Woolly_Wim&type=java");
      expect(java).toMatchObject({
        skin_texture: textureHash("knitted-skin"),
        cape_texture: textureHash("knitted-cape"),
      });
      expect(warnings).toBeUndefined();
      for (const kind of ["skin", "cape"]) {
        const { status, bytes } = await world.request(`/${kind}?username=Woolly_Wim`);
        expect([status, sha256(bytes)]).toEqual([200, textureHash(`knitted-${kind}`)]);
      }
      for (const image of ["head", "head?view=iso", "body", "bust", "cape?view=back"]) {
        const separator = image.includes("?") ? "&" : "?";
        const { status, headers } = await world.request(`/${image}${separator}username=Woolly_Wim`);
        expect([image, status, headers["x-texture-source"]]).toEqual([image, 200, hostOf(world)]);
      }
      // Too long for a value of a store, which is no outage of it: fetched again.
      expect((await world.request("/api/ready")).json()).toMatchObject({ store: "ok" });
      await world.restart();
      const skin = await world.request(`/skin?texture=${textureHash("knitted-skin")}`);
      expect([skin.status, sha256(skin.bytes)]).toEqual([200, textureHash("knitted-skin")]);
      expect(world.sandbox.control.count("injector.texture")).toBe(3);
    }));

  it("may not be so large at the game's own", () =>
    withService("after", async (world) => {
      const skin = `data:image/png;base64,${knitted(1024, 1024).toString("base64")}`;
      world.sandbox.control.change("a9a041d770424d1bbe1e5c603300460c", { skin });
      const { java } = await profileOf(world, "username=Tinker_Tess");
      expect(java?.skin_texture).toBe(textureHash("knitted-skin"));
      const head = await world.request("/head?username=Tinker_Tess");
      expect([head.status, head.headers["x-texture-source"]]).toEqual([200, "default"]);
    }));

  it("are fetched again when they are no longer in the cache", () =>
    withService("after", async (world) => {
      await skinOf(world);
      const key = `texture:v1:${textureHash("midnight-mei")}`;
      await world.services.stores.textures.delete(key);
      await world.restart();
      const skin = await world.request(`/skin?texture=${textureHash("midnight-mei")}`);
      expect([skin.status, sha256(skin.bytes)]).toEqual([200, textureHash("midnight-mei")]);
      expect(world.sandbox.control.count("injector.texture")).toBe(2);
    }));
});

function textureAt(url: string): Fault {
  return { kind: "bad-textures", variant: "url", url };
}
