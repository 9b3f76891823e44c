import { describe, expect, it } from "vitest";
import { dashed } from "../player.ts";
import { useSandbox, uuidOf, xuidOf } from "../sandbox.fixture.ts";

const sandbox = useSandbox();
const read = async (path: string) => {
  const response = await fetch(`${sandbox.url}/geyser${path}`);
  return [response.status, response.headers.get("cache-control"), await response.json()];
};
const NOT_IN_CACHE =
  "Unable to find user in our cache. Please try specifying their Floodgate UUID instead";
const MINUTE = "max-age=60, public";
const QUARTER_HOUR = "max-age=900, public";
const IMMUTABLE = "max-age=604800, immutable, public";
const BAD_LENGTH = { message: "gamertag is empty or longer than 16 chars" };
const BAD_XUID = { message: "xuid should be an int" };
const minnow = xuidOf("Mossy Minnow");
const troubador = xuidOf("Toast Troubador");
const hermit = xuidOf("HermitHazel");

describe("/v2/xbox/xuid/{gamertag}", () => {
  it.each([
    ["a number from its database", "mossy MINNOW", 200, MINUTE, { xuid: Number(minnow) }],
    ["a string from Xbox Live", "Toast Troubador", 200, MINUTE, { xuid: troubador }],
    ["not Latin", "苔むす狐", 200, MINUTE, { xuid: Number(xuidOf("苔むす狐")) }],
    ["an unknown player", "Unknown Name", 200, QUARTER_HOUR, {}],
    ["an underscore for a space", "Mossy_Minnow", 200, QUARTER_HOUR, {}],
    ["not in the cache", "HermitHazel", 503, null, { message: NOT_IN_CACHE }],
    ["empty", "", 400, IMMUTABLE, BAD_LENGTH],
    ["17 long", "Seventeen Letters", 400, IMMUTABLE, BAD_LENGTH],
  ])("responds to a gamertag: %s", async (_, gamertag, ...expected) => {
    expect(await read(`/v2/xbox/xuid/${encodeURIComponent(gamertag)}`)).toEqual(expected);
  });
});

describe("/v2/xbox/gamertag/{xuid}", () => {
  it.each([
    ["found", minnow, 200, MINUTE, { gamertag: "Mossy Minnow" }],
    ["an unknown player", "2666666666666666", 200, QUARTER_HOUR, {}],
    ["not in the cache", hermit, 503, null, { message: NOT_IN_CACHE }],
    ["not a number", "Mossy", 400, IMMUTABLE, BAD_XUID],
    ["negative", "-1", 400, IMMUTABLE, BAD_XUID],
  ])("responds to an XUID: %s", async (_, xuid, ...expected) => {
    expect(await read(`/v2/xbox/gamertag/${xuid}`)).toEqual(expected);
  });
});

describe("/v2/skin/{xuid}", () => {
  it("returns a texture signed by another account", async () => {
    const [status, caching, body] = (await read(`/v2/skin/${minnow}`)) as [number, string, Skin];
    expect([status, caching]).toEqual([200, MINUTE]);
    expect(body).toEqual({
      hash: expect.any(String),
      is_steve: false,
      last_update: expect.any(Number),
      signature: expect.any(String),
      texture_id: expect.any(String),
      value: expect.any(String),
    });
    const url = `http://textures.minecraft.net/texture/${body.texture_id}`;
    expect(JSON.parse(Buffer.from(body.value, "base64").toString())).toMatchObject({
      profileName: "SkinSigner",
      textures: { SKIN: { url } },
    });
    const texture = await fetch(`${sandbox.url}/mojang-textures/texture/${body.texture_id}`);
    expect(texture.status).toBe(200);
  });

  it.each([
    ["known without a skin", xuidOf("Plain Plum"), 200, "max-age=120, public", {}],
    ["an unknown player", "2666666666666666", 200, "max-age=120, public", {}],
    ["not a number", "Plum", 400, IMMUTABLE, { message: "skin_id should be an int" }],
  ])("responds to an XUID: %s", async (_, xuid, ...expected) => {
    expect(await read(`/v2/skin/${xuid}`)).toEqual(expected);
  });
});

describe("/v2/link", () => {
  const bard = uuidOf("Bramble_Bard");
  const dragon = xuidOf("Sofa Dragon");
  const link = {
    bedrock_id: Number(dragon),
    java_id: dashed(bard),
    java_name: "Bramble_Bard",
    last_name_update: 1_755_000_000_000,
  };
  const SHORT = "max-age=30, public";

  it.each([
    ["/v2/link/bedrock/{xuid} of a linked account", `/v2/link/bedrock/${dragon}`, 200, SHORT, link],
    ["/v2/link/bedrock/{xuid} of another", `/v2/link/bedrock/${minnow}`, 200, SHORT, {}],
    ["/v2/link/bedrock/{xuid} of no number", "/v2/link/bedrock/x", 400, null, BAD_XUID],
    [
      "/v2/link/java/{uuid} of a linked account",
      `/v2/link/java/${dashed(bard)}`,
      200,
      SHORT,
      [link],
    ],
    ["/v2/link/java/{uuid} of another", `/v2/link/java/${dashed(uuidOf("Bea"))}`, 200, SHORT, []],
    [
      "/v2/link/java/{uuid} without dashes",
      `/v2/link/java/${bard}`,
      400,
      null,
      { message: "uuid has to be a valid uuid (36 chars long)" },
    ],
  ])("responds to %s", async (_, path, ...expected) => {
    expect(await read(path)).toEqual(expected);
  });

  it("lists two Bedrock accounts of one Java account", async () => {
    const [, , links] = await read(`/v2/link/java/${dashed(uuidOf("Twice_Told"))}`);
    expect(links).toMatchObject([
      { bedrock_id: Number(xuidOf("First Telling")) },
      { bedrock_id: Number(xuidOf("Second Telling")) },
    ]);
  });

  it("can link an account with a different name", async () => {
    const [, , found] = await read(`/v2/link/bedrock/${xuidOf("MapleMax")}`);
    expect(found).toMatchObject({ java_name: "Orchard_Max" });
  });
});

interface Skin {
  texture_id: string;
  value: string;
}
