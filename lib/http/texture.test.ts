import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestWorld, type TestWorld } from "../testing/world.ts";
import { defaultSkinOf } from "../textures/default-skins.ts";
import { placeholderSkinPng } from "../textures/placeholder.ts";

let world: TestWorld;

beforeAll(async () => {
  world = await createTestWorld();
});

afterAll(() => world.close());

/** The textures host's name for bytes. */
function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").replace(/^0+/, "");
}

describe("a skin", () => {
  it.each([
    ["Java", "username=Lantern_Lou&type=java", "java"],
    ["Bedrock", "username=Lantern_Lou&type=bedrock", "bedrock"],
    ["64×32", "username=Gramps_Gravel", "java"],
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
    const own = await createTestWorld();
    own.sandbox.control.fault({ route: "mojang-textures.*", fault: { kind: "drop" } });
    const reply = await own.request("/skin?username=Plain_Paul");
    expect([reply.status, reply.headers["x-texture-source"]]).toEqual([200, "placeholder"]);
    expect(reply.bytes).toEqual(Buffer.from(placeholderSkinPng));
    await own.close();
  });

  it("of an unknown player is the JSON error", async () => {
    const reply = await world.request("/skin?username=nobody_at_all");
    expect([reply.status, reply.json()["code"]]).toEqual([404, "NOT_FOUND"]);
  });

  it("that cannot be fetched is a placeholder with status 502", async () => {
    const own = await createTestWorld();
    own.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    const reply = await own.request("/skin?username=Lantern_Lou");
    expect([reply.status, reply.headers["content-type"]]).toEqual([502, "image/png"]);
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.bytes).toEqual(Buffer.from(placeholderSkinPng));
    await own.close();
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
    ["nobody", "username=nobody_at_all"],
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
