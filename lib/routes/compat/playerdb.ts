import { z } from "zod";
import { dashed } from "../../contract/identifiers.ts";
import { avatarUrl, texturesProperty, type CompatReply, type JsonEndpoints } from "./json.ts";
import type { CompatScheme } from "./scheme.ts";

const noPlayer = (code: string, message: string) => (): CompatReply => ({
  status: 400,
  body: { message, code, data: {}, success: false, error: false },
});
const schemaWith = (player: z.ZodType) =>
  z.object({
    code: z.literal("player.found"),
    message: z.string(),
    data: z.object({ player }),
    success: z.literal(true),
  });
const bodyWith = (player: object) => ({
  code: "player.found",
  message: "Successfully found player by given ID.",
  data: { player },
  success: true,
});

const json: JsonEndpoints = {
  "api/player/minecraft/:id": {
    reads: "player",
    signed: true,
    schema: schemaWith(
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
    write(found) {
      const { uuid, name, fetchedAt, textures } = found.player;
      const { skin, cape, property } = textures();
      return bodyWith({
        meta: { cached_at: Math.floor(fetchedAt / 1_000) },
        username: name,
        id: dashed(uuid),
        raw_id: uuid,
        avatar: avatarUrl(found),
        ...(!skin.isDefault && { skin_texture: skin.url }),
        ...(cape && { cape_texture: cape.url }),
        properties: [{ name: "textures", ...property }],
        name_history: [],
      });
    },
    none: noPlayer("minecraft.invalid_username", "No Minecraft user could be found."),
  },
  "api/player/xbox/:id": {
    reads: "xuidOrGamertag",
    differs: "fields",
    schema: schemaWith(
      z.object({
        id: z.string(),
        meta: z.object({}),
        username: z.string(),
        avatar: z.string(),
        cached_at: z.int(),
      }),
    ),
    write(found) {
      const { bedrock, fetchedAt } = found.player;
      const { xuid: id, gamertag: username } = bedrock ?? {};
      return bodyWith({ id, meta: {}, username, avatar: avatarUrl(found), cached_at: fetchedAt });
    },
    none: noPlayer("xbox.not_found", "No Xbox Live account found."),
  },
};

export const playerDb: CompatScheme = {
  name: "PlayerDB",
  host: "playerdb.co",
  notOffered: { "api/player/steam/:id": "games", "api/player/hytale/:id": "games" },
  json,
};
