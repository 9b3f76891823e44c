import { json, retryAfterHeader, route } from "./upstream.ts";
import type { Call, Reply, Upstream } from "./upstream.ts";

/** `textures.minecraft.net`: files by their hash. */
export const mojangTextures: Upstream = {
  name: "mojang-textures",
  routes: [route("mojang-textures.texture", "/texture/{hash}", texture)],
  noRoute: () => MISSING,
  throttled: (_, retryAfter) => ({
    status: 429,
    headers: { "content-type": "text/plain", ...retryAfterHeader(retryAfter) },
    body: "Too Many Requests",
  }),
  // It has been seen to give a JSON document where the picture should be.
  envelope: (call) => json(200, { path: call.path, error: "Internal Server Error" }),
};

const MISSING: Reply = {
  status: 404,
  headers: { "content-type": "text/plain" },
  body: "Not Found",
};

function texture(call: Call): Reply {
  const { hash = "" } = call.params;
  const bytes = call.world.texture(hash);
  if (!bytes) return MISSING;
  return {
    status: 200,
    headers: {
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      etag: `"${hash}"`,
    },
    body: bytes,
  };
}
