import { beforeAll, describe, expect, it } from "vitest";
import { type TestWorld, profileOf, openWorld, useWorld, withWorld } from "../../testing/world.ts";
import { createHash } from "node:crypto";
import { defaultSkinOf, placeholderSkinPng } from "../textures/default-skins.ts";

const TESS = "Tinker_Tess";
const COBBLE = "Captain_Cobble";
const IMMUTABLE = "public, max-age=31536000, immutable";
const UNKNOWN_HASH = "abc123";

const world = useWorld();
/** A skin and a cape that are not Tess's. */
let skin: string;
let cape: string;

beforeAll(async () => {
  const { java: cobble } = await profileOf(world, `username=${COBBLE}&type=java`);
  skin = cobble?.skin_texture ?? expect.fail("no skin");
  cape = cobble?.cape_texture ?? expect.fail("no cape");
});

/** The status, source, caching and bytes of an image. */
async function imageOf(ownWorld: TestWorld, target: string) {
  const { status, headers, bytes } = await ownWorld.request(target);
  return { status, source: headers["x-texture-source"], cache: headers["cache-control"], bytes };
}

const paths = ["/head", "/head?view=iso", "/bust", "/body", "/player", "/skin"].map((path) =>
  path.includes("?") ? `${path}&` : `${path}?`,
);

describe.each(paths)("%s with a texture and a player", (path) => {
  it("shows the texture, for as long as it likes", async () => {
    const alone = await imageOf(world, `${path}texture=${skin}`);
    const both = await imageOf(world, `${path}texture=${skin}&username=${TESS}`);
    expect(alone).toMatchObject({ status: 200, source: "player", cache: IMMUTABLE });
    expect(both).toEqual({ ...alone, source: "texture" });
  });

  it.each(["", "%7Btexture%7D", "wrong", "a".repeat(65)])(
    "shows the player, as if alone, when the texture is %j",
    async (texture) => {
      await world.request(`${path}username=${TESS}`);
      const alone = await imageOf(world, `${path}username=${TESS}`);
      const both = await imageOf(world, `${path}texture=${texture}&username=${TESS}`);
      expect(both).toEqual({
        ...alone,
        cache: expect.stringMatching(/max-age=1[12]\d\d,/) as string,
      });
      expect(both.source).toBe("player");
    },
  );

  it("shows the player for a minute when no texture has the hash", async () => {
    const alone = await imageOf(world, `${path}username=${TESS}`);
    const both = await imageOf(world, `${path}texture=${UNKNOWN_HASH}&username=${TESS}`);
    expect(both).toEqual({ ...alone, cache: expect.stringMatching(/max-age=(60|5\d),/) as string });
  });

  it("answers a wrong texture alone with an error", async () => {
    expect((await world.request(`${path}texture=wrong`)).status).toBe(400);
    expect((await world.request(`${path}texture=${UNKNOWN_HASH}`)).status).toBe(404);
  });
});

describe("a texture and a player", () => {
  it("is the player's cape where the texture is a skin", async () => {
    const own = await imageOf(world, `/cape?username=${COBBLE}&texture=${skin}`);
    expect([own.status, own.source]).toEqual([200, "player"]);
    const given = await imageOf(world, `/cape?username=${TESS}&texture=${cape}&view=front`);
    expect([given.status, given.source]).toEqual([200, "texture"]);
  });

  it("is a default head where neither exists, unless a 404 is wanted", async () => {
    const both = `/head?texture=${UNKNOWN_HASH}&username=Nobody_Here`;
    expect(await imageOf(world, both)).toMatchObject({ status: 404, source: "default" });
    expect((await world.request(`${both}&default=404`)).json()["code"]).toBe("NOT_FOUND");
    expect(await imageOf(world, `${both}&default=steve`)).toMatchObject({ status: 200 });
  });

  it("refuses a malformed player all the same", async () => {
    const reply = await world.request(`/head?texture=${skin}&username=%F0%9F%8D%84`);
    expect([reply.status, reply.json()["code"]]).toEqual([400, "INVALID_PARAMETER"]);
  });

  it("queries no provider for the player when the texture is there", () =>
    withWorld(async (ownWorld) => {
      await ownWorld.request(`/head?texture=${skin}&username=${TESS}`);
      expect(ownWorld.sandbox.control.calls().counts).toEqual({ "mojang-textures.texture": 1 });
    }));

  it("shows the player for a minute while textures cannot be fetched", async () => {
    const ownWorld = await openWorld();
    await ownWorld.request(`/head?username=${TESS}`);
    ownWorld.sandbox.control.fault({ route: "mojang-textures.*", fault: { kind: "drop" } });
    const both = await imageOf(ownWorld, `/head?texture=${skin}&username=${TESS}`);
    expect(both).toMatchObject({ status: 200, source: "player" });
    expect(both.cache).toMatch(/max-age=(60|5\d),/);
  });
});

/** The textures host's name for newer bytes. */
function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").replace(/^0+/, "");
}

describe("a skin", () => {
  it("of about 2014 is served though its hash is not that of its bytes", async () => {
    const { java } = (await world.request("/api?username=Gramps_Gravel")).json();
    const { skin_texture: hash } = java as { skin_texture: string };
    const reply = await world.request("/skin?username=Gramps_Gravel");
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "image/png"]);
    expect(hashOf(reply.bytes)).not.toBe(hash);
    expect((await world.request(`/skin?texture=${hash}`)).bytes).toEqual(reply.bytes);
    expect((await world.request(`/head?texture=${hash}`)).status).toBe(200);
  });

  it.each([
    ["Java", "username=Lantern_Lou&type=java", "java"],
    ["Bedrock", "username=Lantern_Lou&type=bedrock", "bedrock"],
    ["HD", "username=Hi+Res+Hattie", "bedrock"],
    ["short-named", "username=ShortHash_Shea", "java"],
  ])("of the %s kind is the texture's own bytes", async (_, query, edition) => {
    const profile = (await world.request(`/api?${query}`)).json();
    const { skin_texture: hash } = profile[edition] as { skin_texture: string };
    const reply = await world.request(`/skin?${query}`);
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "image/png"]);
    expect(hashOf(reply.bytes)).toBe(hash);
    expect((await world.request(`/skin?texture=${hash}`)).bytes).toEqual(reply.bytes);
  });

  it("is the game's default for a player without one", async () => {
    const reply = await world.request("/skin?username=Plain_Paul");
    const { hash } = defaultSkinOf("49c155a09a544af1936ce5a83e29b3c8");
    expect([reply.status, reply.headers["x-texture-source"]]).toEqual([200, "default"]);
    expect(reply.bytes).toEqual((await world.request(`/skin?texture=${hash}`)).bytes);
  });

  it("is the placeholder while a default cannot be fetched", async () => {
    const ownWorld = await openWorld();
    ownWorld.sandbox.control.fault({ route: "mojang-textures.*", fault: { kind: "drop" } });
    const reply = await ownWorld.request("/skin?username=Plain_Paul");
    expect([reply.status, reply.headers["x-texture-source"]]).toEqual([200, "placeholder"]);
    expect(reply.bytes).toEqual(Buffer.from(placeholderSkinPng));
  });

  it("of an unknown player is the JSON error", async () => {
    const reply = await world.request("/skin?username=nobody_at_all");
    expect([reply.status, reply.json()["code"]]).toEqual([404, "NOT_FOUND"]);
  });

  it("that cannot be fetched is a placeholder with status 502", async () => {
    const ownWorld = await openWorld();
    ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    const reply = await ownWorld.request("/skin?username=Lantern_Lou");
    expect([reply.status, reply.headers["content-type"]]).toEqual([502, "image/png"]);
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.bytes).toEqual(Buffer.from(placeholderSkinPng));
  });

  it("is answered 304 to those who have it", async () => {
    const { headers } = await world.request("/skin?username=Lantern_Lou");
    const again = await world.request("/skin?username=Lantern_Lou", {
      ifNoneMatch: headers["etag"] ?? "",
    });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });
});

describe("a cape", () => {
  it("is the texture's own bytes", async () => {
    const { java } = (await world.request("/api?username=Captain_Cobble")).json() as {
      java: { cape_texture: string; cape_url: string };
    };
    const reply = await world.request(java.cape_url);
    expect(reply.status).toBe(200);
    expect(hashOf(reply.bytes)).toBe(java.cape_texture);
  });

  it.each([
    ["a Java player without one", "username=Tinker_Tess"],
    ["a Bedrock player", "username=Mossy+Minnow"],
    ["an unknown player", "username=nobody_at_all"],
  ])("of %s is the JSON error", async (_, query) => {
    const reply = await world.request(`/cape?${query}`);
    expect([reply.status, reply.json()["code"]]).toEqual([404, "NOT_FOUND"]);
  });

  it("is not a skin", async () => {
    const { java } = (await world.request("/api?username=Lantern_Lou")).json() as {
      java: { skin_texture: string };
    };
    expect((await world.request(`/cape?texture=${java.skin_texture}`)).status).toBe(404);
  });
});
