import { describe, expect, it, vi } from "vitest";
import {
  errorOf,
  profileOf,
  withStoppedClock,
  withWorld,
  type TestWorld,
} from "../../testing/world.ts";
import { defaultSkinOf } from "../textures/default-skins.ts";
import { hostOf, sources, withService } from "./skin-services.fixture.ts";

const TESS = "a9a041d770424d1bbe1e5c603300460c";
const MODEL = defaultSkinOf(TESS).model;
const BY_NAME = "username=tinker_tess&type=java";
const BY_UUID = `uuid=${TESS}&type=java`;

/** From now on, the session service has no profile of Tinker_Tess. */
function hideProfile({ sandbox }: TestWorld, route = "mojang-session.profile") {
  return sandbox.control.fault({ route, fault: { kind: "status", status: 204 }, match: TESS });
}

describe("an account that only the name service knows", () => {
  it("is a player with the default skin", () =>
    withWorld(async (world) => {
      hideProfile(world);
      const { java, warnings, stale } = await profileOf(world, BY_NAME);
      expect(java).toMatchObject({
        username: "Tinker_Tess",
        uuid: TESS,
        model: MODEL,
        skin_texture: null,
        cape_texture: null,
        cape_url: null,
        skin_source: "mojang",
        name_history: [{ name: "Tinker_Tess", changed_at: null }],
      });
      expect([warnings, stale]).toEqual([undefined, false]);
      // By then it is known by its UUID as well.
      expect((await profileOf(world, BY_UUID)).java).toEqual(java);
      for (const image of ["/head?", "/body?cape=true&", "/skin?"]) {
        const { status, headers } = await world.request(`${image}username=Tinker_Tess`);
        expect([image, status, headers["x-texture-source"]]).toEqual([image, 200, "default"]);
      }
      expect((await world.request("/cape?username=Tinker_Tess")).status).toBe(404);
      const reply = await world.request(`/api?${BY_NAME}`);
      expect(reply.headers["cache-control"]).toMatch(/max-age=1[12]\d\d,/);
    }));

  it("is one at the URLs of other services, too, with no profile where Mojang has none", () =>
    withWorld(async (world) => {
      hideProfile(world);
      const account = { id: TESS, name: "Tinker_Tess" };
      for (const path of ["users/profiles/minecraft", "minecraft/profile/lookup/name"]) {
        const one = await world.request(`/compat/mojang/${path}/tinker_tess`);
        expect([one.status, one.json()]).toEqual([200, account]);
      }
      const body = JSON.stringify(["tinker_tess"]);
      const many = await world.request("/compat/mojang/profiles/minecraft", {
        method: "POST",
        body,
      });
      expect(many.json()).toEqual([account]);
      const uuid = await world.request(`/compat/mojang/user/profile/${TESS}`);
      expect([uuid.status, uuid.json()]).toEqual([200, account]);
      for (const query of ["", "?unsigned=false"]) {
        const session = await world.request(
          `/compat/mojang/session/minecraft/profile/${TESS}${query}`,
        );
        expect([session.status, session.bytes.length]).toEqual([204, 0]);
      }
      for (const path of ["playerdb/api/player/minecraft", "ashcon/mojang/v2/user"]) {
        expect((await world.request(`/compat/${path}/Tinker_Tess`)).status).toBe(200);
      }
      const head = await world.request("/compat/crafthead/helm/Tinker_Tess/64");
      expect([head.status, head.headers["x-texture-source"]]).toEqual([200, "default"]);
    }));

  it("is found by name after its UUID was found to be nobody's", () =>
    withWorld(async (world) => {
      hideProfile(world);
      expect(await errorOf(world, BY_UUID)).toMatchObject({ status: 404 });
      expect((await profileOf(world, BY_NAME)).java?.uuid).toBe(TESS);
      expect((await profileOf(world, BY_UUID)).java?.username).toBe("Tinker_Tess");
    }));

  it("stays one for as long as its name leads to it, and gets its skin once there is a profile", () =>
    withStoppedClock(async (world) => {
      const end = hideProfile(world);
      await profileOf(world, BY_NAME);
      vi.setSystemTime(Date.now() + 1_300_000);
      expect((await profileOf(world, BY_UUID)).java).toMatchObject({ skin_texture: null });
      end();
      vi.setSystemTime(Date.now() + 1_300_000);
      const { java } = await profileOf(world, BY_UUID);
      expect(java?.skin_texture).not.toBe(null);
    }));

  it("is gone once its name is", () =>
    withStoppedClock(async (world) => {
      hideProfile(world);
      await profileOf(world, BY_NAME);
      world.sandbox.control.change(TESS, { deleted: true });
      const later = () => {
        vi.setSystemTime(Date.now() + 1_300_000);
        return world.request(`/api?${BY_UUID}`);
      };
      // A load that takes long ends after its request.
      await expect.poll(async () => (await later()).status).toBe(404);
    }));

  it("keeps its skin for a minute when a profile is gone all of a sudden", () =>
    withStoppedClock(async (world) => {
      const { java } = await profileOf(world, BY_NAME);
      hideProfile(world);
      vi.setSystemTime(Date.now() + 1_300_000);
      expect((await profileOf(world, BY_NAME)).java?.skin_texture).toBe(java?.skin_texture);
      vi.setSystemTime(Date.now() + 120_000);
      await world.request(`/api?${BY_NAME}`);
      expect((await profileOf(world, BY_NAME)).java?.skin_texture).toBe(null);
    }));

  it("is unknown, not nobody, while the session service fails", () =>
    withWorld(async (world) => {
      world.sandbox.control.fault({ route: "mojang-session.profile", fault: { kind: "drop" } });
      expect(await errorOf(world, BY_NAME)).toMatchObject({ status: 502 });
    }));

  it("may be one of a skin service", () =>
    withService("after", async (world) => {
      const name = "Willow_Wisp";
      world.sandbox.control.fault({
        route: "injector.profile",
        fault: { kind: "status", status: 204 },
      });
      const { java } = await profileOf(world, `username=${name}&type=java`);
      expect(java).toMatchObject({
        username: name,
        skin_texture: null,
        skin_source: hostOf(world),
      });
    }));
});

it("a name of nobody stays one", () =>
  withWorld(async (world) => {
    hideProfile(world);
    expect(await errorOf(world, "username=nobody_at_all&type=java")).toMatchObject({ status: 404 });
    expect(await errorOf(world, `uuid=${TESS.replace("a9", "b9")}`)).toMatchObject({ status: 404 });
  }, sources("after")));
