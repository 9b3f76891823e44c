import { floodgateUuid, type BedrockAccount } from "../player.ts";
import { json, route, type Call, type Reply, type Route } from "./upstream.ts";

/** Looks up gamertags and XUIDs. */
export const geyserXboxRoutes: readonly Route[] = [
  route("geyser.xuid", "/v2/xbox/xuid/{gamertag}", xuidOf),
  route("geyser.gamertag", "/v2/xbox/gamertag/{xuid}", gamertagOf),
  route("geyser.batch", "/v2/xbox/batch/gamertag", gamertagsOf, "POST"),
  route("geyser.utils", "/v2/utils/uuid/bedrock_or_java/{username}", bedrockOrJava),
];

function xuidOf(call: Call): Reply {
  const { gamertag = "" } = call.params;
  if (!isGamertagLength(gamertag)) {
    return geyserInvalid("gamertag is empty or longer than 16 chars");
  }
  const account = call.world.bedrockByGamertag(gamertag);
  if (!account) return geyserJson(200, {}, 900);
  if (account.knownToGeyser === false) return NOT_IN_CACHE;
  return geyserJson(200, { xuid: asSent(account) }, 60);
}

function gamertagOf(call: Call): Reply {
  const { xuid = "" } = call.params;
  if (!/^\d+$/.test(xuid)) return geyserInvalid("xuid should be an int");
  const account = call.world.bedrockByXuid(xuid);
  if (!account) return geyserJson(200, {}, 900);
  if (account.knownToGeyser === false) return NOT_IN_CACHE;
  return geyserJson(200, { gamertag: account.gamertag }, 60);
}

function gamertagsOf(call: Call): Reply {
  const xuids = parseXuids(call.body);
  if (!xuids || xuids.length > 600) {
    return geyserJson(400, { message: "xuids is not an array or has more than 600 elements" });
  }
  const accounts = xuids.flatMap((xuid) => call.world.bedrockByXuid(xuid) ?? []);
  const known = accounts.filter((one) => one.knownToGeyser !== false);
  if (known.length === accounts.length) {
    const entries = known.map((one) => [one.xuid, one.gamertag]);
    return geyserJson(200, { data: Object.fromEntries(entries) });
  }
  // In a partial response `data` is a list instead of an object.
  return geyserJson(200, {
    data: known.map((one) => ({ xuid: asSent(one), gamertag: one.gamertag })),
    message: "unable to handle the whole request: too much traffic",
    not_handled: accounts.filter((one) => !known.includes(one)).map(asSent),
  });
}

function bedrockOrJava(call: Call): Reply {
  const { username = "" } = call.params;
  const prefix = call.query.get("prefix");
  if (prefix === null) return geyserJson(400, { message: "you have to provide a prefix" });
  if (prefix.length < 1 || prefix.length > 16) {
    return geyserJson(400, { message: "prefix is empty or longer than 16 characters" });
  }
  if (!username.startsWith(prefix)) {
    const name = encodeURIComponent(username);
    const location = `https://api.mojang.com/users/profiles/minecraft/${name}`;
    return { status: 302, headers: { location, "access-control-allow-origin": "*" } };
  }
  const gamertag = username.slice(prefix.length);
  const account = isGamertagLength(gamertag) ? call.world.bedrockByGamertag(gamertag) : undefined;
  if (!account) return { status: 204 };
  if (account.knownToGeyser === false) return NOT_IN_CACHE;
  return geyserJson(200, { id: floodgateUuid(account.xuid), name: prefix + account.gamertag });
}

function asSent(account: BedrockAccount): number | string {
  return account.xuidAs === "string" ? account.xuid : Number(account.xuid);
}

function isGamertagLength(gamertag: string): boolean {
  const { length } = Array.from(gamertag);
  return length >= 1 && length <= 16;
}

function parseXuids(body: string): string[] | null {
  try {
    const sent = JSON.parse(body) as { xuids?: unknown } | null;
    return Array.isArray(sent?.xuids) ? sent.xuids.map(String) : null;
  } catch {
    return null;
  }
}

/** JSON that any page may read, with a `max-age` in seconds. */
export function geyserJson(status: number, value: unknown, maxAge?: number): Reply {
  const headers: Record<string, string> = { "access-control-allow-origin": "*" };
  if (maxAge !== undefined) headers["cache-control"] = `max-age=${maxAge}, public`;
  return json(status, value, headers);
}

/** Invalid input, cached for a week. */
export function geyserInvalid(message: string): Reply {
  const reply = geyserJson(400, { message });
  return {
    ...reply,
    headers: { ...reply.headers, "cache-control": "max-age=604800, immutable, public" },
  };
}

/** 503 for a player unknown to Geyser: not an outage, although it looks like one. */
export const NOT_IN_CACHE = geyserJson(503, {
  message: "Unable to find user in our cache. Please try specifying their Floodgate UUID instead",
});

/** 503 for too many requests to Xbox Live. */
export const TOO_MUCH_TRAFFIC = geyserJson(
  503,
  { message: "unable to handle request: too much traffic" },
  15,
);
