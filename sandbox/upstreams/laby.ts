import { dashed, parseUuid, type JavaAccount, type NameHistory } from "../player.ts";
import { json, retryAfterHeader, route, type Call, type Reply, type Upstream } from "./upstream.ts";

/** `laby.net`: former names that it has observed. */
export const laby: Upstream = {
  name: "laby",
  routes: [
    route("laby.profile", "/api/v3/user/{uuid}/profile", (call) => about(call, describeProfile)),
    route("laby.names", "/api/v3/user/{uuid}/names", (call) =>
      about(call, (_, history) => describeNames(history)),
    ),
    route("laby.unique-id", "/api/v3/user/{name}/uniqueId", uniqueId),
  ],
  noRoute: () => json(404, { error: "not_found" }),
  throttled: (_, retryAfter) => json(429, { error: "rate_limited" }, retryAfterHeader(retryAfter)),
  envelope: () => json(200, { error: "internal_error" }),
};

type Describe = (account: JavaAccount, history: NameHistory) => unknown;

function about(call: Call, describe: Describe): Reply {
  const uuid = parseUuid(call.params["uuid"] ?? "");
  if (!uuid) return json(400, { error: "invalid_uuid" });
  const account = call.world.javaByUuid(uuid);
  if (!account?.history) return json(404, { error: "user_not_found" });
  return json(200, describe(account, account.history));
}

function describeProfile(account: JavaAccount, history: NameHistory) {
  const { keys } = history;
  return {
    uuid: dashed(account.uuid),
    [keys]: account.name,
    [`${keys}_history`]: describeNames(history),
    textures: {
      SKIN: listTexture(account.skin?.hash),
      [keys === "name" ? "CAPE" : "CLOAK"]: listTexture(account.cape),
    },
  };
}

function describeNames({ keys, names }: NameHistory) {
  return names.map(({ name, changedAt }) => ({
    [keys]: name,
    changed_at: changedAt,
    accurate: changedAt !== null,
    ...(keys === "name" ? { last_seen_at: null } : {}),
  }));
}

function listTexture(hash: string | undefined) {
  return hash === undefined ? [] : [{ image_hash: hash, active: true }];
}

function uniqueId(call: Call): Reply {
  const account = call.world.javaByName(call.params["name"] ?? "");
  if (!account?.history) return json(404, { error: "user_not_found" });
  return json(200, { uniqueId: dashed(account.uuid), username: account.name });
}
