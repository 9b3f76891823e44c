import { z } from "zod";
import { dashed } from "../identifiers.ts";
import { optional, texturesProperty, type CompatReply, type JsonEndpoint } from "./json.ts";

const noPlayer = (code: string, message: string) => (): CompatReply => ({
  status: 400,
  body: { message, code, data: {}, success: false, error: false },
});
const playerDbSchema = (player: z.ZodType) =>
  z.object({
    code: z.literal("player.found"),
    message: z.string(),
    data: z.object({ player }),
    success: z.literal(true),
  });
const playerDbBody = (player: object) => ({
  code: "player.found",
  message: "Successfully found player by given ID.",
  data: { player },
  success: true,
});

export const playerDb = {
  minecraft: {
    reads: "player",
    edition: "floodgate",
    signed: true,
    schema: playerDbSchema(
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
    write({ player: { uuid, name, fetchedAt, worn }, base }) {
      const { skin, cape, property } = worn();
      return playerDbBody({
        meta: { cached_at: Math.floor(fetchedAt / 1_000) },
        username: name,
        id: dashed(uuid),
        raw_id: uuid,
        avatar: `${base}/compat/crafthead/avatar/${uuid}`,
        ...optional("skin_texture", skin.isDefault ? null : skin.url),
        ...optional("cape_texture", cape),
        properties: [{ name: "textures", ...property }],
        name_history: [],
      });
    },
    none: noPlayer("minecraft.invalid_username", "No Minecraft user could be found."),
  },
  xbox: {
    reads: "xuidOrGamertag",
    edition: "bedrock",
    schema: playerDbSchema(
      z.object({
        id: z.string(),
        meta: z.object({}),
        username: z.string(),
        avatar: z.string(),
        cached_at: z.int(),
      }),
    ),
    write: ({ player: { uuid, bedrock, fetchedAt }, base }) =>
      playerDbBody({
        id: bedrock?.xuid,
        meta: {},
        username: bedrock?.gamertag,
        avatar: `${base}/compat/crafthead/avatar/${uuid}`,
        cached_at: fetchedAt,
      }),
    none: noPlayer("xbox.not_found", "No Xbox Live account found."),
  },
} satisfies Record<string, JsonEndpoint>;
