import { describe, expect, it } from "vitest";
import { openSandbox, uuidOf, xuidOf } from "../sandbox.fixture.ts";

const sandbox = await openSandbox();
const get = (path: string, init?: RequestInit) => fetch(`${sandbox.url}/geyser${path}`, init);
const read = async (path: string) => {
  const response = await get(path);
  return [response.status, response.headers.get("cache-control"), await response.json()];
};
const NOT_IN_CACHE =
  "Unable to find user in our cache. Please try specifying their Floodgate UUID instead";
const IMMUTABLE = "max-age=604800, immutable, public";
const minnow = xuidOf("Mossy Minnow");
const troubador = xuidOf("Toast Troubador");
const hermit = xuidOf("Hermit Hazel");

describe("/v2/xbox/xuid/{gamertag}", () => {
  it.each([
    [
      "a number from its database",
      "mossy%20MINNOW",
      200,
      "max-age=60, public",
      { xuid: Number(minnow) },
    ],
    [
      "a string from Xbox Live",
      "Toast%20Troubador",
      200,
      "max-age=60, public",
      { xuid: troubador },
    ],
    [
      "not Latin",
      "%E8%8B%94%E3%82%80%E3%81%99%E7%8B%90",
      200,
      "max-age=60, public",
      { xuid: Number(xuidOf("苔むす狐")) },
    ],
    ["an unknown player", "Unknown%20Name", 200, "max-age=900, public", {}],
    ["not in the cache", "Hermit%20Hazel", 503, null, { message: NOT_IN_CACHE }],
    ["empty", "", 400, IMMUTABLE, { message: "gamertag is empty or longer than 16 chars" }],
    [
      "17 long",
      "Seventeen%20Letters",
      400,
      IMMUTABLE,
      { message: "gamertag is empty or longer than 16 chars" },
    ],
  ])("responds to a gamertag: %s", async (_, gamertag, ...expected) => {
    expect(await read(`/v2/xbox/xuid/${gamertag}`)).toEqual(expected);
  });

  it("does not treat an underscore as a space", async () => {
    expect(await read("/v2/xbox/xuid/Mossy_Minnow")).toEqual([200, "max-age=900, public", {}]);
  });
});

describe("/v2/xbox/gamertag/{xuid}", () => {
  it.each([
    ["found", minnow, 200, "max-age=60, public", { gamertag: "Mossy Minnow" }],
    ["an unknown player", "2666666666666666", 200, "max-age=900, public", {}],
    ["not in the cache", hermit, 503, null, { message: NOT_IN_CACHE }],
    ["not a number", "Mossy", 400, IMMUTABLE, { message: "xuid should be an int" }],
    ["negative", "-1", 400, IMMUTABLE, { message: "xuid should be an int" }],
  ])("responds to an XUID: %s", async (_, xuid, ...expected) => {
    expect(await read(`/v2/xbox/gamertag/${xuid}`)).toEqual(expected);
  });
});

describe("/v2/xbox/batch/gamertag", () => {
  const post = (body: unknown) =>
    get("/v2/xbox/batch/gamertag", { method: "POST", body: JSON.stringify(body) });

  it("returns an object when it knows all players", async () => {
    const response = await post({ xuids: [minnow, Number(troubador), "2666666666666666"] });
    expect(await response.json()).toEqual({
      data: { [minnow]: "Mossy Minnow", [troubador]: "Toast Troubador" },
    });
  });

  it("returns a list and the unknown ones when it knows some", async () => {
    const response = await post({ xuids: [troubador, hermit] });
    expect(await response.json()).toEqual({
      data: [{ xuid: troubador, gamertag: "Toast Troubador" }],
      message: "unable to handle the whole request: too much traffic",
      not_handled: [Number(hermit)],
    });
  });

  it.each([
    ["no list", {}],
    ["too long a list", { xuids: Array.from({ length: 601 }, () => 1) }],
  ])("rejects %s", async (_, body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      message: "xuids is not an array or has more than 600 elements",
    });
  });
});

describe("/v2/skin/{xuid}", () => {
  it("returns a texture signed by another account", async () => {
    const [status, caching, body] = (await read(`/v2/skin/${minnow}`)) as [number, string, Skin];
    expect([status, caching]).toEqual([200, "max-age=60, public"]);
    expect(Object.keys(body).toSorted()).toEqual([
      "hash",
      "is_steve",
      "last_update",
      "signature",
      "texture_id",
      "value",
    ]);
    expect(body.is_steve).toBe(false);
    const property = JSON.parse(Buffer.from(body.value, "base64").toString()) as {
      profileName: string;
      textures: { SKIN: { url: string } };
    };
    expect(property.profileName).toBe("SkinSigner");
    expect(property.textures.SKIN.url).toBe(
      `http://textures.minecraft.net/texture/${body.texture_id}`,
    );
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

  it("lists recent ones, each texture once", async () => {
    const [, , list] = (await read("/v2/skin/bedrock/recent/1")) as [number, null, Skin[]];
    expect(new Set(list.map(({ texture_id: id }) => id)).size).toBe(list.length);
    expect(list.length).toBeGreaterThan(10);
    expect(await read("/v2/skin/bedrock/recent/10")).toEqual([200, null, []]);
    expect((await get("/v2/skin/bedrock/recent/11")).status).toBe(400);
  });
});

describe("/v2/link", () => {
  const bard = uuidOf("Bramble_Bard");
  const dragon = xuidOf("Sofa Dragon");
  const link = {
    bedrock_id: Number(dragon),
    java_id: dash(bard),
    java_name: "Bramble_Bard",
    last_name_update: 1_755_000_000_000,
  };
  const SHORT = "max-age=30, public";

  it.each([
    ["/v2/link/bedrock/{xuid} of a linked account", `/v2/link/bedrock/${dragon}`, 200, SHORT, link],
    ["/v2/link/bedrock/{xuid} of another", `/v2/link/bedrock/${minnow}`, 200, SHORT, {}],
    [
      "/v2/link/bedrock/{xuid} of no number",
      "/v2/link/bedrock/x",
      400,
      null,
      { message: "xuid should be an int" },
    ],
    ["/v2/link/java/{uuid} of a linked account", `/v2/link/java/${dash(bard)}`, 200, SHORT, [link]],
    ["/v2/link/java/{uuid} of another", `/v2/link/java/${dash(uuidOf("Bea"))}`, 200, SHORT, []],
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
    const [, , links] = (await read(`/v2/link/java/${dash(uuidOf("Twice_Told"))}`)) as [
      0,
      0,
      Link[],
    ];
    expect(links.map(({ bedrock_id: id }) => String(id))).toEqual([
      xuidOf("First Telling"),
      xuidOf("Second Telling"),
    ]);
  });

  it("can link an account with a different name", async () => {
    const [, , found] = (await read(`/v2/link/bedrock/${xuidOf("MapleMax")}`)) as [0, 0, Link];
    expect(found.java_name).toBe("Orchard_Max");
  });
});

describe("/v2/utils/uuid/bedrock_or_java/{username}", () => {
  const path = "/v2/utils/uuid/bedrock_or_java";

  it("returns the Floodgate UUID for a prefixed gamertag", async () => {
    const id = BigInt(minnow).toString(16).padStart(32, "0");
    expect(await read(`${path}/.Mossy%20Minnow?prefix=.`)).toEqual([
      200,
      null,
      { id, name: ".Mossy Minnow" },
    ]);
  });

  it("redirects all other names to Mojang", async () => {
    const response = await get(`${path}/Lantern_Lou?prefix=.`, { redirect: "manual" });
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(
      "https://api.mojang.com/users/profiles/minecraft/Lantern_Lou",
    );
  });

  it.each([
    ["an unknown player", "/.Unknown%20Name?prefix=.", 204],
    ["too long", "/.Seventeen%20Letters?prefix=.", 204],
    ["not in the cache", "/.Hermit%20Hazel?prefix=.", 503],
    ["no prefix", "/.Mossy%20Minnow", 400],
    ["an empty prefix", "/.Mossy%20Minnow?prefix=", 400],
    ["an overlong prefix", "/x?prefix=12345678901234567", 400],
  ])("responds to %s", async (_, query, status) => {
    expect((await get(`${path}${query}`)).status).toBe(status);
  });
});

it("is healthy", async () => {
  expect((await get("/health")).status).toBe(204);
});

it("rejects requests for version 1", async () => {
  const response = await get("/v1/xbox/xuid/Bea");
  expect([response.status, await response.json()]).toEqual([
    400,
    { message: "this version is deprecated, please use v2" },
  ]);
});

it("is readable from every origin", async () => {
  const response = await get("/v2/xbox/xuid/Unknown");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
});

it("is throttled by the network in front of it", async () => {
  sandbox.control.fault({ route: "geyser.*", fault: { kind: "throttle" }, times: 1 });
  const response = await get("/v2/xbox/xuid/Bea");
  expect([response.status, await response.text()]).toEqual([429, "error code: 1015"]);
});

interface Skin {
  is_steve: boolean;
  texture_id: string;
  value: string;
}

interface Link {
  bedrock_id: number;
  java_name: string;
}

function dash(uuid: string): string {
  return [0, 8, 12, 16, 20].map((at, part) => uuid.slice(at, [8, 12, 16, 20, 32][part])).join("-");
}
