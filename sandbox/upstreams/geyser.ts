import { geyserLinkRoutes } from "./geyser-links.ts";
import { geyserSkinRoutes } from "./geyser-skins.ts";
import { geyserXboxRoutes } from "./geyser-xbox.ts";
import { geyserJson } from "./geyser-json.ts";
import type { Route, Upstream } from "./upstream.ts";

/** `api.geysermc.org`: what servers that let Bedrock players in have learnt about them. */
export const geyser: Upstream = {
  name: "geyser",
  routes: [
    ...geyserXboxRoutes,
    ...geyserSkinRoutes,
    ...geyserLinkRoutes,
    { key: "geyser.health", method: "GET", path: "/health", answer: () => ({ status: 204 }) },
    ...["/v1/{a}", "/v1/{a}/{b}", "/v1/{a}/{b}/{c}"].map(deprecated),
  ],
  noRoute: () => geyserJson(404, { message: "Not Found" }),
  // It has no limit of its own; this comes from the network in front of it.
  throttled: (_, retryAfter) => ({
    status: 429,
    headers: {
      "content-type": "text/plain; charset=UTF-8",
      ...(retryAfter ? { "retry-after": retryAfter } : {}),
    },
    body: "error code: 1015",
  }),
  envelope: () => geyserJson(200, { message: "Internal Server Error" }),
};

function deprecated(path: string): Route {
  const answer = () => geyserJson(400, { message: "this version is deprecated, please use v2" });
  return { key: "geyser.v1", method: "GET", path, answer };
}
