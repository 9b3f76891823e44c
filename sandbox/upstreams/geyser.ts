import { createHash } from "node:crypto";
import { dashed, parseUuid, type BedrockAccount } from "../player.ts";
import type { World } from "../world.ts";
import { texturesProperty } from "./mojang-session.ts";
import { json, retryAfterHeader, route, type Call, type Reply, type Upstream } from "./upstream.ts";

/** `api.geysermc.org`: data about Bedrock players from Java servers that admit them. */
export const geyser: Upstream = {
  name: "geyser",
  routes: [
    route("geyser.xuid", "/v2/xbox/xuid/{gamertag}", xuidOf),
    route("geyser.gamertag", "/v2/xbox/gamertag/{xuid}", gamertagOf),
    route("geyser.skin", "/v2/skin/{xuid}", skinOf),
    route("geyser.link-bedrock", "/v2/link/bedrock/{xuid}", linkOfBedrock),
    route("geyser.link-java", "/v2/link/java/{uuid}", linksOfJava),
    route("geyser.health", "/health", () => ({ status: 204 })),
  ],
  noRoute: () => reply(404, { message: "Not Found" }),
  // It has no rate limit of its own; this comes from the network in front of it.
  throttled: (_, retryAfter) => ({
    status: 429,
    headers: { "content-type": "text/plain; charset=UTF-8", ...retryAfterHeader(retryAfter) },
    body: "error code: 1015",
  }),
  envelope: () => reply(200, { message: "Internal Server Error" }),
};

function xuidOf(call: Call): Reply {
  const { gamertag = "" } = call.params;
  const { length } = Array.from(gamertag);
  if (length < 1 || length > 16) return invalid("gamertag is empty or longer than 16 chars");
  const account = call.world.bedrockByGamertag(gamertag);
  if (!account) return reply(200, {}, 900);
  if (account.knownToGeyser === false) return NOT_IN_CACHE;
  const xuid = account.xuidAs === "string" ? account.xuid : Number(account.xuid);
  return reply(200, { xuid }, 60);
}

function gamertagOf(call: Call): Reply {
  const { xuid = "" } = call.params;
  if (!/^\d+$/.test(xuid)) return invalid("xuid should be an int");
  const account = call.world.bedrockByXuid(xuid);
  if (!account) return reply(200, {}, 900);
  if (account.knownToGeyser === false) return NOT_IN_CACHE;
  return reply(200, { gamertag: account.gamertag }, 60);
}

/** The skin of a Bedrock player when they last joined a server with Geyser. */
function skinOf(call: Call): Reply {
  const { xuid = "" } = call.params;
  if (!/^\d+$/.test(xuid)) return invalid("skin_id should be an int");
  const account = call.world.bedrockByXuid(xuid);
  const skin = account?.skin;
  if (!account || !skin) return reply(200, {}, 120);
  const { value, signature } = texturesProperty(account, MINESKIN, { signed: true });
  const found = {
    // In place of the hash of raw pixels, which differs from the texture's.
    hash: createHash("sha256").update(`pixels of ${skin.hash}`).digest("hex"),
    is_steve: skin.model === "classic",
    last_update: 1_760_000_000_000,
    signature,
    texture_id: skin.hash,
    value,
  };
  return reply(200, found, 60);
}

/** The account that signed the texture, which is not the player's. */
const MINESKIN = { uuid: "3970c7ab3c8b451194c0167aa98eb7e4", name: "SkinSigner" };

function linkOfBedrock(call: Call): Reply {
  const { xuid = "" } = call.params;
  if (!/^\d+$/.test(xuid)) return reply(400, { message: "xuid should be an int" });
  const account = call.world.bedrockByXuid(xuid);
  return reply(200, (account && describeLink(call.world, account)) ?? {}, 30);
}

function linksOfJava(call: Call): Reply {
  const { uuid: text = "" } = call.params;
  const uuid = parseUuid(text);
  if (!uuid || text.length !== 36) {
    return reply(400, { message: "uuid has to be a valid uuid (36 chars long)" });
  }
  // A list, although Geyser's documentation shows one object.
  const links = call.world
    .linkedToJava(uuid)
    .flatMap((account) => describeLink(call.world, account) ?? []);
  return reply(200, links, 30);
}

function describeLink(world: World, account: BedrockAccount) {
  const java = world.javaLinkedTo(account);
  if (!java) return undefined;
  return {
    bedrock_id: Number(account.xuid),
    java_id: dashed(java.uuid),
    java_name: java.name,
    last_name_update: 1_755_000_000_000,
  };
}

const READABLE = { "access-control-allow-origin": "*" };

/** JSON that any page may read, with a `max-age` in seconds. */
function reply(status: number, value: unknown, maxAge?: number): Reply {
  const caching = maxAge === undefined ? {} : { "cache-control": `max-age=${maxAge}, public` };
  return json(status, value, { ...READABLE, ...caching });
}

/** Invalid input, cached for a week. */
function invalid(message: string): Reply {
  const caching = { "cache-control": "max-age=604800, immutable, public" };
  return json(400, { message }, { ...READABLE, ...caching });
}

/** 503 for a player unknown to Geyser: not an outage, although it looks like one. */
export const NOT_IN_CACHE = reply(503, {
  message: "Unable to find user in our cache. Please try specifying their Floodgate UUID instead",
});

/** 503 for too many requests to Xbox Live. */
export const TOO_MUCH_TRAFFIC = reply(
  503,
  { message: "unable to handle request: too much traffic" },
  15,
);
