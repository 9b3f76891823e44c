import { describe, expect, it } from "vitest";
import { openSandbox, uuidOf, xuidOf } from "../sandbox.fixture.ts";

const sandbox = await openSandbox();
const get = (path: string) => fetch(`${sandbox.url}/playerdb/api/player${path}`);
const FOUND = {
  code: "player.found",
  message: "Successfully found player by given ID.",
  success: true,
};

describe("/minecraft/{name|uuid}", () => {
  const LOU = "dfb83a479bf3469583e7bdc34c28fa4e";

  it.each(["lantern_lou", LOU, "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e"])(
    "finds %s",
    async (query) => {
      const response = await get(`/minecraft/${query}`);
      expect(response.status).toBe(200);
      const texture = expect.stringMatching(/^https:\/\/textures\.minecraft\.net\/texture\//);
      expect(await response.json()).toEqual({
        ...FOUND,
        data: {
          player: {
            username: "Lantern_Lou",
            id: "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e",
            raw_id: LOU,
            avatar: `https://crafthead.net/avatar/${LOU}`,
            skin_texture: texture,
            cape_texture: texture,
            properties: [
              { name: "textures", value: expect.any(String), signature: expect.any(String) },
            ],
            name_history: [],
            meta: { cached_at: 1_760_000_000 },
          },
        },
      });
    },
  );

  it("omits the URLs of textures when there are none", async () => {
    const { data } = (await (await get("/minecraft/Newcomer_Nia")).json()) as PlayerDbBody;
    expect(data.player).not.toHaveProperty("skin_texture");
    expect(data.player).not.toHaveProperty("cape_texture");
  });

  it.each(["Unknown_Name", "dot.dot.dash", "two%20words", "0123456789ab4def8123456789abcdef"])(
    "responds 400 with the same code for every unknown player: %s",
    async (query) => {
      const response = await get(`/minecraft/${query}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        code: "minecraft.invalid_username",
        message: "No Minecraft user could be found.",
        data: {},
        success: false,
        error: false,
      });
    },
  );

  it("is throttled with the code of the edition", async () => {
    const fault = { kind: "throttle", retryAfter: 10 } as const;
    sandbox.control.fault({ route: "playerdb.java", fault, times: 1 });
    const response = await get("/minecraft/Bea");
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("10");
    expect(await response.json()).toMatchObject({ code: "minecraft.rate_limited", success: false });
  });
});

describe("/xbox/{gamertag|xuid}", () => {
  const biscuit = xuidOf("Biscuit4821");

  it.each(["biscuit4821", biscuit])("finds %s", async (query) => {
    const response = await get(`/xbox/${query}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      ...FOUND,
      data: {
        player: {
          id: biscuit,
          username: "Biscuit4821",
          avatar: expect.stringContaining("xboxlive.com"),
          modernGamertag: "Biscuit",
          modernGamertagSuffix: "4821",
          uniqueModernGamertag: "Biscuit#4821",
          meta: { gamerscore: expect.any(String), accounttier: expect.any(String) },
          cached_at: 1_760_000_000_000,
        },
      },
    });
  });

  it("knows players unknown to Geyser", async () => {
    const { data } = (await (await get("/xbox/Hermit%20Hazel")).json()) as PlayerDbBody;
    expect(data.player["id"]).toBe(xuidOf("Hermit Hazel"));
  });

  it.each(["Unknown Name", "2666666666666666", "1234"])(
    "responds 400 for every unknown player: %s",
    async (query) => {
      const response = await get(`/xbox/${encodeURIComponent(query)}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: "xbox.not_found",
        success: false,
        error: false,
      });
    },
  );

  it("is throttled with the code of the edition", async () => {
    sandbox.control.fault({ route: "playerdb.*", fault: { kind: "throttle" }, times: 1 });
    const response = await get("/xbox/Bea");
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({ code: "xbox.rate_limited", error: true });
  });
});

it("has a code for unknown paths", async () => {
  const response = await get("/steam/1");
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: "api.404" });
});

interface PlayerDbBody {
  data: { player: Record<string, unknown> };
}

const getLaby = (path: string) => fetch(`${sandbox.url}/laby/api/v3/user/${path}`);

describe("{uuid}/profile", () => {
  it("lists names under the new keys, a hidden one as a dash", async () => {
    const response = await getLaby(`${uuidOf("Marigold_Moth")}/profile`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      uuid: expect.stringMatching(/^[0-9a-f]{8}-/),
      name: "Marigold_Moth",
      name_history: [
        { name: "Larva_Lena", changed_at: null, accurate: false, last_seen_at: null },
        { name: "-", changed_at: "2019-04-02T10:15:30+00:00", accurate: true },
        { name: "Cocoon_Cora", changed_at: "2020-08-19T07:00:00+02:00", accurate: true },
        { name: "Marigold_Moth", changed_at: "2023-05-01T12:00:00+00:00", accurate: true },
      ],
      textures: { SKIN: [expect.anything()], CAPE: [] },
    });
  });

  it("lists names under the old keys, a hidden one as a full-width dash", async () => {
    const response = await getLaby(`${uuidOf("Sir_Reginald")}/profile`);
    expect(await response.json()).toMatchObject({
      username: "Sir_Reginald",
      username_history: [
        { username: "xX_Reggie_Xx", changed_at: null },
        { username: "－", changed_at: "2018-12-24T23:59:59+00:00" },
        { username: "Sir_Reginald", changed_at: "2022-02-22T22:22:22+00:00" },
      ],
      textures: { CLOAK: [] },
    });
  });

  it("adds a new name after a rename", async () => {
    const uuid = uuidOf("Tinker_Tess");
    expect((await getLaby(`${uuid}/profile`)).status).toBe(404);
    sandbox.control.change(uuid, { name: "Tinker_Tessa" });
    const body = (await (await getLaby(`${uuid}/profile`)).json()) as { name_history: unknown[] };
    expect(body.name_history).toMatchObject([
      { name: "Tinker_Tess", changed_at: null },
      { name: "Tinker_Tessa", changed_at: expect.stringMatching(/^\d{4}-/) },
    ]);
  });
});

it("returns only the names", async () => {
  expect(await (await getLaby(`${uuidOf("NameHopper")}/names`)).json()).toHaveLength(7);
});

it("returns the UUID of a name", async () => {
  expect(await (await getLaby("namehopper/uniqueId")).json()).toMatchObject({
    username: "NameHopper",
  });
});

it.each([
  ["a player it has no history of", `${uuidOf("Bea")}/profile`, 404, { error: "user_not_found" }],
  ["what is not a UUID", "Bea/profile", 400, { error: "invalid_uuid" }],
])("rejects %s", async (_, path, status, body) => {
  const response = await getLaby(path);
  expect([response.status, await response.json()]).toEqual([status, body]);
});
