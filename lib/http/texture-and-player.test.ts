import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createTestWorld, profileOf, withWorld, type TestWorld } from "../testing/world.ts";

const TESS = "Tinker_Tess";
const COBBLE = "Captain_Cobble";
const IMMUTABLE = "public, max-age=31536000, immutable";
const UNKNOWN_HASH = "abc123";

let world: TestWorld;
/** A skin and a cape that are not Tess's. */
let skin = "";
let cape = "";

beforeAll(async () => {
  world = await createTestWorld();
  const { java } = await profileOf(world, `username=${COBBLE}&type=java`);
  skin = java?.skin_texture ?? expect.fail("no skin");
  cape = java?.cape_texture ?? expect.fail("no cape");
});
afterAll(() => world.close());

/** What a response says of its image. */
async function imageOf(own: TestWorld, target: string) {
  const { status, headers, bytes } = await own.request(target);
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

  it("asks no provider about the player when the texture is there", () =>
    withWorld(async (own) => {
      await own.request(`/head?texture=${skin}&username=${TESS}`);
      expect(own.sandbox.control.calls().counts).toEqual({ "mojang-textures.texture": 1 });
    }));

  it("shows the player for a minute while textures cannot be fetched", async () => {
    const own = await createTestWorld();
    onTestFinished(() => own.close());
    await own.request(`/head?username=${TESS}`);
    own.sandbox.control.fault({ route: "mojang-textures.*", fault: { kind: "drop" } });
    const both = await imageOf(own, `/head?texture=${skin}&username=${TESS}`);
    expect(both).toMatchObject({ status: 200, source: "player" });
    expect(both.cache).toMatch(/max-age=(60|5\d),/);
  });

  it("is passed on from the address of another service", async () => {
    const target = "/compat/discordsrv/head.png";
    const both = await imageOf(world, `${target}?texture=${skin}&name=${TESS}&overlay`);
    expect(both).toMatchObject({ status: 200, source: "texture", cache: IMMUTABLE });
    const player = await imageOf(world, `${target}?texture=${UNKNOWN_HASH}&name=${TESS}&overlay`);
    expect(player).toMatchObject({ status: 200, source: "player" });
  });
});
