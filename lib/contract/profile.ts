import { z } from "zod";
import { errorBody, formerPlayer } from "./errors.ts";
import { examplePlayer } from "./examples.ts";

export const editions = ["java", "bedrock"] as const;
export type Edition = (typeof editions)[number];

/** Width of the arms: classic is 4 pixels, slim 3. */
export const skinModel = z.enum(["classic", "slim"]);
export type SkinModel = z.infer<typeof skinModel>;

/** Relative to the base address; null when there is none. */
const path = (example: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example] });

const textureHash = z
  .string()
  .regex(/^[0-9a-f]{1,64}$/)
  .nullable()
  .meta({ examples: [examplePlayer.skinTexture] });

/** The service that a texture comes from: `mojang`, the host of a skin service, or `optifine`. */
const textureSource = z.string().meta({ examples: ["mojang"] });

const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);

/** The property `textures` of a game profile, as the provider signed it. */
export const signedTextures = z.object({ value: base64, signature: base64 });
export type SignedTextures = z.infer<typeof signedTextures>;

const textures = {
  model: skinModel.nullable(),
  skin_texture: textureHash,
  cape_texture: textureHash,
  textures: signedTextures.nullable().optional(),
};

export const nameHistoryEntry = z.object({
  name: z.string(),
  changed_at: z.int().nullable(),
});
export type NameHistoryEntry = z.infer<typeof nameHistoryEntry>;

export const javaProfile = z.object({
  username: z.string(),
  uuid: z.string().regex(/^[0-9a-f]{32}$/),
  /** The same, 8-4-4-4-12. */
  uuid_dashed: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  /** The UUID of a player with this name on a server without accounts. */
  offline_uuid: z.string().regex(/^[0-9a-f]{12}3[0-9a-f]{19}$/),
  skin_url: path("/skin?username=Lantern_Lou&type=java"),
  cape_url: path("/cape?username=Lantern_Lou&type=java"),
  head_url: path("/head?username=Lantern_Lou&type=java"),
  ...textures,
  skin_source: textureSource,
  cape_source: textureSource.nullable(),
  name_history: z.array(nameHistoryEntry),
});
export type JavaProfile = z.infer<typeof javaProfile>;

export const bedrockProfile = z.object({
  gamertag: z.string(),
  xuid_decimal: z.string().regex(/^[0-9]{16}$/),
  floodgate_uuid: z.string(),
  skin_url: path("/skin?username=2761708961228418&type=bedrock"),
  cape_url: path("/cape?username=2761708961228418&type=bedrock"),
  head_url: path("/head?username=2761708961228418&type=bedrock"),
  ...textures,
  linked: z.boolean().nullable(),
});
export type BedrockProfile = z.infer<typeof bedrockProfile>;

/** `BAD_GATEWAY`: a part is missing or old. The others: a file is no skin or cape, and a retry does not help. */
const warningCodes = ["BAD_GATEWAY", "UNUSABLE_SKIN", "UNUSABLE_CAPE"] as const;
export type WarningCode = (typeof warningCodes)[number];

/** The part that is missing or old: the whole profile, one part of it, or what was observed of the player. */
const warningParts = ["profile", "skin", "cape", "textures", "link", "history"] as const;
export type WarningPart = (typeof warningParts)[number];

export const warning = z.object({
  edition: z.enum(editions),
  code: z.enum(warningCodes),
  part: z.enum(warningParts),
  error: z.string(),
});
export type Warning = z.infer<typeof warning>;

export const profileBody = z.object({
  success: z.literal(true),
  java: javaProfile.optional(),
  bedrock: bedrockProfile.optional(),
  cached: z.boolean(),
  fetched_at: z.iso.datetime(),
  stale: z.boolean(),
  warnings: z.array(warning).optional(),
});
export type ProfileBody = z.infer<typeof profileBody>;

export const batchProfile = z.object({
  username: z.string(),
  status: z.int().min(200).max(299),
  ...profileBody.shape,
});
export const batchError = z.object({ username: z.string(), ...errorBody.shape });

export const batchBody = z.object({
  success: z.literal(true),
  results: z.array(z.union([batchProfile, batchError])),
});
export type BatchBody = z.infer<typeof batchBody>;

/** When something was seen first and last, by this service. */
const seen = {
  first_seen: z.iso.datetime(),
  last_seen: z.iso.datetime(),
};
const hash = javaProfile.shape.skin_texture.unwrap();

export const seenSkin = z.object({ hash, model: skinModel, ...seen });
export const seenCape = z.object({ hash, ...seen });

const seenPast = {
  observed: z.boolean(),
  names: z.array(nameHistoryEntry),
  skins: z.array(seenSkin),
  capes: z.array(seenCape),
  former: z.array(formerPlayer).optional(),
};

export const javaHistory = javaProfile.pick({ username: true, uuid: true }).extend(seenPast);
export type JavaHistory = z.infer<typeof javaHistory>;

export const bedrockHistory = bedrockProfile
  .pick({ gamertag: true, xuid_decimal: true, floodgate_uuid: true })
  .extend(seenPast);
export type BedrockHistory = z.infer<typeof bedrockHistory>;

export const historyBody = profileBody.extend({
  java: javaHistory.optional(),
  bedrock: bedrockHistory.optional(),
});
export type HistoryBody = z.infer<typeof historyBody>;
