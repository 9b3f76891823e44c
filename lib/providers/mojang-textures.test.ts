import { describe, expect, it } from "vitest";
import type { Fault } from "../../sandbox/faults/fault.ts";
import type { TextureHash } from "../contract/identifiers.ts";
import { LOU, outcomeOf, soon, useProviders } from "../testing/providers.ts";

const { control, providers } = useProviders();

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
    ["an empty answer", { kind: "status", status: 204 }],
    ["a gateway's 404", { kind: "status", status: 404, contentType: "text/html" }],
    ["410", { kind: "status", status: 410, contentType: "text/plain" }],
    ["a body that is no PNG", { kind: "not-json" }],
    ["a body that is too long", { kind: "huge" }],
  ])("never takes %s for an image", async (_, fault) => {
    const { session, textures } = providers();
    const lou = await session.sessionOf(LOU, soon());
    control().fault({ route: "mojang-textures.texture", fault });
    const asked = textures.textureOf(lou?.textures?.skin?.hash ?? ("" as TextureHash), soon());
    expect(await outcomeOf(asked)).toBe("bad-response");
  });
});
