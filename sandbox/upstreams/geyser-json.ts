import { json } from "./upstream.ts";
import type { Reply } from "./upstream.ts";

/** JSON that any page may read, kept for a time given in seconds. */
export function geyserJson(status: number, value: unknown, maxAge?: number): Reply {
  const headers: Record<string, string> = { "access-control-allow-origin": "*" };
  if (maxAge !== undefined) headers["cache-control"] = `max-age=${maxAge}, public`;
  return json(status, value, headers);
}

/** A mistake of the caller's, which stays one. */
export function geyserMistake(message: string): Reply {
  const reply = geyserJson(400, { message });
  return {
    ...reply,
    headers: { ...reply.headers, "cache-control": "max-age=604800, immutable, public" },
  };
}

/** 503 for a player Geyser has never seen: not an outage, although it looks like one. */
export const NOT_IN_CACHE = geyserJson(503, {
  message: "Unable to find user in our cache. Please try specifying their Floodgate UUID instead",
});

/** 503 for too many questions to Xbox Live. */
export const TOO_MUCH_TRAFFIC = geyserJson(
  503,
  { message: "unable to handle request: too much traffic" },
  15,
);
