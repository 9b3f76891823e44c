import { dashed, parseUuid, type JavaAccount, type NameHistory } from "../player.ts";
import { json, retryAfterHeader, route, type Upstream } from "./upstream.ts";

/** `laby.net`: former names that it has observed. */
export const laby: Upstream = {
  name: "laby",
  routes: [
    route("laby.profile", "/api/v3/user/{uuid}/profile", ({ params, world }) => {
      const uuid = parseUuid(params["uuid"] ?? "");
      if (!uuid) return json(400, { error: "invalid_uuid" });
      const account = world.javaByUuid(uuid);
      if (!account?.history) return json(404, { error: "user_not_found" });
      return json(200, describeProfile(account, account.history));
    }),
  ],
  noRoute: () => json(404, { error: "not_found" }),
  throttled: (_, retryAfter) => json(429, { error: "rate_limited" }, retryAfterHeader(retryAfter)),
  envelope: () => json(200, { error: "internal_error" }),
};

function describeProfile(account: JavaAccount, { keys, names, pastSkins = 0 }: NameHistory) {
  return {
    uuid: dashed(account.uuid),
    [keys]: account.name,
    [`${keys}_history`]: names.map(({ name, changedAt }) => ({
      [keys]: name,
      changed_at: changedAt,
      accurate: changedAt !== null,
      ...(keys === "name" ? { last_seen_at: null } : {}),
    })),
    textures: {
      SKIN: [...listTexture(account.skin?.hash), ...listPastSkins(pastSkins)],
      [keys === "name" ? "CAPE" : "CLOAK"]: listTexture(account.cape),
    },
  };
}

/** About a hundred bytes for each. */
function listPastSkins(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    image_hash: at.toString(16).padStart(64, "0"),
    active: false,
  }));
}

function listTexture(hash: string | undefined) {
  return hash === undefined ? [] : [{ image_hash: hash, active: true }];
}
