import { createHash } from "node:crypto";
import { z } from "zod";
import { compatServices } from "../configuration/compat-services.ts";
import { schemeOf } from "./services/index.ts";
import { LOU, LOU_XUID, useWorld } from "../../testing/world.ts";

/* Players for the JSON of other services, and how their properties are read. */

export const MINNOW_XUID = "2796662987455236";
export const MINNOW = "00000000-0000-0000-0009-ef8cd7ec7b04";
export const LOU_BEDROCK = "00000000-0000-0000-0009-cfc2799b6682";
export const OFFLINE = "b50ad385-829d-3141-a216-7e7d7539ba7f";
export const NPC = "5d1f7c3a-9b2e-2f60-a8d4-c7e2b1903f56";
export const NIL = "00000000-0000-0000-0000-000000000000";
export const UNKNOWN = "0123456789ab4def8123456789abcdef";
export const UNKNOWN_XUID = "2533274790395999";
export const SKIN =
  "https://textures.minecraft.net/texture/83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b";
export const CAPE =
  "https://textures.minecraft.net/texture/3bd1a9392d4cc7efc706ec69e3f3b8fb50f826cedd6d1e3523514581f1e2be1e";
export const MINNOW_SKIN = "b5e020f003ebea6ea1b9214cda23ed9955199263b37f88e794a05a675cc146a3";

const account = z.object({ id: z.string(), name: z.string() });
const texturesProperty = z.object({
  name: z.literal("textures"),
  value: z.string(),
  signature: z.string().optional(),
});
const session = account.extend({
  properties: z.array(texturesProperty),
  profileActions: z.array(z.string()),
});
const texture = z.object({ url: z.string(), data: z.string() });
const ashconTextures = z.object({
  custom: z.boolean(),
  slim: z.boolean(),
  skin: texture,
  cape: texture.optional(),
});
const ashconUser = z.object({
  uuid: z.string(),
  username: z.string(),
  username_history: z.array(z.object({ username: z.string() })),
  textures: ashconTextures,
});
const playerDb = (player: z.ZodType) =>
  z.object({
    code: z.literal("player.found"),
    message: z.string(),
    data: z.object({ player }),
    success: z.literal(true),
  });
const geyser = {
  xuid: z.object({ xuid: z.int() }),
  gamertag: z.object({ gamertag: z.string() }),
  skin: z.object({
    hash: z.string(),
    is_steve: z.boolean(),
    last_update: z.int(),
    signature: z.string(),
    texture_id: z.string(),
    value: z.string(),
  }),
  link: z.object({
    bedrock_id: z.int(),
    java_id: z.string(),
    java_name: z.string(),
    last_name_update: z.int(),
  }),
};
const inVersion1 = (data: z.ZodType) => z.object({ success: z.literal(true), data });
const mcProfileOfJava = z.object({
  username: z.string(),
  uuid: z.string(),
  skin: z.string().nullable(),
  cape: z.string().nullable(),
  linked: z.boolean(),
  bedrock_gamertag: z.string().optional(),
  bedrock_xuid: z.string().optional(),
  bedrock_fuid: z.string().optional(),
});
const mcProfileOfBedrock = z.object({
  gamertag: z.string(),
  xuid: z.string(),
  floodgateuid: z.string(),
  icon: z.string(),
  textureid: z.string().nullable(),
  skin: z.string().nullable(),
  linked: z.boolean(),
  java_uuid: z.string().optional(),
  java_name: z.string().optional(),
});

/** The body of each endpoint that takes GET, as the other service writes it. */
const SHAPES: Readonly<Record<string, z.ZodType>> = {
  "crafthead/profile/:id": session,
  "crafthead/minecraft/profile/:id": session,
  "mc-heads/minecraft/profile/:id": session,
  "mc-heads/minecraft/profile/:id/signed": session,
  "mc-heads/json/get_user?u=:id": z.object({ uuid: z.string(), username: z.string() }),
  "mineatar/uuid/:id": z.string(),
  "starlight/info/user/:id": z.object({
    playerUUID: z.string(),
    skinUrl: z.string(),
    userCape: z.string().optional(),
    skinType: z.enum(["wide", "slim"]),
    skinTextureWidth: z.int(),
    skinTextureHeight: z.int(),
  }),
  "playerdb/api/player/minecraft/:id": playerDb(
    z.object({
      meta: z.object({ cached_at: z.int() }),
      username: z.string(),
      id: z.string(),
      raw_id: z.string(),
      avatar: z.string(),
      skin_texture: z.string().optional(),
      cape_texture: z.string().optional(),
      properties: z.array(texturesProperty),
      name_history: z.array(z.string()),
    }),
  ),
  "playerdb/api/player/xbox/:id": playerDb(
    z.object({
      id: z.string(),
      meta: z.object({}),
      username: z.string(),
      avatar: z.string(),
      cached_at: z.int(),
    }),
  ),
  "ashcon/mojang/v2/user/:id": ashconUser.extend({
    textures: ashconTextures.extend({ raw: texturesProperty.omit({ name: true }) }),
    profile_actions: z.array(z.string()),
    created_at: z.null(),
  }),
  "ashcon/mojang/v2/uuid/:id": z.string(),
  "ashcon/mojang/v2/avatar/:id": z.string(),
  "ashcon/mojang/v1/user/:id": ashconUser.extend({ cached_at: z.string() }),
  "ashcon/mojang/v1/uuid/:id": z.string(),
  "mojang/users/profiles/minecraft/:id": account,
  "mojang/user/profile/:id": account,
  "mojang/minecraft/profile/lookup/name/:id": account,
  "mojang/minecraft/profile/lookup/:id": account,
  "mojang/session/minecraft/profile/:id?unsigned=false": session,
  "mojang/session/minecraft/profile/:id": session,
  "mowojang/users/profiles/minecraft/:id": account,
  "mowojang/session/minecraft/profile/:id?unsigned=false": session,
  "mowojang/session/minecraft/profile/:id": session,
  "mowojang/:id": account,
  "geyser/v2/utils/uuid/bedrock_or_java/:id?prefix=:prefix": account,
  "geyser/v2/xbox/xuid/:id": geyser.xuid,
  "geyser/v2/xbox/gamertag/:id": geyser.gamertag,
  "geyser/v2/skin/:id": geyser.skin,
  "geyser/v2/link/bedrock/:id": geyser.link,
  "geyser/v2/link/java/:id": z.array(geyser.link),
  "geyser/v1/xbox/xuid/:id": inVersion1(geyser.xuid),
  "geyser/v1/xbox/gamertag/:id": inVersion1(geyser.gamertag),
  "geyser/v1/skin/:id": inVersion1(geyser.skin),
  "geyser/v1/link/bedrock/:id": inVersion1(geyser.link),
  "geyser/v1/link/java/:id": inVersion1(z.array(geyser.link)),
  "mcprofile/api/v1/java/username/:id": mcProfileOfJava,
  "mcprofile/api/v1/java/uuid/:id": mcProfileOfJava,
  "mcprofile/api/v1/bedrock/gamertag/:id": mcProfileOfBedrock,
  "mcprofile/api/v1/bedrock/xuid/:id": mcProfileOfBedrock,
  "mcprofile/api/v1/bedrock/fuid/:id": mcProfileOfBedrock,
};

/** A world for all tests of a file. */
export function useCompatWorld() {
  const world = useWorld();
  return { world, request: (path: string) => world.request(`/compat/${path}`) };
}

/** The URL of each endpoint that takes GET, for a linked player and for an unknown one. */
export const endpoints = compatServices.flatMap((service) =>
  Object.entries(schemeOf(service).json)
    .filter(([, { bulk }]) => bulk === undefined)
    .map(([route, endpoint]) => {
      const ids = {
        name: ["Lantern_Lou", "nobody_at_all"],
        uuid: [LOU, UNKNOWN],
        nameOrUuid: ["Lantern_Lou", UNKNOWN],
        player: ["Lantern_Lou", "nobody_at_all"],
        gamertag: ["Lantern%20Lou", "Nobody At All"],
        xuid: [LOU_XUID, UNKNOWN_XUID],
        xuidOrGamertag: ["Lantern%20Lou", UNKNOWN_XUID],
        floodgate: [LOU_BEDROCK, "00000000-0000-0000-0009-000000000bad"],
      }[endpoint.reads];
      const prefix = route.includes(":prefix") ? "." : "";
      const urlFor = (id = "") =>
        `${service}/${route.replace(":id", prefix + id).replace(":prefix", prefix)}`;
      const name = `${service}/${route}`;
      // An endpoint without a shape fails its test.
      const schema = SHAPES[name] ?? z.never();
      return { name, schema, endpoint, known: urlFor(ids[0]), none: urlFor(ids[1]) };
    }),
);

export function signatureOf(value: string): string {
  const parts = [0, 1, 2, 3, 4, 5, 6, 7].map((part) =>
    createHash("sha512").update(`${part}${value}`).digest(),
  );
  return Buffer.concat(parts).toString("base64");
}

export interface Property {
  name: string;
  value: string;
  signature?: string;
}

export function decoded({ value }: Pick<Property, "value">): Record<string, unknown> {
  return JSON.parse(Buffer.from(value, "base64").toString("utf8")) as Record<string, unknown>;
}
