import { z } from "zod";

export const editions = ["java", "bedrock"] as const;
export type Edition = (typeof editions)[number];

export const skinModel = z
  .enum(["classic", "slim"])
  .describe("The arms of the model: classic is 4 pixels wide, slim 3.");
export type SkinModel = z.infer<typeof skinModel>;

const path = (what: string, example: string) =>
  z
    .string()
    .nullable()
    .describe(`${what}, as a path relative to the base address; null when there is none.`)
    .meta({ example });

const textureHash = (what: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{1,64}$/)
    .nullable()
    .describe(`${what}; null when there is none.`)
    .meta({ example: "5f4c8f1e2f0a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e" });

const textures = {
  model: skinModel
    .nullable()
    .describe(
      "The arms of the model: classic is 4 pixels wide, slim 3; null when it could not be asked.",
    ),
  skin_texture: textureHash("The hash of the player's own skin"),
  cape_texture: textureHash("The hash of the player's cape"),
};

export const nameHistoryEntry = z
  .object({
    name: z.string().describe("A name the player used."),
    changed_at: z
      .int()
      .nullable()
      .describe(
        "When the player took this name, in Unix milliseconds; null for the first known name. Changes are what this service observed.",
      ),
  })
  .meta({ id: "NameHistoryEntry", description: "One name of a player." });
export type NameHistoryEntry = z.infer<typeof nameHistoryEntry>;

export const javaProfile = z
  .object({
    username: z.string().describe("The player's Java edition name."),
    uuid: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .describe("The player's Java UUID, 32 hexadecimal digits without dashes."),
    skin_url: path("The skin texture", "/skin?username=Lantern_Lou&type=java"),
    cape_url: path("The cape texture", "/cape?username=Lantern_Lou&type=java"),
    head_url: path("The head", "/head?username=Lantern_Lou&type=java"),
    ...textures,
    name_history: z
      .array(nameHistoryEntry)
      .describe("The names of the player that are known, oldest first, the current one included."),
  })
  .meta({ id: "JavaProfile", description: "What is known of a Java edition player." });
export type JavaProfile = z.infer<typeof javaProfile>;

export const bedrockProfile = z
  .object({
    gamertag: z.string().describe("The player's Bedrock edition gamertag."),
    xuid_decimal: z
      .string()
      .regex(/^[0-9]{16}$/)
      .describe("The player's XUID in decimal. A string: do not parse it as a number."),
    floodgate_uuid: z
      .string()
      .describe("The UUID Floodgate gives this player on Java servers: zeros, then the XUID."),
    skin_url: path("The skin texture", "/skin?username=2761708961228418&type=bedrock"),
    cape_url: path("The cape texture", "/cape?username=2761708961228418&type=bedrock"),
    head_url: path("The head", "/head?username=2761708961228418&type=bedrock"),
    ...textures,
    linked: z
      .boolean()
      .nullable()
      .describe(
        "True when the global account link proves that both editions are one person, false when there is no such link, null when it could not be asked. The same name alone proves nothing.",
      ),
  })
  .meta({ id: "BedrockProfile", description: "What is known of a Bedrock edition player." });
export type BedrockProfile = z.infer<typeof bedrockProfile>;

export const warning = z
  .object({
    edition: z.enum(editions).describe("The edition this is about."),
    code: z.literal("BAD_GATEWAY").describe("A code of the error table."),
    error: z.string().describe("What could not be asked, for people."),
  })
  .meta({ id: "Warning", description: "Why a part of the answer is missing or may be old." });
export type Warning = z.infer<typeof warning>;

export const profileBody = z
  .object({
    success: z.literal(true).describe("Always true."),
    java: javaProfile.optional().describe("Java edition data; left out when there is no player."),
    bedrock: bedrockProfile
      .optional()
      .describe("Bedrock edition data; left out when there is no player."),
    cached: z.boolean().describe("True when nothing was asked for this answer."),
    fetched_at: z.iso.datetime().describe("When the oldest part of this answer was fetched."),
    stale: z
      .boolean()
      .describe("True when a part is past its time because it could not be fetched anew."),
    warnings: z
      .array(warning)
      .optional()
      .describe("What could not be asked; left out when all went well."),
  })
  .meta({ id: "Profile", description: "The profile of a player: at least one edition." });
export type ProfileBody = z.infer<typeof profileBody>;
