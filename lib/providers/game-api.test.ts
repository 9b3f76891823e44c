import { describe, expect, it } from "vitest";
import type { Fault } from "../../sandbox/faults/fault.ts";
import { LOU, outcomeOf, soon, useProviders } from "../../testing/providers.ts";
import type { JavaUuid, TextureHash } from "../contract/identifiers.ts";
import { hashIn, readTextures } from "./game-api.ts";

const { control, providers } = useProviders();

const profile = {
  id: LOU,
  name: "Lantern_Lou",
  properties: [{ name: "textures", value: "", signature: "c2lnbmF0dXJl" }],
};

/** A profile whose property is spelled as no JSON writer would spell it. */
function profileWith(property: object): string {
  const value = Buffer.from(`{ "profileId" :"${LOU}", "textures":{ } }`).toString("base64");
  return JSON.stringify({
    ...profile,
    properties: [{ ...profile.properties[0], value, ...property }],
  });
}

const session = (signed: boolean) => providers().session.sessionOf(LOU, soon(), { signed });

describe("a signed profile", () => {
  it("is requested only where it is wanted", async () => {
    expect(await session(false)).not.toHaveProperty("property");
    expect(await session(true)).toHaveProperty("property.signature");
    const [plain, signed] = control()
      .calls()
      .last.map(({ path }) => path);
    expect([plain, signed]).toEqual([
      `/session/minecraft/profile/${LOU}`,
      `/session/minecraft/profile/${LOU}?unsigned=false`,
    ]);
  });

  it.each([
    ["as it was sent", {}, "c2lnbmF0dXJl"],
    ["without a signature that is none", { signature: "<script>" }, undefined],
    ["without a signature from a mirror that has none", { signature: undefined }, undefined],
  ])("has the property %s", async (_, property, signature) => {
    const body = profileWith(property);
    const fault = { kind: "status", status: 200, body, contentType: "application/json" } as const;
    control().fault({ route: "mojang-session.profile", fault });
    const found = await session(true);
    expect(found?.property?.signature).toBe(signature);
    expect(body).toContain(found?.property?.value);
  });

  it("may have a BOM before it", async () => {
    const body = `\u{FEFF}${profileWith({})}`;
    const fault = { kind: "status", status: 200, body, contentType: "application/json" } as const;
    control().fault({ route: "mojang-session.profile", fault });
    expect(await session(true)).toMatchObject({ uuid: LOU, textures: { skin: null, cape: null } });
  });

  it("has no property when the textures are unreadable", async () => {
    const body = profileWith({ value: "bm90IEpTT04=" });
    const fault = { kind: "status", status: 200, body, contentType: "application/json" } as const;
    control().fault({ route: "mojang-session.profile", fault });
    expect(await session(true)).toMatchObject({ uuid: LOU, textures: null });
    expect(await session(true)).not.toHaveProperty("property");
  });
});

const HOSTS = new Set(["textures.minecraft.net", "127.0.0.1:3100"]);
const UUID = "dfb83a479bf3469583e7bdc34c28fa4e" as JavaUuid;
const HASH = "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b";

describe("readTextures", () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
  const read = (value: unknown, uuid: JavaUuid | undefined) =>
    readTextures(value, uuid, { textureAt: (url) => hashIn(url, HOSTS) });
  const readOfService = (value: unknown) =>
    readTextures(value, UUID, { textureAt: (url) => hashIn(url, HOSTS), emptyIsNone: true });
  const url = `http://textures.minecraft.net/texture/${HASH}`;

  it("reads a slim skin and a cape", () => {
    const value = encode({
      timestamp: 1,
      profileId: UUID,
      profileName: "Lantern_Lou",
      textures: { SKIN: { url, metadata: { model: "slim" } }, CAPE: { url } },
    });
    expect(read(value, UUID)).toEqual({
      skin: { hash: HASH, model: "slim" },
      cape: { hash: HASH },
    });
  });

  it("reads past a BOM", () => {
    const text = `\u{FEFF}${JSON.stringify({ profileId: UUID, textures: {} })}`;
    expect(read(Buffer.from(text).toString("base64"), UUID)).toEqual({ skin: null, cape: null });
  });

  it.each([null, [], {}])("believes a skin service that its textures %j are none", (textures) => {
    const value = encode({ profileId: UUID, textures });
    expect(readOfService(value)).toEqual({ skin: null, cape: null });
  });

  it.each([null, [], {}, { url: "" }, { url: null }, { url: "", metadata: { model: "slim" } }])(
    "believes a skin service that its texture %j is none",
    (none) => {
      const cape = { hash: HASH };
      const value = encode({ profileId: UUID, textures: { SKIN: none, CAPE: { url } } });
      expect(readOfService(value)).toEqual({ skin: null, cape });
    },
  );

  it.each(["", "none", 0, { hash: HASH }, { url: 0 }, { url: "none" }, [{ url: "" }]])(
    "does not know what a skin service means by the texture %j",
    (broken) => {
      const value = encode({ profileId: UUID, textures: { SKIN: broken } });
      expect(readOfService(value)).toEqual({ skin: undefined, cape: null });
    },
  );

  it("reads that there are none", () => {
    const value = encode({ profileId: UUID, textures: {} });
    expect(read(value, UUID)).toEqual({ skin: null, cape: null });
  });

  it.each([
    ["no base64", "!!!"],
    ["sixty-five thousand spaces", `${" ".repeat(65_000)}!`],
    ["base64 of no JSON", Buffer.from("hello").toString("base64")],
    ["JSON of another shape", encode([])],
    ["no textures", encode({ profileId: UUID })],
    ["another's textures", encode({ profileId: "0".repeat(32), textures: {} })],
    ["textures without a player", encode({ textures: {} })],
    ["undefined", undefined],
    ["an object", {}],
  ])("calls %s unreadable", (_, value) => {
    expect(read(value, UUID)).toBe(null);
  });

  it.each([null, [], ""])("calls the textures %j unreadable", (textures) => {
    expect(read(encode({ profileId: UUID, textures }), UUID)).toBe(null);
  });

  it.each([
    null,
    {},
    [],
    "",
    url,
    { url: null },
    { url: "" },
    { url: "http://evil.example/texture/a" },
    { url: "http://textures.minecraft.net/texture/" },
  ])("reads the other texture where one is %j", (broken) => {
    const whole = { hash: HASH };
    const skin = { ...whole, model: "classic" };
    const readWith = (textures: object) => read(encode({ profileId: UUID, textures }), UUID);
    expect(readWith({ SKIN: broken, CAPE: { url } })).toEqual({ skin: undefined, cape: whole });
    expect(readWith({ SKIN: { url }, CAPE: broken })).toEqual({ skin, cape: undefined });
    expect(readWith({ SKIN: broken })).toEqual({ skin: undefined, cape: null });
    expect(readWith({ CAPE: broken })).toEqual({ skin: null, cape: undefined });
  });

  it.each([
    null,
    "slim",
    7,
    [],
    {},
    ...["classic", "default", "wide", "", "SLIM", null, 3, ["slim"], { slim: true }].map(
      (model) => ({ model }),
    ),
  ])("reads a skin with wide arms where the metadata is %j", (metadata) => {
    const value = encode({ profileId: UUID, textures: { SKIN: { url, metadata } } });
    expect(read(value, UUID)).toEqual({ skin: { hash: HASH, model: "classic" }, cape: null });
  });

  it.each(["0".repeat(32), "a9a041d770424d1bbe1e5c603300460c", "", null, 7, [UUID], undefined])(
    "reads textures about the player %j only where they may be forwarded",
    (profileId) => {
      const value = encode({ profileId, textures: { SKIN: { url } } });
      expect(read(value, UUID)).toBe(null);
      expect(read(value, undefined)).toEqual({
        skin: { hash: HASH, model: "classic" },
        cape: null,
      });
    },
  );

  it("overlooks what it does not know", () => {
    const textures = { SKIN: { url, metadata: { model: "slim", x: 1 }, x: 1 }, ELYTRA: { url } };
    const value = encode({ profileId: UUID, timestamp: "now", isPublic: true, textures });
    expect(read(value, UUID)).toEqual({
      skin: { hash: HASH, model: "slim" },
      cape: null,
    });
  });
});

describe("textures host", () => {
  it("gives bytes by hash, and null for a hash it does not have", async () => {
    const { session, textures } = providers();
    const lou = await session.sessionOf(LOU, soon());
    const hash = lou?.textures?.skin?.hash ?? ("" as TextureHash);
    const bytes = await textures.textureOf(hash, soon());
    expect(Buffer.from(bytes ?? []).toString("latin1", 1, 4)).toBe("PNG");
    expect(await textures.textureOf("abc" as TextureHash, soon())).toBe(null);
  });

  it.each<[string, Fault]>([
    ["JSON with status 200", { kind: "wrong-type" }],
    ["an error in JSON", { kind: "error-envelope" }],
    ["an empty response", { kind: "status", status: 204 }],
    ["a gateway's 404", { kind: "status", status: 404, contentType: "text/html" }],
    ["a web page that is called one", { kind: "not-json" }],
    ["a body without an end", { kind: "huge" }],
    ["410", { kind: "status", status: 410, contentType: "text/plain" }],
  ])("never takes %s for an image", async (_, fault) => {
    const { session, textures } = providers();
    const lou = await session.sessionOf(LOU, soon());
    control().fault({ route: "mojang-textures.texture", fault });
    const pending = textures.textureOf(lou?.textures?.skin?.hash ?? ("" as TextureHash), soon());
    expect(await outcomeOf(pending)).toBe("bad-response");
  });
});

describe("hashIn", () => {
  it.each([
    [`http://textures.minecraft.net/texture/${HASH}`, HASH],
    [`https://textures.minecraft.net/texture/${HASH}`, HASH],
    [`HTTP://TEXTURES.minecraft.net/texture/${HASH}`, HASH],
    ["http://textures.minecraft.net/texture/abc", "abc"],
    [`http://127.0.0.1:3100/mojang-textures/texture/${HASH}`, HASH],
    [`http://textures.minecraft.net@127.0.0.1/texture/${HASH}`, null],
    [`http://user:pass@textures.minecraft.net/texture/${HASH}`, null],
    [`http://textures.minecraft.net.evil.example/texture/${HASH}`, null],
    [`http://textures.minecraft.net./texture/${HASH}`, null],
    [`http://textures.minecraft.net:22/texture/${HASH}`, null],
    [`http://127.0.0.1/texture/${HASH}`, null],
    [`file:///texture/${HASH}`, null],
    [`gopher://textures.minecraft.net/texture/${HASH}`, null],
    [`//textures.minecraft.net/texture/${HASH}`, null],
    ["http://textures.minecraft.net/texture/../secret", null],
    [`http://textures.minecraft.net/texture/${HASH}/`, null],
    [`http://textures.minecraft.net/texture/${HASH.toUpperCase()}`, null],
    [`http://textures.minecraft.net/texture/${HASH}0`, null],
    ["http://textures.minecraft.net/texture/", null],
    ["", null],
  ])("reads %s as %s", (url, hash) => {
    expect(hashIn(url, HOSTS)?.hash ?? null).toBe(hash);
  });
});
