import { parseUuid } from "../uuid.ts";
import { mojangJson } from "./mojang-json.ts";
import { texturesProperty } from "./textures-property.ts";
import type { Call, Reply, Upstream } from "./upstream.ts";

/** `sessionserver.mojang.com`: profiles with their textures. */
export const mojangSession: Upstream = {
  name: "mojang-session",
  routes: [
    {
      key: "mojang-session.profile",
      method: "GET",
      path: "/session/minecraft/profile/{uuid}",
      answer: profile,
    },
  ],
  noRoute: (call) => mojangJson(404, { path: call.path }),
  throttled: (call, retryAfter) =>
    mojangJson(429, { path: call.path }, retryAfter ? { "retry-after": retryAfter } : {}),
  envelope: (call) => mojangJson(200, { path: call.path, error: "Internal Server Error" }),
};

function profile(call: Call): Reply {
  const { uuid: text = "" } = call.params;
  const uuid = parseUuid(text);
  if (!uuid) {
    return mojangJson(400, { path: call.path, errorMessage: `Not a valid UUID: ${text}` });
  }
  const account = call.world.javaByUuid(uuid);
  // Unlike the lookup service, this one says "nobody" with an empty answer.
  if (!account) return { status: 204 };
  const signed = call.query.get("unsigned") === "false";
  return mojangJson(200, {
    id: account.uuid,
    name: account.name,
    properties: [texturesProperty(account, account, { signed })],
    profileActions: [],
  });
}
