import { z } from "zod";
import { dashed } from "../../contract/identifiers.ts";
import { texturesProperty, type JsonEndpoint, type JsonEndpoints } from "./json.ts";
import type { CompatScheme } from "./scheme.ts";

const none: JsonEndpoint["none"] = ({ text }) => ({
  status: 404,
  body: { code: 404, error: "Not Found", reason: `No user with the name '${text}' was found` },
});
const texture = z.object({ url: z.string() });

const json: JsonEndpoints = {
  "mojang/v2/user/:id": {
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
        skin: texture,
        cape: texture.optional(),
        raw: texturesProperty.omit({ name: true }),
      }),
      created_at: z.null(),
    }),
    write({ player: { uuid, name, textures } }) {
      const { skin, cape, property } = textures();
      return {
        uuid: dashed(uuid),
        username: name,
        username_history: [{ username: name }],
        textures: {
          custom: !skin.isDefault,
          slim: skin.model === "slim",
          skin: { url: skin.url },
          ...(cape && { cape: { url: cape } }),
          raw: property,
        },
        created_at: null,
      };
    },
    none,
  },
  "mojang/v2/uuid/:id": {
    reads: "player",
    edition: "floodgate",
    schema: z.string(),
    write: ({ player }) => dashed(player.uuid),
    none,
  },
};

export const ashcon: CompatScheme = {
  name: "Ashcon",
  host: "api.ashcon.app",
  json,
};
