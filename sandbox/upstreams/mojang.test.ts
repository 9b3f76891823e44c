import { createHash } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { read, useSandbox, uuidOf } from "../sandbox.fixture.ts";

const sandbox = useSandbox();
const LOU = { id: "dfb83a479bf3469583e7bdc34c28fa4e", name: "Lantern_Lou" };
const QUILL = { id: uuidOf("QuietQuill"), name: "QuietQuill" };

describe.each([
  ["mojang-api", "/minecraft/profile/lookup/name"],
  ["mojang-legacy", "/minecraft/profile/lookup/name"],
  ["mojang-legacy", "/users/profiles/minecraft"],
])("%s%s/{name}", (upstream, path) => {
  const get = (name: string) => fetch(`${sandbox.url}/${upstream}${path}/${name}`);
  const INVALID_NAME = "getProfileName.name: Invalid profile name";
  const INVALID_SIZE = `${INVALID_NAME}, getProfileName.name: size must be between 1 and 25`;

  it("finds a name in any case, and returns JSON with spaces around colons", async () => {
    const response = await get("lantern_LOU");
    expect(response.status).toBe(200);
    expect(response.headers.get("x-minecraft-rate-limit-result")).toBe("UNDER_LIMIT");
    expect(await response.text()).toBe(`{\n  "id" : "${LOU.id}",\n  "name" : "Lantern_Lou"\n}`);
  });

  it("does not find an unknown or a former name, without an error code", async () => {
    for (const name of ["Unknown_Name", "Larva_Lena"]) {
      const errorMessage = `Couldn't find any profile with name ${name}`;
      expect(await read(get(name))).toEqual([404, { path: `${path}/${name}`, errorMessage }]);
    }
  });

  it("rejects two words, other letters, 26 characters and none", async () => {
    for (const [name, errorMessage] of [
      ["two%20words", INVALID_NAME],
      ["%D0%9F%D0%B5%D0%BD%D1%8C", INVALID_NAME],
      ["abcdefghijklmnopqrstuvwxyz", INVALID_SIZE],
      ["", INVALID_SIZE],
    ]) {
      const refusal = { path: `${path}/${name}`, error: "CONSTRAINT_VIOLATION", errorMessage };
      expect(await read(get(name ?? ""))).toEqual([400, refusal]);
    }
  });

  it("knows odd old names", async () => {
    const odd = ["Q", "Zz", "glum-stork", ".Leaf", "dot.dot.dash", "__proto__", "null", "007700"];
    const found = await Promise.all(odd.map((name) => read(get(name))));
    expect(found).toMatchObject(odd.map((name) => [200, { name }]));
  });
});

describe.each([
  ["mojang-api", "/minecraft/profile/lookup/bulk/byname"],
  ["mojang-legacy", "/minecraft/profile/lookup/bulk/byname"],
  ["mojang-legacy", "/profiles/minecraft"],
])("%s%s", (upstream, path) => {
  const post = (body: unknown, type = "application/json") =>
    read(
      fetch(`${sandbox.url}/${upstream}${path}`, {
        method: "POST",
        headers: { "content-type": type },
        body: JSON.stringify(body),
      }),
    );

  it("returns those it finds, once each and in its own order", async () => {
    const found = [QUILL, LOU].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const names = ["lantern_lou", "Unknown_Name", "QUIETQUILL", "Lantern_Lou"];
    expect(await post(names)).toEqual([200, found]);
  });

  it("returns an empty list when it finds no player", async () => {
    expect(await post(["Unknown_Name"])).toEqual([200, []]);
  });

  it.each([
    ["no names", [], ": must not be empty"],
    [
      "eleven names",
      Array.from({ length: 11 }, (_, at) => `Name_${at}`),
      ": size must be between 0 and 10",
    ],
    [
      "one bad name among good ones",
      ["Lantern_Lou", "not a name"],
      "[1].<list element>: Invalid profile name",
    ],
    [
      "one name too long",
      ["abcdefghijklmnopqrstuvwxyz"],
      "[0].<list element>: size must be between 1 and 25, getProfileName.profileNames[0].<list element>: Invalid profile name",
    ],
  ])("rejects %s", async (_, names, rest) => {
    const errorMessage = `getProfileName.profileNames${rest}`;
    expect(await post(names)).toEqual([400, { path, error: "CONSTRAINT_VIOLATION", errorMessage }]);
  });

  it("rejects anything but JSON", async () => {
    expect((await post(["Lantern_Lou"], "text/plain"))[0]).toBe(415);
    expect((await post({ names: ["Lantern_Lou"] }))[0]).toBe(400);
  });
});

it("has no name history any more", async () => {
  const response = await fetch(`${sandbox.url}/mojang-legacy/user/profiles/${LOU.id}/names`);
  expect(response.status).toBe(404);
});

const get = (uuid: string, query = "") =>
  read(fetch(`${sandbox.url}/mojang-session/session/minecraft/profile/${uuid}${query}`));

interface Profile {
  properties: [{ name: string; value: string; signature?: string }];
}

async function profileOf(uuid: string, query?: string) {
  const [, profile] = (await get(uuid, query)) as [number, Profile];
  const [{ value, signature = "" }] = profile.properties;
  const decoded = JSON.parse(Buffer.from(value, "base64").toString()) as {
    textures: { SKIN?: { url: string }; CAPE?: { url: string } };
  };
  return { profile, signature, decoded };
}

describe("a profile", () => {
  it("has the URLs of skin and cape on Mojang's own host", async () => {
    const { profile, decoded } = await profileOf(LOU.id);
    const properties = [{ name: "textures", value: expect.any(String) }];
    expect(profile).toEqual({ ...LOU, properties, profileActions: [] });
    const url = expect.stringMatching(/^http:\/\/textures\.minecraft\.net\/texture\/[0-9a-f]+$/);
    expect(decoded).toEqual({
      timestamp: expect.any(Number),
      profileId: LOU.id,
      profileName: "Lantern_Lou",
      // Without a model, since the arms are not slim.
      textures: { SKIN: { url }, CAPE: { url } },
    });
  });

  it.each([
    ["the model when arms are slim", "Tinker_Tess", { SKIN: { metadata: { model: "slim" } } }],
    ["no textures for a player who never chose any", "Newcomer_Nia", {}],
    ["a cape without a skin", "CapeOnly_Cleo", { CAPE: {} }],
    [
      "the old default by its real hash",
      "MHF_Steve",
      {
        SKIN: {
          url: "http://textures.minecraft.net/texture/1a4af718455d4aab528e7a61f86fa25e6a369d1768dcb13f7df319a713eb810b",
        },
      },
    ],
  ])("has %s", async (_, name, expected) => {
    const { textures } = (await profileOf(uuidOf(name))).decoded;
    expect(textures).toMatchObject(expected);
    expect(Object.keys(textures)).toEqual(Object.keys(expected));
  });

  it("is signed on request", async () => {
    const { signature, decoded } = await profileOf(uuidOf("Bea"), "?unsigned=false");
    expect(Buffer.from(signature, "base64").length).toBe(512);
    expect(decoded).toMatchObject({ signatureRequired: true });
  });

  it("is found by a UUID with dashes", async () => {
    expect((await get("c06f8906-4c8a-4911-9c29-ea1dbd1aab82"))[0]).toBe(200);
  });
});

it.each([
  ["an unknown one", "0123456789ab4def8123456789abcdef"],
  ["an offline one", "b50ad385829d31412a167e7d7539ba7f"],
  ["a Floodgate one", "00000000000000000009000000000000"],
])("returns an empty 204 for a UUID: %s", async (_, uuid) => {
  expect(await get(uuid)).toEqual([204, ""]);
});

it("rejects an invalid UUID", async () => {
  expect(await get("Lantern_Lou")).toEqual([
    400,
    {
      path: "/session/minecraft/profile/Lantern_Lou",
      errorMessage: "Not a valid UUID: Lantern_Lou",
    },
  ]);
});

const getTexture = (hash: string) => fetch(`${sandbox.url}/mojang-textures/texture/${hash}`);

it("serves a texture before any profile has named it", async () => {
  const hash = "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b";
  const response = await getTexture(hash);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(hash);
});

it.each([
  [
    "classic Steve of before 1.19.3",
    "1a4af718455d4aab528e7a61f86fa25e6a369d1768dcb13f7df319a713eb810b",
  ],
  ["slim Makena", "7cb3ba52ddd5cc82c0b050c3f920f87da36add80165846f479079663805433db"],
  ["classic Zuri", "f5dddb41dcafef616e959c2817808e0be741c89ffbfed39134a13e75b811863d"],
])("serves its own drawing under the hash of a default: %s", async (_, hash) => {
  const bytes = Buffer.from(await (await getTexture(hash)).arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 64, height: 64 });
});

it.each(["deadbeef", "not-a-hash", ""])("has no texture %j", async (hash) => {
  expect((await getTexture(hash)).status).toBe(404);
});
