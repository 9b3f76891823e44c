import type { BedrockAccount } from "../player.ts";
import { json, route, type Call, type Reply, type Route, type Upstream } from "./upstream.ts";

/** `profile.xboxlive.com`: the first-party source, for signed-in callers. */
export const xbox: Upstream = {
  name: "xbox",
  routes: [
    forSignedIn("gamertag", "GET", "/users/gt({gamertag})/profile/settings", byGamertag),
    forSignedIn("xuid", "GET", "/users/xuid({xuid})/profile/settings", byXuid),
    forSignedIn("batch", "POST", "/users/batch/profile/settings", byXuids),
  ],
  noRoute: () => ({ status: 404 }),
  throttled: (_, retryAfter = "15") =>
    json(
      429,
      { version: 1, currentRequests: 11, maxRequests: 10, periodInSeconds: 15, limitType: "Rate" },
      { "retry-after": retryAfter },
    ),
  envelope: () => problem(200, 1, "The service encountered an unexpected error."),
};

function forSignedIn(
  operation: string,
  method: Route["method"],
  path: string,
  respond: Route["respond"],
): Route {
  return route(`xbox.${operation}`, path, (call) => refusal(call) ?? respond(call), method);
}

/** The error of a request without a token or without a version of the contract. */
function refusal(call: Call): Reply | null {
  if (!/^XBL3\.0 x=[^;]+;.+$/.test(call.headers["authorization"] ?? "")) {
    return { status: 401, headers: { "www-authenticate": "XBL3.0" } };
  }
  const version = call.headers["x-xbl-contract-version"] ?? "";
  if (!/^[23]$/.test(version)) {
    return problem(400, 8, "The X-Xbl-Contract-Version header is missing or not supported.");
  }
  return null;
}

function byGamertag(call: Call): Reply {
  const { gamertag = "" } = call.params;
  if (gamertag === "") return problem(400, 2, "The gamertag is empty.");
  const account = call.world.bedrockByGamertag(gamertag);
  if (!account) return problem(404, 28, "The server found no data for the requested entity.");
  return profiles([account], wanted(call));
}

function byXuid(call: Call): Reply {
  const { xuid = "" } = call.params;
  if (!/^\d{1,20}$/.test(xuid)) return problem(400, 2, `The xuid ${xuid} is not valid.`);
  const account = call.world.bedrockByXuid(xuid);
  if (!account) return problem(400, 59, "The user was not found.");
  return profiles([account], wanted(call));
}

function byXuids(call: Call): Reply {
  const request = parseBatch(call.body);
  if (!request) return problem(400, 8, "The request body is not valid.");
  const found = request.userIds.map((xuid) => call.world.bedrockByXuid(xuid));
  // One bad XUID fails the whole request.
  const bad = request.userIds.find((_, at) => found[at] === undefined);
  if (bad !== undefined) return problem(400, 59, `The xuid ${bad} is not valid.`);
  return profiles(
    found.filter((account) => account !== undefined),
    request.settings,
  );
}

function profiles(accounts: readonly BedrockAccount[], settings: readonly string[]): Reply {
  return json(200, { profileUsers: accounts.map((account) => xboxProfile(account, settings)) });
}

function problem(status: number, code: number, description: string): Reply {
  return json(status, { code, source: "Profile", description, traceInformation: null });
}

function wanted(call: Call): readonly string[] {
  return (call.query.get("settings") ?? "").split(",").filter((name) => name !== "");
}

function parseBatch(body: string): { userIds: string[]; settings: string[] } | null {
  try {
    const { userIds, settings } = JSON.parse(body) as Record<string, unknown>;
    if (!isTexts(userIds) || !isTexts(settings) || userIds.length === 0) return null;
    return { userIds, settings };
  } catch {
    return null;
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** All settings of an account, by their names at Xbox Live. */
export function xboxSettings(account: BedrockAccount) {
  const { tag, suffix } = account.modern ?? { tag: account.gamertag, suffix: "" };
  return {
    Gamertag: account.gamertag,
    ModernGamertag: tag,
    ModernGamertagSuffix: suffix,
    UniqueModernGamertag: suffix === "" ? tag : `${tag}#${suffix}`,
    GameDisplayPicRaw: `https://images-eds-ssl.xboxlive.com/image?url=sandbox-${account.xuid}&format=png`,
    Gamerscore: String((Number(account.xuid.slice(-5)) * 5) % 40_000),
    AccountTier: Number(account.xuid.slice(-1)) % 2 === 0 ? "Gold" : "Silver",
  } as const;
}

/** A profile with the requested settings; Xbox Live leaves out unknown ones. */
export function xboxProfile(account: BedrockAccount, wanted: readonly string[]) {
  const settings: Readonly<Record<string, string>> = xboxSettings(account);
  return {
    id: account.xuid,
    hostId: account.xuid,
    settings: wanted.flatMap((id) => {
      const value = Object.hasOwn(settings, id) ? settings[id] : undefined;
      return value === undefined ? [] : [{ id, value }];
    }),
    isSponsoredUser: false,
  };
}
