import { describe, expect, it } from "vitest";
import type { Fault } from "../../sandbox/faults/fault.ts";
import type { TextureHash } from "../contract/identifiers.ts";
import { LOU, outcomeOf, soon, useProviders } from "../../testing/providers.ts";
import { hashIn } from "./textures.ts";

const { control, providers } = useProviders();

const HOSTS = new Set(["textures.minecraft.net", "127.0.0.1:3100"]);
const HASH = "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b";

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
