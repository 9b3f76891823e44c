import { z } from "zod";
import type { JsonEndpoint } from "./json.ts";
import { sessionProfile, signedProfile } from "./mojang.ts";
import { byWidth, cape, card, cube, face, front, iso, skin, type CompatScheme } from "./scheme.ts";

/** The session profile of any player; a malformed name is as unknown as an unused one. */
const ofPlayer = (endpoint: JsonEndpoint): JsonEndpoint => ({
  ...endpoint,
  reads: "player",
  edition: "floodgate",
  invalid: endpoint.none,
});

/** Clients know an unknown player by a body without `username`. */
const user: JsonEndpoint = {
  reads: "player",
  edition: "floodgate",
  schema: z.object({ uuid: z.string(), username: z.string() }),
  write: ({ player }) => ({ uuid: player.uuid, username: player.name }),
  none: () => ({ status: 200, body: {} }),
};

export const mcHeads: CompatScheme = {
  name: "MC-Heads",
  host: "mc-heads.net",
  size: 180,
  routes: {
    "avatar/:id": face,
    "head/:id": cube,
    "body/:id": byWidth(iso),
    "player/:id": byWidth(front),
    "combo/:id": card,
    "skin/:id": skin,
    "download/:id": skin,
    "cape/:id": cape,
  },
  json: {
    "minecraft/profile/:id": ofPlayer(sessionProfile),
    "minecraft/profile/:id/signed": ofPlayer(signedProfile),
    "json/get_user?u=:id": user,
  },
};
