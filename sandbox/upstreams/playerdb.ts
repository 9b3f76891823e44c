import { dashed, parseUuid } from "../player.ts";
import { textureUrl, texturesProperty } from "./mojang-session.ts";
import { json, retryAfterHeader, route, type Call, type Reply, type Upstream } from "./upstream.ts";
import { xboxSettings } from "./xbox.ts";

/** `playerdb.co`: a mirror of both editions, with one kind of response for a hit and two for a miss. */
export const playerdb: Upstream = {
  name: "playerdb",
  routes: [
    route("playerdb.java", "/api/player/minecraft/{query}", (call) =>
      found(
        javaPlayer(call),
        fail(400, "minecraft.invalid_username", "No Minecraft user could be found."),
      ),
    ),
    route("playerdb.bedrock", "/api/player/xbox/{query}", (call) =>
      found(xboxPlayer(call), fail(400, "xbox.not_found", "No Xbox Live account found.")),
    ),
  ],
  noRoute: () => reply(404, { code: "api.404", message: "No route found for given URL", data: {} }),
  throttled: (call, retryAfter) =>
    error(429, `${edition(call)}.rate_limited`, "This request has been rate limited.", retryAfter),
  envelope: (call) => error(200, `${edition(call)}.api_failure`, "API lookup failed."),
};

function found(player: object | null, missing: Reply): Reply {
  if (!player) return missing;
  const message = "Successfully found player by given ID.";
  return reply(200, { code: "player.found", message, data: { player }, success: true });
}

/** Bad input or an unknown player: `error` is false for both. */
function fail(status: number, code: string, message: string): Reply {
  return reply(status, { message, code, data: {}, success: false, error: false });
}

function error(status: number, code: string, message: string, retryAfter?: string): Reply {
  const body = { message, code, data: {}, success: false, error: true };
  return reply(status, body, retryAfterHeader(retryAfter));
}

function reply(status: number, body: object, headers: Reply["headers"] = {}): Reply {
  return json(status, body, {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, OPTIONS",
    ...headers,
  });
}

function edition(call: Call): string {
  return call.path.startsWith("/api/player/xbox/") ? "xbox" : "minecraft";
}

/** A Java player as PlayerDB describes one, or null. */
function javaPlayer(call: Call): object | null {
  const { query = "" } = call.params;
  // Only word characters and hyphens, so old names with dots cannot be looked up here.
  if (!/^[\w-]+$/.test(query)) return null;
  const uuid = query.length === 32 || query.length === 36 ? parseUuid(query) : null;
  const account = uuid ? call.world.javaByUuid(uuid) : call.world.javaByName(query);
  if (!account) return null;
  const { skin, cape } = account;
  return {
    meta: { cached_at: CACHED_AT_SECONDS },
    username: account.name,
    id: dashed(account.uuid),
    raw_id: account.uuid,
    avatar: `https://crafthead.net/avatar/${account.uuid}`,
    ...(skin ? { skin_texture: secure(textureUrl(skin.hash)) } : {}),
    ...(cape ? { cape_texture: secure(textureUrl(cape)) } : {}),
    properties: [texturesProperty(account, account, { signed: true })],
    name_history: [],
  };
}

function secure(url: string): string {
  return url.replace("http://", "https://");
}

/** A Bedrock player as PlayerDB describes one, or null. */
function xboxPlayer(call: Call): object | null {
  // PlayerDB encodes what is encoded already, and so looks for `Major%20Nelson`.
  const query = call.path.slice(call.path.lastIndexOf("/") + 1);
  const account = /^\d{1,16}$/.test(query)
    ? call.world.bedrockByXuid(query)
    : call.world.bedrockByGamertag(query);
  if (!account) return null;
  const settings = xboxSettings(account);
  return {
    id: account.xuid,
    meta: { gamerscore: settings.Gamerscore, accounttier: settings.AccountTier },
    username: settings.Gamertag,
    modernGamertag: settings.ModernGamertag,
    modernGamertagSuffix: settings.ModernGamertagSuffix,
    uniqueModernGamertag: settings.UniqueModernGamertag,
    avatar: settings.GameDisplayPicRaw,
    cached_at: CACHED_AT_MS,
  };
}

/** Seconds for Java players, milliseconds for Bedrock players. */
const CACHED_AT_SECONDS = 1_760_000_000;
const CACHED_AT_MS = CACHED_AT_SECONDS * 1000;
