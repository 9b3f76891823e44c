import { parseUuid } from "../uuid.ts";
import { mojangJson } from "./mojang-json.ts";
import { texturesProperty } from "./textures-property.ts";
import { retryAfterHeader, route } from "./upstream.ts";
import type { Call, Reply, Upstream } from "./upstream.ts";

/** `sessionserver.mojang.com`: profiles with their textures. */
export const mojangSession: Upstream = {
  name: "mojang-session",
  routes: [route("mojang-session.profile", "/session/minecraft/profile/{uuid}", profile)],
  noRoute: (call) => mojangJson(404, { path: call.path }),
  throttled: (call, retryAfter) =>
    mojangJson(429, { path: call.path }, retryAfterHeader(retryAfter)),
  envelope: (call) => mojangJson(200, { path: call.path, error: "Internal Server Error" }),
};

function profile(call: Call): Reply {
  const { uuid: text = "" } = call.params;
  const uuid = parseUuid(text);
  if (!uuid) {
    return mojangJson(400, { path: call.path, errorMessage: `Not a valid UUID: ${text}` });
  }
  const account = call.world.javaByUuid(uuid);
  // Unlike the lookup service, this one answers an unknown player with an empty 204.
  if (!account) return { status: 204 };
  const signed = call.query.get("unsigned") === "false";
  return mojangJson(200, {
    id: account.uuid,
    name: account.name,
    properties: [texturesProperty(account, account, { signed })],
    profileActions: [],
  });
}
