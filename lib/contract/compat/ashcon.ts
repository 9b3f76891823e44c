import { z } from "zod";
import { dashed } from "../identifiers.ts";
import {
  optional,
  texturesProperty,
  type CompatTarget,
  type CompatReply,
  type JsonEndpoint,
} from "./json.ts";

const noAshconUser = ({ text }: CompatTarget): CompatReply => ({
  status: 404,
  body: { code: 404, error: "Not Found", reason: `No user with the name '${text}' was found` },
});
const ashconTexture = z.object({ url: z.string() });

export const ashcon = {
  user: {
    reads: "player",
    edition: "floodgate",
    signed: true,
    schema: z.object({
      uuid: z.string(),
      username: z.string(),
      username_history: z.array(z.object({ username: z.string() })),
      textures: z.object({
        custom: z.boolean(),
        slim: z.boolean(),
        skin: ashconTexture,
        cape: ashconTexture.optional(),
        raw: texturesProperty.omit({ name: true }),
      }),
      created_at: z.null(),
    }),
    write({ player: { uuid, name, worn } }) {
      const { skin, cape, property } = worn();
      return {
        uuid: dashed(uuid),
        username: name,
        username_history: [{ username: name }],
        textures: {
          custom: !skin.isDefault,
          slim: skin.model === "slim",
          skin: { url: skin.url },
          ...optional("cape", cape && { url: cape }),
          raw: property,
        },
        created_at: null,
      };
    },
    none: noAshconUser,
  },
  uuid: {
    reads: "player",
    edition: "floodgate",
    schema: z.string(),
    write: ({ player }) => dashed(player.uuid),
    none: noAshconUser,
  },
} satisfies Record<string, JsonEndpoint>;
