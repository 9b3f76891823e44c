import { createHash } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { openSandbox, uuidOf } from "../sandbox.fixture.ts";

const sandbox = await openSandbox();
const ask = (uuid: string, query = "") =>
  fetch(`${sandbox.url}/mojang-session/session/minecraft/profile/${uuid}${query}`);

interface Profile {
  id: string;
  name: string;
  properties: [{ name: string; value: string; signature?: string }];
  profileActions: unknown[];
}

describe("a profile", () => {
  it("names skin and cape by address on Mojang's own host", async () => {
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

  it("names the model when arms are slim, and no model otherwise", async () => {
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
    const profile = (await (await ask(uuidOf("Bea"), "?unsigned=false")).json()) as Profile;
    expect(Buffer.from(profile.properties[0].signature ?? "", "base64").length).toBe(512);
    expect(decode(profile)).toMatchObject({ signatureRequired: true });
  });

  it("names the old default by its real hash: MHF_Steve", async () => {
    expect(decode(await read("c06f89064c8a49119c29ea1dbd1aab82")).textures.SKIN?.url).toBe(
      "http://textures.minecraft.net/texture/1a4af718455d4aab528e7a61f86fa25e6a369d1768dcb13f7df319a713eb810b",
    );
  });

  it("is found by a UUID with dashes", async () => {
    expect((await ask("c06f8906-4c8a-4911-9c29-ea1dbd1aab82")).status).toBe(200);
  });
});

it.each([
  ["an unknown one", "0123456789ab4def8123456789abcdef"],
  ["an offline one", "b50ad385829d31412a167e7d7539ba7f"],
  ["a Floodgate one", "00000000000000000009000000000000"],
])("gives an empty 204 for a UUID: %s", async (_, uuid) => {
  const response = await ask(uuid);
  expect(response.status).toBe(204);
  expect(await response.text()).toBe("");
});

it("refuses what is not a UUID", async () => {
  const response = await ask("Lantern_Lou");
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
    const response = await ask(uuidOf("Bea"));
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
])("serves a drawing of its own under the hash of a default: %s", async (_, hash) => {
  const bytes = Buffer.from(await (await getTexture(hash)).arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 64, height: 64 });
});

it.each(["deadbeef", "not-a-hash", ""])("has no texture %j", async (hash) => {
  expect((await getTexture(hash)).status).toBe(404);
});

it("can give a JSON document instead of a picture", async () => {
  const fault = { kind: "error-envelope" } as const;
  sandbox.control.fault({ route: "mojang-textures.texture", fault, times: 1 });
  const response = await getTexture("deadbeef");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
});

async function read(uuid: string): Promise<Profile> {
  return (await (await ask(uuid)).json()) as Profile;
}

function decode(profile: Profile) {
  const text = Buffer.from(profile.properties[0].value, "base64").toString();
  return JSON.parse(text) as { textures: { SKIN?: { url: string }; CAPE?: { url: string } } };
}
