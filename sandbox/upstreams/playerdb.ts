import { javaPlayer } from "./playerdb-java.ts";
import { xboxPlayer } from "./playerdb-xbox.ts";
import { json } from "./upstream.ts";
import type { Call, Reply, Upstream } from "./upstream.ts";

/** `playerdb.co`: a mirror of both editions, with one way to say "found" and two to say "not". */
export const playerdb: Upstream = {
  name: "playerdb",
  routes: [
    {
      key: "playerdb.java",
      method: "GET",
      path: "/api/player/minecraft/{query}",
      answer: (call) =>
        found(javaPlayer(call)) ??
        fail(400, "minecraft.invalid_username", "No Minecraft user could be found."),
    },
    {
      key: "playerdb.bedrock",
      method: "GET",
      path: "/api/player/xbox/{query}",
      answer: (call) =>
        found(xboxPlayer(call)) ?? fail(400, "xbox.not_found", "No Xbox Live account found."),
    },
  ],
  noRoute: () =>
    answer(404, { code: "api.404", message: "No route found for given URL", data: {} }),
  throttled: (call, retryAfter) =>
    error(429, `${edition(call)}.rate_limited`, "This request has been rate limited.", retryAfter),
  envelope: (call) => error(200, `${edition(call)}.api_failure`, "API lookup failed."),
};

function found(player: object | null): Reply | null {
  if (!player) return null;
  const message = "Successfully found player by given ID.";
  return answer(200, { code: "player.found", message, data: { player }, success: true });
}

/** The caller's mistake, or nobody: `error` is false. */
function fail(status: number, code: string, message: string): Reply {
  return answer(status, { message, code, data: {}, success: false, error: false });
}

function error(status: number, code: string, message: string, retryAfter?: string): Reply {
  const body = { message, code, data: {}, success: false, error: true };
  return answer(status, body, retryAfter ? { "retry-after": retryAfter } : {});
}

function answer(status: number, body: object, headers: Reply["headers"] = {}): Reply {
  return json(status, body, {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, OPTIONS",
    ...headers,
  });
}

function edition(call: Call): string {
  return call.path.startsWith("/api/player/xbox/") ? "xbox" : "minecraft";
}
