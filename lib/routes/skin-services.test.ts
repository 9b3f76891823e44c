import { describe, expect, it, vi } from "vitest";
import { dashed } from "../contract/identifiers.ts";
import type { Fault } from "../../sandbox/faults/fault.ts";
import { textureHash } from "../../sandbox/textures.ts";
import {
  errorOf,
  profileOf,
  withStoppedClock,
  withWorld,
  type TestWorld,
} from "../../testing/world.ts";
import { decoded, type Property } from "../compat/json.fixture.ts";
import {
  hostOf,
  sha256,
  sources,
  WILLOW,
  withService,
  type Service,
} from "./skin-services.fixture.ts";

const TESS = "a9a041d770424d1bbe1e5c603300460c";
/** The Lantern_Lou of the skin service, who is not that of the game. */
const OTHER_LOU = "5e1fd0b7a6c94f2f9d3e4b8a7c6d5e4f";

/** The fault of a service, and how often it may be requested for one profile. */
const FAULTS: [string, Fault][] = [
  ["refuses", { kind: "forbidden-html" }],
  ["limits requests", { kind: "throttle" }],
  ["fails", { kind: "status", status: 500 }],
  ["is gone", { kind: "drop" }],
  ["hangs", { kind: "hang" }],
  ["sends no JSON", { kind: "not-json" }],
  ["sends JSON of another shape", { kind: "error-envelope" }],
  ["redirects", { kind: "redirect", location: "http://127.0.0.1:1/" }],
  ["sends no end", { kind: "huge" }],
  ["returns another player", { kind: "wrong-identity" }],
];

describe.each<Service>(["injector", "lookalike"])("a skin service like %s", (service) => {
  const withIt = (test: (world: TestWorld) => Promise<void>) => withService("after", test, service);

  it("returns a player unknown to the game, by name and by offline UUID", () =>
    withIt(async (world) => {
      const { java, warnings } = await profileOf(world, "username=willow_wisp");
      expect(java).toEqual({
        username: "Willow_Wisp",
        uuid: WILLOW,
        uuid_dashed: dashed(WILLOW),
        offline_uuid: "6365cd990ebf3656a58e62cfb050336c",
        skin_url: `/skin?username=${WILLOW}&type=java`,
        cape_url: null,
        head_url: `/head?username=${WILLOW}&type=java`,
        model: "slim",
        skin_texture: textureHash("midnight-mei"),
        cape_texture: null,
        skin_source: hostOf(world),
        cape_source: null,
        name_history: [{ name: "Willow_Wisp", changed_at: null }],
      });
      expect(warnings).toBeUndefined();
      expect((await profileOf(world, `uuid=${WILLOW}`)).java).toEqual(java);

      const skin = await world.request(`/skin?username=${WILLOW}`);
      expect([skin.status, skin.headers["x-texture-source"]]).toEqual([200, hostOf(world)]);
      expect(sha256(skin.bytes)).toBe(textureHash("midnight-mei"));
      const head = await world.request("/head?username=Willow_Wisp&view=iso");
      expect([head.status, head.headers["x-texture-source"]]).toEqual([200, hostOf(world)]);
      const alias = await world.request(`/compat/crafthead/helm/${WILLOW}/64`);
      expect([alias.status, alias.headers["x-texture-source"]]).toEqual([200, hostOf(world)]);
      const byHash = await world.request(`/skin?texture=${textureHash("midnight-mei")}`);
      expect([byHash.status, sha256(byHash.bytes)]).toEqual([200, textureHash("midnight-mei")]);
      expect(world.sandbox.control.count(`${service}.profile`)).toBe(1);
      expect(world.sandbox.control.count(`${service}.texture`)).toBe(1);
      expect(world.sandbox.control.count("geyser.link-java")).toBe(0);
    }));

  it("is requested once to say what it is", () =>
    withIt(async (world) => {
      for (const name of ["Willow_Wisp", "Plain_Piper", "nobody_at_all"]) {
        await world.request(`/head?username=${name}`);
      }
      const metadata = service === "injector" ? "injector.metadata" : "lookalike.unknown";
      expect(world.sandbox.control.count(metadata)).toBe(1);
    }));

  it("says that there is no player, and only then it is 404", () =>
    withIt(async (world) => {
      expect(await errorOf(world, "username=nobody_at_all")).toMatchObject({ status: 404 });
      expect(await errorOf(world, "uuid=b50ad385829d3141a2167e7d7539ba7f")).toMatchObject({
        status: 404,
      });
      world.sandbox.control.fault({ route: `${service}.*`, fault: { kind: "drop" } });
      expect(await errorOf(world, "username=nobody_else")).toMatchObject({ status: 502 });
    }));
});

describe("the order of skin services", () => {
  it("decides which of two players of one name is meant", async () => {
    await withService("after", async (world) => {
      expect((await profileOf(world, "username=Lantern_Lou")).java).toMatchObject({
        uuid: "dfb83a479bf3469583e7bdc34c28fa4e",
        skin_source: "mojang",
      });
      // The other one is found by UUID, also once the first is known by the name.
      const { java } = await profileOf(world, `uuid=${OTHER_LOU}`);
      expect(java).toMatchObject({ username: "Lantern_Lou", skin_source: hostOf(world) });
      expect(java?.head_url).toBe(`/head?username=${OTHER_LOU}&type=java`);
      expect((await profileOf(world, "username=lantern_lou")).java?.skin_source).toBe("mojang");
    });
    await withService("before", async (world) => {
      const game = await profileOf(world, "uuid=dfb83a479bf3469583e7bdc34c28fa4e");
      expect(game.java?.skin_url).toContain("username=dfb83a479bf3469583e7bdc34c28fa4e");
      expect((await profileOf(world, "username=Lantern_Lou")).java).toMatchObject({
        uuid: OTHER_LOU,
        skin_source: hostOf(world),
        skin_texture: textureHash("toast-troubador"),
      });
    });
  });

  it("lets a service that comes first replace a player's skin", async () => {
    await withService("before", async (world) => {
      const { java } = await profileOf(world, "username=Tinker_Tess");
      expect(java).toMatchObject({ uuid: TESS, skin_texture: textureHash("orbit-opal") });
      expect(world.sandbox.control.count("mojang-*")).toBe(0);
    });
    await withService("after", async (world) => {
      const { java } = await profileOf(world, "username=Tinker_Tess");
      expect(java).toMatchObject({ uuid: TESS, skin_texture: textureHash("tinker-tess") });
      // The game has the player, so no other service is requested.
      expect(world.sandbox.control.count("injector.*")).toBe(0);
    });
  });

  it("gives a player without a skin there the default of the UUID", () =>
    withService("before", async (world) => {
      const { java } = await profileOf(world, "username=Plain_Piper");
      expect(java).toMatchObject({ skin_texture: null, skin_source: hostOf(world) });
      const head = await world.request("/head?username=Plain_Piper");
      expect([head.status, head.headers["x-texture-source"]]).toEqual([200, "default"]);
    }));

  it("queries no service behind the game's own while that fails", () =>
    withService("after", async (world) => {
      world.sandbox.control.fault({ route: "mojang-*", fault: { kind: "drop" } });
      world.sandbox.control.fault({ route: "playerdb.*", fault: { kind: "drop" } });
      expect(await errorOf(world, "username=Willow_Wisp&type=java")).toMatchObject({ status: 502 });
      expect(world.sandbox.control.count("injector.*")).toBe(0);
      // No account of the game has an offline UUID.
      expect((await profileOf(world, `uuid=${WILLOW}`)).java?.username).toBe("Willow_Wisp");
    }));
});

describe("a skin service that fails", () => {
  it.each(FAULTS)("hides nothing of the game's: it %s", (_, fault) =>
    withService("before", async (world) => {
      world.sandbox.control.fault({ route: "injector.*", fault });
      const { java, warnings } = await profileOf(world, "username=Tinker_Tess&type=java");
      expect(java).toMatchObject({ uuid: TESS, skin_source: "mojang" });
      expect(warnings).toEqual([
        {
          edition: "java",
          code: "BAD_GATEWAY",
          part: "skin",
          error: `Skins and capes of ${hostOf(world)} could not be fetched.`,
        },
      ]);
      const head = await world.request("/head?username=Tinker_Tess");
      expect([head.status, head.headers["x-texture-source"]]).toEqual([200, "player"]);
    }),
  );

  it.each(FAULTS)("is never taken for one without the player: it %s", (_, fault) =>
    withService("after", async (world) => {
      world.sandbox.control.fault({ route: "injector.*", fault });
      expect(await errorOf(world, "username=Willow_Wisp&type=java")).toMatchObject({ status: 502 });
      expect(await errorOf(world, `uuid=${WILLOW}`)).toMatchObject({ status: 502 });
    }),
  );

  it("does not hand its players to a namesake", () =>
    withStoppedClock(async (world) => {
      await profileOf(world, "username=Lantern_Lou&type=java");
      world.sandbox.control.fault({ route: "injector.*", fault: { kind: "drop" } });
      vi.setSystemTime(Date.now() + 7 * 3_600_000);
      const { java, stale } = await profileOf(world, "username=Lantern_Lou&type=java");
      expect([java?.uuid, stale]).toEqual([OTHER_LOU, true]);
    }, sources("before")));

  it("costs the game one more request in five minutes", () =>
    withStoppedClock(async (world) => {
      world.sandbox.control.fault({ route: "injector.*", fault: { kind: "drop" }, times: 8 });
      await profileOf(world, "username=Tinker_Tess&type=java");
      vi.setSystemTime(Date.now() + 280_000);
      await profileOf(world, "username=Tinker_Tess&type=java");
      expect(world.sandbox.control.count("mojang-session.profile")).toBe(1);
    }, sources("before")));
});

describe("the JSON of other services", () => {
  const propertyOf = (body: Record<string, unknown>) => {
    const [property] = body["properties"] as [Property];
    const { SKIN } = decoded(property)["textures"] as { SKIN: { url: string } };
    return { signature: property.signature, url: SKIN.url };
  };

  it("has players of a skin service, with textures where they are", () =>
    withService("after", async (world) => {
      const profile = "/compat/mojang/session/minecraft/profile";
      const plain = await world.request(`${profile}/${WILLOW}`);
      expect(propertyOf(plain.json())).toEqual({
        signature: undefined,
        url: `${world.services.configuration.PUBLIC_URL}/skin?texture=${textureHash("midnight-mei")}`,
      });
      const signed = await world.request(`${profile}/${WILLOW}?unsigned=false`);
      expect(propertyOf(signed.json())).toEqual({
        signature: expect.stringMatching(/^[A-Za-z0-9+/]{600,}=*$/) as string,
        url: `${world.sandbox.url}/injector/textures/${textureHash("midnight-mei")}`,
      });
      const ashcon = await world.request("/compat/ashcon/mojang/v2/user/Willow_Wisp");
      expect([ashcon.status, ashcon.json()["username"]]).toEqual([200, "Willow_Wisp"]);
      const names = await world.request("/compat/mojang/users/profiles/minecraft/willow_wisp");
      expect(names.json()).toEqual({ id: WILLOW, name: "Willow_Wisp" });
    }));
});

describe("without skin services", () => {
  it("none is requested, and an offline UUID is known to be no account", () =>
    withWorld(async (world) => {
      expect(await errorOf(world, "username=Willow_Wisp")).toMatchObject({ status: 404 });
      world.sandbox.control.clearCalls();
      expect(await errorOf(world, `uuid=${WILLOW}`)).toMatchObject({ status: 404 });
      expect(world.sandbox.control.count()).toBe(0);
    }));

  it("what a service said is not remembered", async () => {
    const env: Record<string, string> = {};
    await withWorld(
      async (world) => {
        env["SKIN_SOURCES"] = `${world.sandbox.url}/injector,mojang`;
        await world.restart();
        expect((await profileOf(world, "username=Lantern_Lou")).java?.uuid).toBe(OTHER_LOU);
        delete env["SKIN_SOURCES"];
        await world.restart();
        expect((await profileOf(world, "username=Lantern_Lou")).java?.skin_source).toBe("mojang");
        expect(await errorOf(world, `uuid=${OTHER_LOU}&type=java`)).toMatchObject({ status: 404 });
      },
      () => env,
    );
  });
});

it("is in the status, the metrics and the log by its name", () =>
  withService("after", async (world) => {
    await profileOf(world, "username=Willow_Wisp");
    const name = `skins-${hostOf(world).replace(":", "-")}`;
    expect(world.services.providers.names).toContain(name);
    const { providers } = (await world.request("/api/status")).json() as {
      providers: { name: string }[];
    };
    expect(providers.map((provider) => provider.name)).toContain(name);
    const metrics = (await world.request("/api/metrics")).bytes.toString();
    expect(metrics).toContain(`provider="${name}",operation="profile",outcome="value"`);
    expect(metrics).toContain(`nametag_budget_tokens{bucket="${name}"`);
  }));
