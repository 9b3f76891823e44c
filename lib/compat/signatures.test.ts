import { describe, expect, it } from "vitest";
import { withWorld } from "../../testing/world.ts";
import { decoded, MINNOW, MINNOW_SKIN, MINNOW_XUID, type Property } from "./json.fixture.ts";

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");

/** The body that Geyser sends at times in place of a signed texture. */
const QUIRKS: [string, Record<string, unknown>][] = [
  ["an empty value", { value: "" }],
  ["an empty signature", { signature: "" }],
  ["neither value nor signature", { value: undefined, signature: undefined }],
  ["null for both", { value: null, signature: null }],
  ["a value that is no base64", { value: "%%%" }],
  ["a value without textures", { value: encode({ hello: "there" }) }],
  [
    "a value with a skin elsewhere",
    { value: encode({ textures: { SKIN: { url: "http://evil.example/texture/abc" } } }) },
  ],
  ["a signature that is no base64", { signature: "<script>" }],
  ["a signature that is too long", { signature: "A".repeat(9_000) }],
  ["no time and no hash", { value: "", hash: null, last_update: "today" }],
];

describe.each(QUIRKS)("a Bedrock skin with %s", (_, values) => {
  const withQuirk = (test: Parameters<typeof withWorld>[0]) =>
    withWorld(async (world) => {
      world.sandbox.control.fault({
        route: "geyser.skin",
        fault: { kind: "other-values", values },
      });
      await test(world);
    });

  it.each([
    ["PlayerDB", `playerdb/api/player/minecraft/${MINNOW}`, ["data", "player", "properties"]],
    ["Mojang", `crafthead/profile/${MINNOW}`, ["properties"]],
  ])("lacks only the signature in the shape of %s", (_name, path, [...keys]) =>
    withQuirk(async (world) => {
      const reply = await world.request(`/compat/${path}`);
      expect(reply.status).toBe(200);
      const properties = keys.reduce<unknown>(
        (body, key) => (body as Record<string, unknown>)[key],
        reply.json(),
      );
      const [property] = properties as [Property];
      expect(property).toEqual({ name: "textures", value: property.value });
      expect(decoded(property)).toMatchObject({
        profileId: MINNOW.replaceAll("-", ""),
        textures: { SKIN: { url: `http://textures.minecraft.net/texture/${MINNOW_SKIN}` } },
      });
    }),
  );

  it("keeps the skin in Geyser's own shape, with a value that can be read", () =>
    withQuirk(async (world) => {
      const reply = await world.request(`/compat/geyser/v2/skin/${MINNOW_XUID}`);
      expect(reply.status).toBe(200);
      const { value, ...skin } = reply.json();
      expect(skin).toMatchObject({ texture_id: MINNOW_SKIN, is_steve: false, signature: "" });
      expect(decoded({ value: String(value) })).toMatchObject({
        textures: { SKIN: { url: expect.stringContaining(MINNOW_SKIN) as string } },
      });
    }));

  it("is loaded once, and shown without a warning", () =>
    withQuirk(async (world) => {
      for (let time = 0; time < 3; time += 1) {
        await world.request(`/compat/playerdb/api/player/minecraft/${MINNOW}`);
      }
      expect(world.sandbox.control.count("geyser.skin")).toBe(1);
      const profile = (await world.request(`/api?username=${MINNOW_XUID}`)).json();
      expect(profile).toMatchObject({ bedrock: { skin_texture: MINNOW_SKIN } });
      expect(profile).not.toHaveProperty("warnings");
      expect((await world.request(`/head?username=${MINNOW_XUID}`)).status).toBe(200);
    }));
});
