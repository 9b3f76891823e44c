import { describe, expect, it } from "vitest";
import { read, useSandbox, uuidOf, xuidOf } from "../sandbox.fixture.ts";

const sandbox = useSandbox();
const get = (path: string) => read(fetch(`${sandbox.url}/playerdb/api/player${path}`));
const found = (player: object) => [
  200,
  {
    code: "player.found",
    message: "Successfully found player by given ID.",
    success: true,
    data: { player },
  },
];
const missing = (code: string, message: string) => [
  400,
  { code, message, data: {}, success: false, error: false },
];

describe("/minecraft/{name|uuid}", () => {
  const LOU = "dfb83a479bf3469583e7bdc34c28fa4e";

  it.each(["lantern_lou", LOU, "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e"])(
    "finds %s",
    async (query) => {
      const texture = expect.stringMatching(/^https:\/\/textures\.minecraft\.net\/texture\//);
      const text = expect.any(String);
      expect(await get(`/minecraft/${query}`)).toEqual(
        found({
          username: "Lantern_Lou",
          id: "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e",
          raw_id: LOU,
          avatar: `https://crafthead.net/avatar/${LOU}`,
          skin_texture: texture,
          cape_texture: texture,
          properties: [{ name: "textures", value: text, signature: text }],
          name_history: [],
          meta: { cached_at: 1_760_000_000 },
        }),
      );
    },
  );

  it("omits the URLs of textures when there are none", async () => {
    const body = JSON.stringify(await get("/minecraft/Newcomer_Nia"));
    expect(body).toContain("Newcomer_Nia");
    expect(body).not.toMatch(/skin_texture|cape_texture/);
  });

  it.each(["Unknown_Name", "dot.dot.dash", "two%20words", "0123456789ab4def8123456789abcdef"])(
    "responds 400 with the same code for every unknown player: %s",
    async (query) => {
      expect(await get(`/minecraft/${query}`)).toEqual(
        missing("minecraft.invalid_username", "No Minecraft user could be found."),
      );
    },
  );
});

describe("/xbox/{gamertag|xuid}", () => {
  const biscuit = xuidOf("Biscuit4821");

  it.each(["biscuit4821", biscuit])("finds %s", async (query) => {
    expect(await get(`/xbox/${query}`)).toEqual(
      found({
        id: biscuit,
        username: "Biscuit4821",
        avatar: expect.stringContaining("xboxlive.com"),
        modernGamertag: "Biscuit",
        modernGamertagSuffix: "4821",
        uniqueModernGamertag: "Biscuit#4821",
        meta: { gamerscore: expect.any(String), accounttier: expect.any(String) },
        cached_at: 1_760_000_000_000,
      }),
    );
  });

  it("knows players unknown to Geyser", async () => {
    const player = { id: xuidOf("HermitHazel") };
    expect(await get("/xbox/HermitHazel")).toMatchObject([200, { data: { player } }]);
  });

  it("encodes a gamertag again, and so does not find one with a space", async () => {
    expect(await get("/xbox/Mossy%20Minnow")).toEqual(
      missing("xbox.not_found", "No Xbox Live account found."),
    );
  });

  it.each(["Unknown", "2666666666666666", "1234"])(
    "responds 400 for every unknown player: %s",
    async (query) => {
      expect(await get(`/xbox/${encodeURIComponent(query)}`)).toEqual(
        missing("xbox.not_found", "No Xbox Live account found."),
      );
    },
  );
});

it("has a code for unknown paths", async () => {
  expect(await get("/steam/1")).toMatchObject([404, { code: "api.404" }]);
});

const getLaby = (id: string) => read(fetch(`${sandbox.url}/laby/api/v3/user/${id}/profile`));

describe("{uuid}/profile", () => {
  it("lists names under the new keys, a hidden one as a dash", async () => {
    const expected = {
      uuid: expect.stringMatching(/^[0-9a-f]{8}-/),
      name: "Marigold_Moth",
      name_history: [
        { name: "Larva_Lena", changed_at: null, accurate: false, last_seen_at: null },
        { name: "-", changed_at: "2019-04-02T10:15:30+00:00", accurate: true },
        { name: "Cocoon_Cora", changed_at: "2020-08-19T07:00:00+02:00", accurate: true },
        { name: "Marigold_Moth", changed_at: "2023-05-01T12:00:00+00:00", accurate: true },
      ],
      textures: { SKIN: [expect.anything()], CAPE: [] },
    };
    expect(await getLaby(uuidOf("Marigold_Moth"))).toMatchObject([200, expected]);
  });

  it("lists names under the old keys, a hidden one as a full-width dash", async () => {
    const expected = {
      username: "Sir_Reginald",
      username_history: [
        { username: "xX_Reggie_Xx", changed_at: null },
        { username: "－", changed_at: "2018-12-24T23:59:59+00:00" },
        { username: "Sir_Reginald", changed_at: "2022-02-22T22:22:22+00:00" },
      ],
      textures: { CLOAK: [] },
    };
    expect(await getLaby(uuidOf("Sir_Reginald"))).toMatchObject([200, expected]);
  });

  it("adds a new name after a rename", async () => {
    const uuid = uuidOf("Tinker_Tess");
    expect((await getLaby(uuid))[0]).toBe(404);
    sandbox.control.change(uuid, { name: "Tinker_Tessa" });
    const name_history = [
      { name: "Tinker_Tess", changed_at: null },
      { name: "Tinker_Tessa", changed_at: expect.stringMatching(/^\d{4}-/) },
    ];
    expect(await getLaby(uuid)).toMatchObject([200, { name_history }]);
  });

  it.each([
    ["a player it has no history of", uuidOf("Bea"), 404, { error: "user_not_found" }],
    ["what is not a UUID", "Bea", 400, { error: "invalid_uuid" }],
  ])("rejects %s", async (_, id, ...expected) => {
    expect(await getLaby(id)).toEqual(expected);
  });
});
