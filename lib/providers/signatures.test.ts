import { describe, expect, it } from "vitest";
import { LOU, LOU_XUID, outcomeOf, soon, useProviders } from "../testing/providers.ts";

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

  it("has no property when the textures are unreadable", async () => {
    const body = profileWith({ value: "bm90IEpTT04=" });
    const fault = { kind: "status", status: 200, body, contentType: "application/json" } as const;
    control().fault({ route: "mojang-session.profile", fault });
    expect(await session(true)).toMatchObject({ uuid: LOU, textures: null });
    expect(await session(true)).not.toHaveProperty("property");
  });
});

it("a signed Bedrock skin without its signature is a bad response", async () => {
  const skin = (signed: boolean) => providers().geyser.skinOf(LOU_XUID, soon(), { signed });
  expect(await skin(true)).toHaveProperty("signed.signature");
  expect(await skin(false)).not.toHaveProperty("signed");
  const body = JSON.stringify({ texture_id: "abc123", is_steve: true });
  const fault = { kind: "status", status: 200, body, contentType: "application/json" } as const;
  control().fault({ route: "geyser.skin", fault });
  expect(await outcomeOf(skin(true))).toBe("bad-response");
  expect(await skin(false)).toEqual({ hash: "abc123", model: "classic" });
});
