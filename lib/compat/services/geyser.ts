import { z } from "zod";
import { readJson } from "../../cache/stores/stored-value.ts";
import { dashed } from "../../contract/identifiers.ts";
import { MAX_BATCH } from "../../contract/queries.ts";
import {
  readers,
  type CompatPlayer,
  type CompatTarget,
  type JsonEndpoint,
  type JsonEndpoints,
} from "../json.ts";
import type { CompatScheme } from "../scheme.ts";
import type { CompatReply } from "../terms.ts";

/* Geyser's global API: an unknown player is an empty object. */

const empty = () => ({ status: 200, body: {} });
const refusal = (message: string, status = 400): CompatReply => ({ status, body: { message } });
const message = (text: string) => () => refusal(text);
const linkOf = (java: CompatPlayer, bedrock: CompatPlayer) => ({
  bedrock_id: Number(bedrock.bedrock?.xuid),
  java_id: dashed(java.uuid),
  java_name: java.name,
  last_name_update: java.fetchedAt,
});

const xuidOf: JsonEndpoint = {
  reads: "gamertag",
  // Below 2^53, as every XUID is.
  write: ({ player }) => ({ xuid: Number(player.bedrock?.xuid) }),
  none: empty,
  invalid: message("gamertag is empty or longer than 16 chars"),
};

const gamertagOf: JsonEndpoint = {
  reads: "xuid",
  write: ({ player }) => ({ gamertag: player.bedrock?.gamertag }),
  none: empty,
  invalid: message("xuid should be an int"),
};

/** The original takes 600 XUIDs, and this service as many players as it takes elsewhere. */
const gamertagsOf: JsonEndpoint = {
  ...gamertagOf,
  bulk: {
    priority: "batch",
    read(body) {
      if (body === null) return refusal("Request Entity Too Large", 413);
      const sent = readJson(z.object({ xuids: z.unknown() }), body);
      if (sent?.xuids === undefined) return refusal("Bad Request");
      const { data: xuids } = z.array(z.unknown()).max(MAX_BATCH).safeParse(sent.xuids);
      if (xuids === undefined) {
        return refusal(`xuids is not an array or has more than ${MAX_BATCH} elements`);
      }
      const texts = xuids.map(String);
      const areAll = texts.every((text) => readers.xuid.read(text) !== null);
      return areAll ? texts : refusal("entries contains an invalid xuid");
    },
    join: (entries) => ({ data: Object.fromEntries(entries as [string, string][]) }),
  },
  differs: "fewer",
  write: ({ player: { bedrock } }) => [bedrock?.xuid, bedrock?.gamertag],
};

const skinOf: JsonEndpoint = {
  differs: "fields",
  reads: "xuid",
  signed: true,
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
};

const linkOfBedrock: JsonEndpoint = {
  reads: "xuid",
  linked: "alone",
  write: ({ player, linked }) => (linked === null ? undefined : linkOf(linked, player)),
  none: empty,
  invalid: message("xuid should be an int"),
};

const linksOfJava: JsonEndpoint = {
  reads: "uuid",
  linked: "alone",
  write: ({ player, linked }) => (linked === null ? undefined : [linkOf(player, linked)]),
  none: () => ({ status: 200, body: [] }),
  invalid: message("uuid has to be a valid uuid (36 chars long)"),
};

/** A Bedrock player by Floodgate's name; a name without its prefix is left to the game's own API. */
const bedrockOrJava: JsonEndpoint = {
  reads: "gamertag",
  nameIn({ text, values }, base) {
    const prefix = values?.["prefix"];
    if (prefix === undefined) return refusal("you have to provide a prefix");
    if (prefix === "" || prefix.length > 16) {
      return refusal("prefix is empty or longer than 16 characters");
    }
    if (text.startsWith(prefix)) return text.slice(prefix.length);
    const path = `/compat/mojang/users/profiles/minecraft/${encodeURIComponent(text)}`;
    return { status: 302, location: base + path };
  },
  write: ({ player }, { text }) => ({ id: player.uuid, name: text }),
  none: () => ({ status: 204 }),
};

/** In version 1 the body is in `data`, and an error has the status 200. */
function inVersion1({ write, none, invalid = none, ...endpoint }: JsonEndpoint): JsonEndpoint {
  const success = (data: unknown) => ({ success: true, data });
  return {
    ...endpoint,
    write(found, target) {
      const data = write(found, target);
      return data === undefined ? undefined : success(data);
    },
    none: (target) => ({ status: 200, body: success(none(target).body) }),
    invalid: (target: CompatTarget) => ({
      status: 200,
      body: { ...(invalid(target).body as object), success: false },
    }),
  };
}

const json: JsonEndpoints = {
  "v2/utils/uuid/bedrock_or_java/:id?prefix=:prefix": bedrockOrJava,
  "v2/xbox/batch/gamertag": gamertagsOf,
  "v2/xbox/xuid/:id": xuidOf,
  "v2/xbox/gamertag/:id": gamertagOf,
  "v2/skin/:id": skinOf,
  "v2/link/bedrock/:id": linkOfBedrock,
  "v2/link/java/:id": linksOfJava,
  "v1/xbox/xuid/:id": inVersion1(xuidOf),
  "v1/xbox/gamertag/:id": inVersion1(gamertagOf),
  "v1/skin/:id": inVersion1(skinOf),
  "v1/link/bedrock/:id": inVersion1(linkOfBedrock),
  "v1/link/java/:id": inVersion1(linksOfJava),
};

/** This service uploads no skins, so nothing waits for that. */
const stats = {
  differs: "fields",
  native: "/api/status",
  reply: {
    status: 200,
    body: { pre_upload_queue: { length: 0 }, upload_queue: { length: 0, estimated_duration: 0 } },
  },
} as const;

export const geyser: CompatScheme = {
  name: "Geyser",
  host: "api.geysermc.org",
  notOffered: { "v2/skin/bedrock/recent": "uploads", "v2/skin/popular/recent": "uploads" },
  json,
  fixed: {
    "v2/stats": stats,
    "v1/stats": stats,
    health: { native: "/api/health", reply: { status: 204 } },
  },
};
