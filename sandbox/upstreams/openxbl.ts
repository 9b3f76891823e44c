import type { BedrockAccount } from "../player.ts";
import {
  json,
  retryAfterHeader,
  route,
  type Reply,
  type Route,
  type Upstream,
} from "./upstream.ts";
import { xboxProfile, xboxSettings } from "./xbox.ts";

/** `xbl.io`: Xbox Live with an API key. Every response is wrapped, and failures have status 200. */
export const openxbl: Upstream = {
  name: "openxbl",
  routes: [
    forKey("account", "/api/v2/account/{xuid}", (call) => {
      const { xuid = "" } = call.params;
      if (!/^\d{1,20}$/.test(xuid)) return problem(400, 2, `The xuid ${xuid} is not valid.`);
      const account = call.world.bedrockByXuid(xuid);
      if (!account) return problem(400, 59, "The user was not found.");
      return wrap(200, { profileUsers: [xboxProfile(account, SETTINGS)] });
    }),
    forKey("search", "/api/v2/search/{gamertag}", (call) => {
      const account = call.world.bedrockByGamertag(call.params["gamertag"] ?? "");
      if (account) return wrap(200, { people: [person(account)] });
      return problem(404, 28, "The server found no data for the requested entity.");
    }),
  ],
  noRoute: () => wrap(404, { message: "Not Found" }),
  throttled: (_, retryAfter) =>
    wrap(
      429,
      { version: 1, currentRequests: 11, maxRequests: 10, periodInSeconds: 15, limitType: "Rate" },
      retryAfterHeader(retryAfter),
    ),
  envelope: () => problem(500, 1, "The service encountered an unexpected error."),
};

function forKey(operation: string, path: string, respond: Route["respond"]): Route {
  return route(`openxbl.${operation}`, path, (call) =>
    (call.headers["x-authorization"] ?? "") === ""
      ? json(401, { error: "Unauthorized", message: "Missing or invalid API key" })
      : respond(call),
  );
}

const SETTINGS = [
  "GameDisplayPicRaw",
  "Gamerscore",
  "Gamertag",
  "AccountTier",
  "ModernGamertag",
  "ModernGamertagSuffix",
  "UniqueModernGamertag",
];

function person(account: BedrockAccount) {
  const settings = xboxSettings(account);
  return {
    xuid: account.xuid,
    gamertag: settings.Gamertag,
    modernGamertag: settings.ModernGamertag,
    modernGamertagSuffix: settings.ModernGamertagSuffix,
    uniqueModernGamertag: settings.UniqueModernGamertag,
    displayPicRaw: settings.GameDisplayPicRaw,
    gamerScore: settings.Gamerscore,
  };
}

/** `code` is the status the response would have had, `content` its body. */
function wrap(code: number, content: object, headers: Reply["headers"] = {}): Reply {
  return json(
    200,
    { content, code },
    {
      "x-ratelimit-limit": "150",
      "x-ratelimit-spent": code === 429 ? "150" : "1",
      "x-ratelimit-remaining": code === 429 ? "0" : "149",
      ...headers,
    },
  );
}

function problem(status: number, code: number, description: string): Reply {
  const content = { code, source: "Profile", description, traceInformation: null };
  return wrap(status, content);
}
