import { createHash } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { openSandbox, uuidOf } from "../sandbox.fixture.ts";

const sandbox = await openSandbox();
const LOU = { id: "dfb83a479bf3469583e7bdc34c28fa4e", name: "Lantern_Lou" };
const QUILL = { id: uuidOf("QuietQuill"), name: "QuietQuill" };

describe.each([
  ["mojang-api", "/minecraft/profile/lookup/name"],
  ["mojang-legacy", "/minecraft/profile/lookup/name"],
  ["mojang-legacy", "/users/profiles/minecraft"],
])("%s%s/{name}", (upstream, path) => {
  const get = (name: string) => fetch(`${sandbox.url}/${upstream}${path}/${name}`);

  it("finds a name in any case and returns its own spelling", async () => {
    const response = await get("lantern_LOU");
    expect(response.status).toBe(200);
    expect(response.headers.get("x-minecraft-rate-limit-result")).toBe("UNDER_LIMIT");
    expect(await response.json()).toEqual(LOU);
  });

  it("prints JSON with spaces around colons", async () => {
    const text = await (await get("Lantern_Lou")).text();
    expect(text).toBe(`{\n  "id" : "${LOU.id}",\n  "name" : "Lantern_Lou"\n}`);
  });

  it("responds 404 without an error code to an unknown name", async () => {
    const response = await get("Unknown_Name");
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      path: `${path}/Unknown_Name`,
      errorMessage: "Couldn't find any profile with name Unknown_Name",
    });
  });

  it("responds 404 to the former name of a renamed player", async () => {
    expect((await get("Larva_Lena")).status).toBe(404);
    expect((await get("Marigold_Moth")).status).toBe(200);
  });

  it.each([
    ["two words", "two%20words", "getProfileName.name: Invalid profile name"],
    ["not Latin", "%D0%9F%D0%B5%D0%BD%D1%8C", "getProfileName.name: Invalid profile name"],
    [
      "26 characters",
      "abcdefghijklmnopqrstuvwxyz",
      "getProfileName.name: Invalid profile name, getProfileName.name: size must be between 1 and 25",
    ],
    [
      "nothing",
      "",
      "getProfileName.name: Invalid profile name, getProfileName.name: size must be between 1 and 25",
    ],
  ])("rejects %s", async (_, name, errorMessage) => {
    const response = await get(name);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      path: `${path}/${name}`,
      error: "CONSTRAINT_VIOLATION",
      errorMessage,
    });
  });

  it.each(["Q", "Zz", "glum-stork", ".Leaf", "dot.dot.dash", "__proto__", "null", "007700"])(
    "knows the odd old name %s",
    async (name) => {
      expect(await (await get(name)).json()).toMatchObject({ name });
    },
  );

  it("is throttled with only a path in the body", async () => {
    const disarm = sandbox.control.fault({
      route: `${upstream}.name`,
      fault: { kind: "throttle" },
    });
    const response = await get("Lantern_Lou");
    disarm();
    expect(response.status).toBe(429);
    expect(response.headers.get("x-minecraft-rate-limit-result")).toBe("OVER_LIMIT");
    expect(response.headers.get("retry-after")).toBe(null);
    expect(await response.json()).toEqual({ path: `${path}/Lantern_Lou` });
  });
});

describe.each([
  ["mojang-api", "/minecraft/profile/lookup/bulk/byname"],
  ["mojang-legacy", "/minecraft/profile/lookup/bulk/byname"],
  ["mojang-legacy", "/profiles/minecraft"],
])("%s%s", (upstream, path) => {
  const get = (body: unknown, type = "application/json") =>
    fetch(`${sandbox.url}/${upstream}${path}`, {
      method: "POST",
      headers: { "content-type": type },
      body: JSON.stringify(body),
    });

  it("returns those it finds, once each and in its own order", async () => {
    const response = await get(["lantern_lou", "Unknown_Name", "QUIETQUILL", "Lantern_Lou"]);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual([QUILL, LOU].toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  });

  it("returns an empty list when it finds no player", async () => {
    expect(await (await get(["Unknown_Name"])).json()).toEqual([]);
  });

  it.each([
    ["no names", [], "getProfileName.profileNames: must not be empty"],
    [
      "eleven names",
      Array.from({ length: 11 }, (_, at) => `Name_${at}`),
      "getProfileName.profileNames: size must be between 0 and 10",
    ],
    [
      "one bad name among good ones",
      ["Lantern_Lou", "not a name"],
      "getProfileName.profileNames[1].<list element>: Invalid profile name",
    ],
    [
      "one name too long",
      ["abcdefghijklmnopqrstuvwxyz"],
      "getProfileName.profileNames[0].<list element>: size must be between 1 and 25, getProfileName.profileNames[0].<list element>: Invalid profile name",
    ],
  ])("rejects %s", async (_, names, errorMessage) => {
    const response = await get(names);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ path, error: "CONSTRAINT_VIOLATION", errorMessage });
  });

  it("rejects anything but JSON", async () => {
    expect((await get(["Lantern_Lou"], "text/plain")).status).toBe(415);
    expect((await get({ names: ["Lantern_Lou"] })).status).toBe(400);
  });
});

describe.each([
  ["mojang-api", "/minecraft/profile/lookup"],
  ["mojang-legacy", "/minecraft/profile/lookup"],
  ["mojang-legacy", "/user/profile"],
])("%s%s/{uuid}", (upstream, path) => {
  const get = (uuid: string) => fetch(`${sandbox.url}/${upstream}${path}/${uuid}`);

  it.each([LOU.id, "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e", LOU.id.toUpperCase()])(
    "finds %s",
    async (uuid) => {
      expect(await (await get(uuid)).json()).toEqual(LOU);
    },
  );

  it("responds 404 to an unknown UUID", async () => {
    const response = await get("0123456789ab4def8123456789abcdef");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: "NOT_FOUND", errorMessage: "Not Found" });
  });

  it("rejects an invalid UUID", async () => {
    const response = await get("Lantern_Lou");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errorMessage: "Not a valid UUID: Lantern_Lou" });
  });
});

it("has no name history any more", async () => {
  const response = await fetch(`${sandbox.url}/mojang-legacy/user/profiles/${LOU.id}/names`);
  expect(response.status).toBe(404);
});

const get = (uuid: string, query = "") =>
  fetch(`${sandbox.url}/mojang-session/session/minecraft/profile/${uuid}${query}`);

interface Profile {
  id: string;
  name: string;
  properties: [{ name: string; value: string; signature?: string }];
  profileActions: unknown[];
}

describe("a profile", () => {
  it("has the URLs of skin and cape on Mojang's own host", async () => {
    const uuid = uuidOf("Lantern_Lou");
    const profile = await read(uuid);
    expect(Object.keys(profile)).toEqual(["id", "name", "properties", "profileActions"]);
    expect(profile).toMatchObject({ id: uuid, name: "Lantern_Lou", profileActions: [] });
    expect(Object.keys(profile.properties[0])).toEqual(["name", "value"]);
    const textures = decode(profile);
    expect(textures).toEqual({
      timestamp: expect.any(Number),
      profileId: uuid,
      profileName: "Lantern_Lou",
      textures: {
        SKIN: {
          url: expect.stringMatching(/^http:\/\/textures\.minecraft\.net\/texture\/[0-9a-f]+$/),
        },
        CAPE: {
          url: expect.stringMatching(/^http:\/\/textures\.minecraft\.net\/texture\/[0-9a-f]+$/),
        },
      },
    });
  });

  it("has the model only when arms are slim", async () => {
    expect(decode(await read(uuidOf("Tinker_Tess"))).textures.SKIN).toMatchObject({
      metadata: { model: "slim" },
    });
    expect(decode(await read(uuidOf("Lantern_Lou"))).textures.SKIN).not.toHaveProperty("metadata");
  });

  it("has no textures for a player who never chose any", async () => {
    expect(decode(await read(uuidOf("Newcomer_Nia"))).textures).toEqual({});
  });

  it("has a cape without a skin", async () => {
    expect(Object.keys(decode(await read(uuidOf("CapeOnly_Cleo"))).textures)).toEqual(["CAPE"]);
  });

  it("is signed on request", async () => {
    const profile = (await (await get(uuidOf("Bea"), "?unsigned=false")).json()) as Profile;
    expect(Buffer.from(profile.properties[0].signature ?? "", "base64").length).toBe(512);
    expect(decode(profile)).toMatchObject({ signatureRequired: true });
  });

  it("has the old default by its real hash: MHF_Steve", async () => {
    expect(decode(await read("c06f89064c8a49119c29ea1dbd1aab82")).textures.SKIN?.url).toBe(
      "http://textures.minecraft.net/texture/1a4af718455d4aab528e7a61f86fa25e6a369d1768dcb13f7df319a713eb810b",
    );
  });

  it("is found by a UUID with dashes", async () => {
    expect((await get("c06f8906-4c8a-4911-9c29-ea1dbd1aab82")).status).toBe(200);
  });
});

it.each([
  ["an unknown one", "0123456789ab4def8123456789abcdef"],
  ["an offline one", "b50ad385829d31412a167e7d7539ba7f"],
  ["a Floodgate one", "00000000000000000009000000000000"],
])("returns an empty 204 for a UUID: %s", async (_, uuid) => {
  const response = await get(uuid);
  expect(response.status).toBe(204);
  expect(await response.text()).toBe("");
});

it("rejects an invalid UUID", async () => {
  const response = await get("Lantern_Lou");
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    path: "/session/minecraft/profile/Lantern_Lou",
    errorMessage: "Not a valid UUID: Lantern_Lou",
  });
});

it.each([undefined, 30, "Fri, 20 Nov 2026 12:00:00 GMT"])(
  "is throttled, with Retry-After: %s",
  async (retryAfter) => {
    const fault = {
      kind: "throttle" as const,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    };
    sandbox.control.fault({ route: "mojang-session.profile", fault, times: 1 });
    const response = await get(uuidOf("Bea"));
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe(retryAfter?.toString() ?? null);
  },
);

const getTexture = (hash: string) => fetch(`${sandbox.url}/mojang-textures/texture/${hash}`);

it("serves a texture before any profile has named it", async () => {
  const response = await getTexture(
    "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b",
  );
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/png");
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(
    "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b",
  );
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

it("can return a JSON document in place of an image", async () => {
  const fault = { kind: "error-envelope" } as const;
  sandbox.control.fault({ route: "mojang-textures.texture", fault, times: 1 });
  const response = await getTexture("deadbeef");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
});

async function read(uuid: string): Promise<Profile> {
  return (await (await get(uuid)).json()) as Profile;
}

function decode(profile: Profile) {
  const text = Buffer.from(profile.properties[0].value, "base64").toString();
  return JSON.parse(text) as { textures: { SKIN?: { url: string }; CAPE?: { url: string } } };
}
