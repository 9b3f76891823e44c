import { geyser } from "./geyser.ts";
import { laby } from "./laby.ts";
import { mojangApi, mojangLegacy } from "./mojang-lookup.ts";
import { mojangSession, mojangTextures } from "./mojang-session.ts";
import { openxbl } from "./openxbl.ts";
import { playerdb } from "./playerdb.ts";
import { blessing, injector, lookalike, openLookalike, optifine } from "./skin-services.ts";
import type { Upstream } from "./upstream.ts";
import { xbox } from "./xbox.ts";

/** All fake providers. */
export const upstreams: readonly Upstream[] = [
  mojangApi,
  mojangLegacy,
  mojangSession,
  mojangTextures,
  geyser,
  playerdb,
  xbox,
  openxbl,
  laby,
  injector,
  blessing,
  lookalike,
  openLookalike,
  optifine,
];

/** The environment variable of the service for each upstream's URL. */
export const VARIABLES = {
  MOJANG_API_URL: mojangApi,
  MOJANG_LEGACY_API_URL: mojangLegacy,
  MOJANG_SESSION_URL: mojangSession,
  MOJANG_TEXTURES_URL: mojangTextures,
  GEYSER_API_URL: geyser,
  PLAYERDB_URL: playerdb,
  XBOX_PROFILE_URL: xbox,
  OPENXBL_URL: openxbl,
  NAME_HISTORY_URL: laby,
  OPTIFINE_URL: optifine,
} as const satisfies Record<string, Upstream>;

/** The routes that faults and counts can name. */
export const ROUTE_KEYS: readonly string[] = [
  ...new Set(
    upstreams.flatMap(({ name, routes }) => [...routes.map(({ key }) => key), `${name}.unknown`]),
  ),
];
