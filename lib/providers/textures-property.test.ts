import { describe, expect, it } from "vitest";
import type { JavaUuid } from "../contract/identifiers.ts";
import { hashIn, readTextures } from "./session-profile.ts";

const HOSTS = new Set(["textures.minecraft.net", "127.0.0.1:3100"]);
const UUID = "dfb83a479bf3469583e7bdc34c28fa4e" as JavaUuid;
const HASH = "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b";

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
    [`http://evil.example/textures.minecraft.net/texture/${HASH}`, null],
    [`http://127.0.0.1/texture/${HASH}`, null],
    [`http://[::1]/texture/${HASH}`, null],
    [`http://169.254.169.254/texture/${HASH}`, null],
    [`file:///texture/${HASH}`, null],
    [`data:image/png,texture/${HASH}`, null],
    [`gopher://textures.minecraft.net/texture/${HASH}`, null],
    [`//textures.minecraft.net/texture/${HASH}`, null],
    ["http://textures.minecraft.net/texture/../secret", null],
    ["http://textures.minecraft.net/texture/%2e%2e", null],
    [`http://textures.minecraft.net/texture/${HASH}/`, null],
    [`http://textures.minecraft.net/texture/${HASH.toUpperCase()}`, null],
    [`http://textures.minecraft.net/texture/${HASH}0`, null],
    ["http://textures.minecraft.net/texture/", null],
    ["http://textures.minecraft.net/", null],
    ["", null],
  ])("reads %s as %s", (url, hash) => {
    expect(hashIn(url, HOSTS)?.hash ?? null).toBe(hash);
  });
});

describe("readTextures", () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
  const read = (value: unknown, uuid: JavaUuid) =>
    readTextures(value, uuid, (url) => hashIn(url, HOSTS));
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

  it("reads that there are none", () => {
    const value = encode({ profileId: UUID, textures: {} });
    expect(read(value, UUID)).toEqual({ skin: null, cape: null });
  });

  it.each([
    ["no base64", "!!!"],
    ["an empty text", ""],
    ["sixty-five thousand spaces", `${" ".repeat(65_000)}!`],
    ["base64 of no JSON", Buffer.from("hello").toString("base64")],
    ["JSON of another shape", encode([])],
    ["no textures", encode({ profileId: UUID })],
    ["another's textures", encode({ profileId: "0".repeat(32), textures: {} })],
    ["textures without a player", encode({ textures: {} })],
    ["undefined", undefined],
    ["null", null],
    ["an object", {}],
  ])("calls %s unreadable", (_, value) => {
    expect(read(value, UUID)).toBe(null);
  });

  it.each([
    null,
    [],
    "",
    { SKIN: null },
    { SKIN: {} },
    { SKIN: [] },
    { SKIN: "" },
    { SKIN: url },
    { SKIN: { url: null } },
    { SKIN: { url: "" } },
    { SKIN: { url: "http://evil.example/texture/a" } },
    { SKIN: { url: "http://textures.minecraft.net/texture/" } },
    { SKIN: { url, metadata: null } },
    { SKIN: { url, metadata: "slim" } },
    { SKIN: { url, metadata: [] } },
    { SKIN: { url, metadata: {} } },
    { SKIN: { url, metadata: { model: null } } },
    { SKIN: { url, metadata: { model: "wide" } } },
    { SKIN: { url }, CAPE: null },
    { SKIN: { url }, CAPE: {} },
    { SKIN: { url }, CAPE: { url: null } },
    { SKIN: { url }, CAPE: { url: "file:///a" } },
  ])("calls the textures %j unreadable", (textures) => {
    expect(read(encode({ profileId: UUID, textures }), UUID)).toBe(null);
  });

  it("overlooks what it does not know", () => {
    const textures = { SKIN: { url, metadata: { model: "slim", x: 1 }, x: 1 }, ELYTRA: { url } };
    const value = encode({ profileId: UUID, timestamp: "now", isPublic: true, textures });
    expect(read(value, UUID)).toEqual({
      skin: { hash: HASH, model: "slim" },
      cape: null,
    });
  });
});
