import type { Configuration } from "../configuration.ts";
import type { JavaName } from "../contract/identifiers.ts";
import type { Pace } from "./coalescer.ts";
import type { Deadline } from "./deadline.ts";
import { createGeyser } from "./geyser.ts";
import { createLaby } from "./laby.ts";
import { createMinecraftServices } from "./minecraft-services.ts";
import { createMojangLegacy } from "./mojang-legacy.ts";
import { createMojangSession } from "./mojang-session.ts";
import { createMojangTextures, TEXTURES_HOST } from "./mojang-textures.ts";
import { createOpenXbl } from "./openxbl.ts";
import { createPlayerDb } from "./playerdb.ts";
import { createUpstream, type UpstreamOptions } from "./upstream.ts";
import { createXboxLive } from "./xbox-live.ts";
import { createXboxTokens } from "./xbox-tokens.ts";

/** Two addresses of one service, which counts names by whoever asks. */
const NAMES = "mojang-names";

export type Providers = ReturnType<typeof createProviders>;

export interface ProvidersOptions extends UpstreamOptions {
  /** How much may be asked of a budget at the moment, for what can leave together. */
  paceOf?: (bucket: typeof NAMES | "xbox-live") => Pace;
}

/** Every upstream that the configuration turns on, in the order in which they are asked. */
export function createProviders(configuration: Configuration, options: ProvidersOptions) {
  const { ask, close } = createUpstream(options);
  const { paceOf } = options;
  const minecraftServices = createMinecraftServices(
    ask,
    configuration.MOJANG_API_URL,
    paceOf?.(NAMES),
  );
  const legacy = createMojangLegacy(ask, configuration.MOJANG_LEGACY_API_URL);
  const geyser = createGeyser(ask, configuration.GEYSER_API_URL);
  const playerDb = configuration.PLAYERDB_URL && createPlayerDb(ask, configuration.PLAYERDB_URL);
  const xbox =
    configuration.XBOX_AUTH_DIR &&
    createXboxLive(
      ask,
      configuration.XBOX_PROFILE_URL,
      createXboxTokens(configuration.XBOX_AUTH_DIR),
      paceOf?.("xbox-live"),
    );
  const openXbl =
    configuration.OPENXBL_API_KEY &&
    createOpenXbl(ask, configuration.OPENXBL_URL, configuration.OPENXBL_API_KEY);

  const optional = { playerdb: playerDb, "xbox-live": xbox, openxbl: openXbl };
  return {
    /** Who is asked, for the log. */
    names: [
      "mojang",
      "geyser",
      ...Object.entries(optional).flatMap(([name, provider]) => (provider ? [name] : [])),
      ...(configuration.NAME_HISTORY_URL ? ["laby"] : []),
    ],
    javaNames: [
      { accountByName: minecraftServices.accountByName, authority: true, budget: NAMES },
      { accountByName: legacy.accountByName, authority: true, budget: NAMES },
      ...(playerDb
        ? [
            {
              accountByName: (name: JavaName, deadline: Deadline) =>
                playerDb.javaByName(name, deadline),
              authority: false,
            },
          ]
        : []),
    ],
    /** Asked after Geyser. */
    bedrockAccounts: [
      ...(xbox ? [{ ...xbox, authority: true }] : []),
      ...(openXbl ? [{ ...openXbl, authority: true }] : []),
      ...(playerDb
        ? [
            {
              accountByGamertag: playerDb.bedrockByGamertag,
              accountByXuid: playerDb.bedrockByXuid,
              authority: false,
            },
          ]
        : []),
    ],
    session: createMojangSession(
      ask,
      configuration.MOJANG_SESSION_URL,
      new Set([TEXTURES_HOST, new URL(configuration.MOJANG_TEXTURES_URL).host]),
    ),
    textures: createMojangTextures(ask, configuration.MOJANG_TEXTURES_URL),
    geyser,
    laby: configuration.NAME_HISTORY_URL
      ? createLaby(ask, configuration.NAME_HISTORY_URL)
      : undefined,
    close,
  };
}
