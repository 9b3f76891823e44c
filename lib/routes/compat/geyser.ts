import { z } from "zod";
import { dashed } from "../../contract/identifiers.ts";
import type { CompatPlayer, JsonEndpoints } from "./json.ts";
import type { CompatScheme } from "./scheme.ts";

/* Geyser's global API: an unknown player is an empty object. */

const empty = () => ({ status: 200, body: {} });
const message = (text: string) => () => ({ status: 400, body: { message: text } });
const link = z.object({
  bedrock_id: z.int(),
  java_id: z.string(),
  java_name: z.string(),
  last_name_update: z.int(),
});
const linkOf = (java: CompatPlayer, bedrock: CompatPlayer): z.infer<typeof link> => ({
  bedrock_id: Number(bedrock.bedrock?.xuid),
  java_id: dashed(java.uuid),
  java_name: java.name,
  last_name_update: java.fetchedAt,
});

const json: JsonEndpoints = {
  "v2/xbox/xuid/:id": {
    reads: "gamertag",
    edition: "bedrock",
    schema: z.object({ xuid: z.int() }),
    // Below 2^53, as every XUID is.
    write: ({ player }) => ({ xuid: Number(player.bedrock?.xuid) }),
    none: empty,
    invalid: message("gamertag is empty or longer than 16 chars"),
  },
  "v2/xbox/gamertag/:id": {
    reads: "xuid",
    edition: "bedrock",
    schema: z.object({ gamertag: z.string() }),
    write: ({ player }) => ({ gamertag: player.bedrock?.gamertag }),
    none: empty,
    invalid: message("xuid should be an int"),
  },
  "v2/skin/:id": {
    reads: "xuid",
    edition: "bedrock",
    signed: true,
    schema: z.object({
      hash: z.string(),
      is_steve: z.boolean(),
      last_update: z.int(),
      signature: z.string(),
      texture_id: z.string(),
      value: z.string(),
    }),
    write({ player }) {
      const { skin, property, signed } = player.textures();
      if (signed === undefined) return undefined;
      return {
        hash: signed.hash,
        is_steve: skin.model === "classic",
        last_update: signed.lastUpdate,
        // Without a signature of Geyser's the value is this service's own, which names the same skin.
        signature: property.signature ?? "",
        texture_id: skin.hash,
        value: property.value,
      };
    },
    none: empty,
    invalid: message("skin_id should be an int"),
  },
  "v2/link/bedrock/:id": {
    reads: "xuid",
    edition: "bedrock",
    linked: true,
    schema: link,
    write: ({ player, linked }) => (linked === null ? undefined : linkOf(linked, player)),
    none: empty,
    invalid: message("xuid should be an int"),
  },
  "v2/link/java/:id": {
    reads: "uuid",
    edition: "java",
    linked: true,
    schema: z.array(link),
    write: ({ player, linked }) => (linked === null ? undefined : [linkOf(player, linked)]),
    none: () => ({ status: 200, body: [] }),
    invalid: message("uuid has to be a valid uuid (36 chars long)"),
  },
};

export const geyser: CompatScheme = {
  name: "Geyser",
  host: "api.geysermc.org",
  json,
};
