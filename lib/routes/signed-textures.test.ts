import { expect, it, vi } from "vitest";
import { batchBody, type SignedTextures } from "../contract/profile.ts";
import {
  errorOf,
  LOU,
  LOU_XUID,
  profileOf,
  withStoppedClock,
  withWorld,
  type TestWorld,
} from "../../testing/world.ts";
import { decoded, MINNOW_XUID, signatureOf } from "../compat/json.fixture.ts";
import { withService } from "./skin-services.fixture.ts";

const SIGNED = "textures=signed";
const OF_LOU = `username=${LOU}`;
const OF_MINNOW = `username=${MINNOW_XUID}&type=bedrock`;

/** The skin that the textures name, once their signature is checked; null where there are none. */
function skinIn(textures: SignedTextures | null | undefined) {
  if (!textures) return textures;
  const { value, signature } = textures;
  expect(signature).toBe(signatureOf(value));
  const sent = decoded({ value }) as { textures: { SKIN?: { url: string } } };
  return sent.textures.SKIN?.url.split("/").at(-1);
}

/** How many requests the providers got since the last call. */
function counted({ sandbox: { control } }: TestWorld, route?: string) {
  let before = control.count(route);
  return () => {
    const since = control.count(route) - before;
    before += since;
    return since;
  };
}

it("are in both editions where they are requested, in place of an unsigned load", () =>
  withWorld(async (world) => {
    const sessions = counted(world, "mojang-session.profile");
    const requests = counted(world);
    const { java, bedrock, warnings } = await profileOf(world, `${OF_LOU}&${SIGNED}`);
    expect(skinIn(java?.textures)).toBe(java?.skin_texture);
    expect(skinIn(bedrock?.textures)).toBe(bedrock?.skin_texture);
    expect([warnings, sessions()]).toEqual([undefined, 1]);
    requests();
    const plain = await profileOf(world, OF_LOU);
    for (const edition of [plain.java, plain.bedrock])
      expect(edition).not.toHaveProperty("textures");
    expect([plain.cached, requests()]).toEqual([true, 0]);
  }));

it("cost a known player one load, and stay when the player is loaded again", () =>
  withStoppedClock(async (world) => {
    await profileOf(world, OF_LOU);
    const requests = counted(world);
    const { java } = await profileOf(world, `${OF_LOU}&type=java&${SIGNED}`);
    expect([skinIn(java?.textures), requests()]).toEqual([java?.skin_texture, 1]);
    const bedrockOnly = `username=${LOU_XUID}&type=bedrock&${SIGNED}`;
    const { bedrock } = await profileOf(world, bedrockOnly);
    expect([skinIn(bedrock?.textures), requests()]).toEqual([bedrock?.skin_texture, 3]);

    vi.setSystemTime(Date.now() + 3_600_000);
    await profileOf(world, OF_LOU);
    requests();
    const later = await profileOf(world, `${OF_LOU}&${SIGNED}`);
    expect([skinIn(later.java?.textures), later.cached, requests()]).toEqual([
      later.java?.skin_texture,
      true,
      0,
    ]);
  }));

it.each([
  ["a skin that Geyser has not seen", "username=HermitHazel&type=bedrock", undefined],
  ["a skin that Geyser sent without a signature", OF_MINNOW, { signature: null }],
  ["a skin that Geyser sent without a value", OF_MINNOW, { value: "" }],
])("are null for %s", (_, query, values) =>
  withWorld(async (world) => {
    if (values) {
      const fault = { kind: "other-values", values } as const;
      world.sandbox.control.fault({ route: "geyser.skin", fault });
    }
    const { bedrock, warnings } = await profileOf(world, `${query}&${SIGNED}`);
    expect([bedrock?.textures, warnings]).toEqual([null, undefined]);
  }),
);

it("are null for an account that the session service does not know", () =>
  withWorld(async (world) => {
    const fault = { kind: "status", status: 204 } as const;
    world.sandbox.control.fault({ route: "mojang-session.profile", fault });
    const { java, warnings } = await profileOf(world, `username=Tinker_Tess&type=java&${SIGNED}`);
    expect([java?.textures, warnings]).toEqual([null, undefined]);
  }));

it("name no skin for a player without one", () =>
  withWorld(async (world) => {
    const { java } = await profileOf(world, `username=CapeOnly_Cleo&type=java&${SIGNED}`);
    expect([java?.skin_texture, skinIn(java?.textures)]).toEqual([null, undefined]);
    expect(java?.textures).toHaveProperty("value");
  }));

it("come from a skin service as from Mojang", () =>
  withService("before", async (world) => {
    const { java } = await profileOf(world, `username=Willow_Wisp&type=java&${SIGNED}`);
    expect(java?.skin_source).not.toBe("mojang");
    expect(skinIn(java?.textures)).toBeTypeOf("string");
  }));

it.each([
  ["Java", "mojang-session.profile", OF_LOU, "java"],
  ["Bedrock", "geyser.skin", OF_MINNOW, "bedrock"],
] as const)(
  "of %s are unknown while they cannot be loaded, with a warning",
  (_, route, query, edition) =>
    withWorld(async (world) => {
      await profileOf(world, query);
      world.sandbox.control.fault({ route, fault: { kind: "status", status: 503 } });
      const reply = await world.request(`/api?${query}&${SIGNED}`);
      expect(reply.status).toBe(200);
      expect(reply.json()).toMatchObject({
        [edition]: { textures: null },
        warnings: expect.arrayContaining([
          expect.objectContaining({ edition, code: "BAD_GATEWAY", part: "textures" }),
        ]) as unknown,
      });
      expect(reply.headers["cache-control"]).toMatch(/max-age=[0-5]\b/);
      // The profile without them is as it was.
      const { warnings } = await profileOf(world, query);
      expect((warnings ?? []).filter(({ part }) => part === "textures")).toEqual([]);
    }),
);

it("are not loaded for only-if-cached", () =>
  withWorld(async (world) => {
    const target = `/api?${OF_LOU}&type=java&${SIGNED}`;
    const cached = async () => (await world.request(target, { onlyIfCached: true })).status;
    await profileOf(world, `${OF_LOU}&type=java`);
    const requests = counted(world);
    expect([await cached(), requests()]).toEqual([204, 0]);
    await world.request(target);
    expect(await cached()).toBe(200);
  }));

it("come with a refresh, which loads both editions", () =>
  withStoppedClock(async (world) => {
    await profileOf(world, OF_LOU);
    vi.setSystemTime(Date.now() + 60_000);
    const { java, bedrock, fetched_at } = await profileOf(world, `${OF_LOU}&${SIGNED}&update=true`);
    expect(skinIn(java?.textures)).toBe(java?.skin_texture);
    expect(skinIn(bedrock?.textures)).toBe(bedrock?.skin_texture);
    expect(Date.parse(fetched_at)).toBe(Date.now());
  }));

it("are in the results of a batch", () =>
  withWorld(async (world) => {
    const usernames = [LOU, MINNOW_XUID];
    const ofBatch = (body: object, query = "") =>
      world.request(`/api/batch${query}`, { method: "POST", body: JSON.stringify(body) });
    for (const reply of [
      await world.request(`/api/batch?usernames=${usernames.join(",")}&${SIGNED}`),
      await ofBatch({ usernames, textures: "signed" }),
      await ofBatch(usernames, `?${SIGNED}`),
    ]) {
      const { results } = batchBody.parse(reply.json());
      const found = results.flatMap((one) => (one.success ? [one.java, one.bedrock] : []));
      const skins = found.flatMap((edition) => (edition ? [skinIn(edition.textures)] : []));
      expect(skins).toEqual(found.flatMap((edition) => edition?.skin_texture ?? []));
      expect(skins).toHaveLength(3);
    }
  }));

it("are requested by their only word", () =>
  withWorld(async (world) => {
    const { status, code } = await errorOf(world, `${OF_LOU}&textures=all`);
    expect([status, code]).toEqual([400, "INVALID_PARAMETER"]);
  }));
