import { describe, expect, it } from "vitest";
import { dashed } from "../contract/identifiers.ts";
import { LOU, LOU_XUID } from "../../testing/world.ts";
import {
  CAPE,
  decoded,
  LOU_BEDROCK,
  MINNOW,
  MINNOW_SKIN,
  MINNOW_XUID,
  OFFLINE,
  type Property,
  signatureOf,
  SKIN,
  UNKNOWN,
  UNKNOWN_XUID,
  useCompatWorld,
} from "./json.fixture.ts";

const { request } = useCompatWorld();

describe("PlayerDB", () => {
  it("describes a Java player", async () => {
    const reply = await request("playerdb/api/player/minecraft/lantern_lou");
    expect(reply.status).toBe(200);
    const { data, ...rest } = reply.json() as { data: { player: Record<string, unknown> } };
    expect(rest).toEqual({
      code: "player.found",
      message: "Successfully found player by given ID.",
      success: true,
    });
    const { properties, ...player } = data.player;
    expect(player).toEqual({
      meta: { cached_at: expect.any(Number) },
      username: "Lantern_Lou",
      id: dashed(LOU),
      raw_id: LOU,
      avatar: `http://localhost:3000/compat/crafthead/avatar/${LOU}`,
      skin_texture: SKIN,
      cape_texture: CAPE,
      name_history: [],
    });
    const [property] = properties as [Property];
    expect(property.signature).toBe(signatureOf(property.value));
  });

  it.each([
    ".Mossy_Minnow",
    ".Mossy%20Minnow",
    "*Mossy+Minnow",
    "Mossy%20Minnow",
    MINNOW,
    MINNOW.replaceAll("-", ""),
    MINNOW_XUID,
  ])("gives %s Floodgate's name and UUID", async (id) => {
    const reply = await request(`playerdb/api/player/minecraft/${id}`);
    expect(reply.json()).toMatchObject({
      success: true,
      data: { player: { username: ".Mossy_Minnow", id: MINNOW } },
    });
  });

  it.each(["Mossy%20Minnow", MINNOW_XUID])("describes the Xbox account %s", async (id) => {
    expect((await request(`playerdb/api/player/xbox/${id}`)).json()).toMatchObject({
      success: true,
      data: { player: { id: MINNOW_XUID, username: "Mossy Minnow", meta: {} } },
    });
  });

  it.each([
    ["minecraft/nobody_at_all", "minecraft.invalid_username"],
    ["minecraft/two%20wo-rds", "minecraft.invalid_username"],
    [`minecraft/${OFFLINE}`, "minecraft.invalid_username"],
    [`xbox/${UNKNOWN_XUID}`, "xbox.not_found"],
    ["xbox/%F0%9F%A7%B1", "xbox.not_found"],
  ])("has no player %s", async (path, code) => {
    const reply = await request(`playerdb/api/player/${path}`);
    expect(reply.status).toBe(400);
    expect(reply.json()).toMatchObject({ success: false, error: false, code, data: {} });
  });
});

describe("the game's own API", () => {
  const account = { id: LOU, name: "Lantern_Lou" };

  it.each([
    "users/profiles/minecraft/LANTERN_lou",
    "minecraft/profile/lookup/name/Lantern_Lou",
    `minecraft/profile/lookup/${dashed(LOU)}`,
    `user/profile/${LOU}`,
  ])("%s is an account", async (path) => {
    const reply = await request(`mojang/${path}`);
    expect([reply.status, reply.json()]).toEqual([200, account]);
  });

  const name = "getProfileName.name";
  const violation = (errorMessage: string) => ({ error: "CONSTRAINT_VIOLATION", errorMessage });
  const badName = `${name}: Invalid profile name`;
  const tooLong = `${badName}, ${name}: size must be between 1 and 25`;
  const badUuid = violation("Not a valid UUID: xyz");
  const noName = { errorMessage: "Couldn't find any profile with name nobody_at_all" };
  const noUuid = { error: "NOT_FOUND", errorMessage: "Not Found" };

  it.each([
    ["users/profiles/minecraft/nobody_at_all", 404, noName],
    ["users/profiles/minecraft/not%20a%20name", 400, violation(badName)],
    ["minecraft/profile/lookup/name/abcdefghijklmnopqrstuvwxyz", 400, violation(tooLong)],
    [`minecraft/profile/lookup/${UNKNOWN}`, 404, noUuid],
    ["minecraft/profile/lookup/xyz", 400, badUuid],
    ["session/minecraft/profile/xyz", 400, badUuid],
  ])("%s is a %i", async (path, status, body) => {
    const reply = await request(`mojang/${path}`);
    expect([reply.status, reply.json()]).toEqual([status, { path: `/${path}`, ...body }]);
  });

  it("has session profiles with a signature only when one is requested", async () => {
    for (const [query, isSigned] of [
      ["", false],
      ["?unsigned=true", false],
      ["?unsigned=false", true],
    ] as const) {
      const reply = await request(`mojang/session/minecraft/profile/${LOU}${query}`);
      const { properties, ...profile } = reply.json() as { properties: [Property] };
      expect(profile).toEqual({ ...account, profileActions: [] });
      const [{ name, value, signature }] = properties;
      expect([name, signature]).toEqual(["textures", isSigned ? signatureOf(value) : undefined]);
      expect(decoded({ value })).toMatchObject({
        profileId: LOU,
        profileName: "Lantern_Lou",
        textures: {
          SKIN: { url: SKIN.replace("https", "http") },
          CAPE: { url: CAPE.replace("https", "http") },
        },
      });
    }
  });

  it("says nothing about the session of an unknown player", async () => {
    const reply = await request(`mojang/session/minecraft/profile/${UNKNOWN}`);
    expect([reply.status, reply.bytes.length]).toEqual([204, 0]);
    expect(reply.headers["content-type"]).toBeUndefined();
  });
});

describe("mowojang", () => {
  it.each(["Lantern_Lou", LOU, "users/profiles/minecraft/Lantern_Lou"])("knows %s", async (id) => {
    expect((await request(`mowojang/${id}`)).json()).toEqual({ id: LOU, name: "Lantern_Lou" });
  });

  it.each(["nobody_at_all", UNKNOWN, OFFLINE, `session/minecraft/profile/${UNKNOWN}`, "a%20b"])(
    "does not know %s",
    async (id) => {
      const reply = await request(`mowojang/${id}`);
      expect([reply.status, reply.bytes.toString()]).toEqual([404, "Not found"]);
    },
  );
});

describe("MCProfile", () => {
  it.each(["username/Lantern_Lou", `uuid/${LOU}`])("java/%s", async (path) => {
    expect((await request(`mcprofile/api/v1/java/${path}`)).json()).toEqual({
      username: "Lantern_Lou",
      uuid: dashed(LOU),
      skin: SKIN,
      cape: CAPE,
      linked: true,
      bedrock_gamertag: "Lantern Lou",
      bedrock_xuid: LOU_XUID,
      bedrock_fuid: LOU_BEDROCK,
    });
  });

  it.each(["gamertag/Mossy%20Minnow", `xuid/${MINNOW_XUID}`, `fuid/${MINNOW}`])(
    "bedrock/%s",
    async (path) => {
      expect((await request(`mcprofile/api/v1/bedrock/${path}`)).json()).toEqual({
        gamertag: "Mossy Minnow",
        xuid: MINNOW_XUID,
        floodgateuid: MINNOW,
        icon: `http://localhost:3000/compat/crafthead/avatar/${MINNOW.replaceAll("-", "")}`,
        textureid: MINNOW_SKIN,
        skin: `https://textures.minecraft.net/texture/${MINNOW_SKIN}`,
        linked: false,
      });
    },
  );

  it("names the linked Java account", async () => {
    expect((await request(`mcprofile/api/v1/bedrock/xuid/${LOU_XUID}`)).json()).toMatchObject({
      linked: true,
      java_uuid: dashed(LOU),
      java_name: "Lantern_Lou",
    });
  });

  it("has no unknown player", async () => {
    const reply = await request("mcprofile/api/v1/java/username/nobody_at_all");
    expect([reply.status, reply.json()]).toEqual([404, { message: "User not found." }]);
  });
});

it.each([
  ["crafthead/profile/:id", true],
  ["mc-heads/minecraft/profile/:id/signed", true],
  ["mc-heads/minecraft/profile/:id", false],
])("%s has profiles of both editions, signed: %s", async (path, isSigned) => {
  const profileOf = (id: string) => request(path.replace(":id", id));
  const java = (await profileOf(LOU)).json() as { properties: [Property] };
  expect(java).toMatchObject({ id: LOU, name: "Lantern_Lou" });
  const [{ value, signature }] = java.properties;
  expect(signature).toBe(isSigned ? signatureOf(value) : undefined);
  expect((await profileOf(".Mossy_Minnow")).json()).toMatchObject({
    id: MINNOW.replaceAll("-", ""),
    name: ".Mossy_Minnow",
  });
});

it("Crafthead says that it has no unknown player", async () => {
  const none = await request("crafthead/profile/nobody_at_all");
  expect([none.status, none.json()]).toEqual([404, { error: "User does not exist" }]);
});

describe("MC-Heads", () => {
  it.each(["nobody_at_all", "nobody_at_all/signed", UNKNOWN, "no!pe", "no!pe/signed"])(
    "says nothing about the profile of %s",
    async (id) => {
      const none = await request(`mc-heads/minecraft/profile/${id}`);
      expect([none.status, none.bytes.length]).toEqual([204, 0]);
    },
  );

  it.each([
    ["u=lantern_lou", { uuid: LOU, username: "Lantern_Lou" }],
    [`search&u=${dashed(LOU)}`, { uuid: LOU, username: "Lantern_Lou" }],
    ["u=.Mossy+Minnow", { uuid: MINNOW.replaceAll("-", ""), username: ".Mossy_Minnow" }],
    ["search&u=nobody_at_all", {}],
    ["u=no!pe", {}],
  ])("has the name and the UUID for %s", async (query, body) => {
    const reply = await request(`mc-heads/json/get_user?${query}`);
    expect([reply.status, reply.json()]).toEqual([200, body]);
  });

  it.each(["", "?search", "?u="])("has no user without a name: %s", async (query) => {
    expect((await request(`mc-heads/json/get_user${query}`)).status).toBe(404);
  });

  it("tells users apart that only the query names, also from memory", async () => {
    for (const name of ["Lantern_Lou", "Tinker_Tess", "Lantern_Lou", "Tinker_Tess"]) {
      const reply = await request(`mc-heads/json/get_user?search&u=${name}`);
      expect(reply.json()).toMatchObject({ username: name });
    }
  });
});
