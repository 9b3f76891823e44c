import type { Configuration } from "../configuration.ts";
import type { Pace } from "../limits/budget.ts";
import type { ProviderAllowance, ProviderDefinition } from "./definition.ts";
import type { CallName } from "./failure.ts";
import { geyser } from "./geyser.ts";
import { laby } from "./laby.ts";
import { createJavaNames, minecraftServices, mojangLegacy } from "./mojang-name-hosts.ts";
import { mojangSession } from "./mojang-session.ts";
import { mojangTextures } from "./mojang-textures.ts";
import { openXbl } from "./openxbl.ts";
import { playerDb } from "./playerdb.ts";
import { createUpstream, type Upstream, type UpstreamOptions } from "./upstream/request.ts";
import { xboxLive } from "./xbox-live.ts";

/** Every provider there is. */
const PROVIDERS = {
  minecraftServices,
  mojangLegacy,
  mojangSession,
  mojangTextures,
  geyser,
  xboxLive,
  openXbl,
  playerDb,
  laby,
};

type Opened = { [Key in keyof typeof PROVIDERS]: ReturnType<(typeof PROVIDERS)[Key]["create"]> };

const DEFINITIONS: [string, ProviderDefinition<unknown>][] = Object.entries(PROVIDERS);

/** The most that each provider is asked, by its name. */
export const ALLOWANCES: Readonly<Record<string, ProviderAllowance>> = Object.fromEntries(
  DEFINITIONS.map(([, { name, allowance }]) => [name, allowance]),
);

/** The token bucket that pays for a call. */
export function bucketOf({ provider, operation }: CallName): string {
  return ALLOWANCES[provider]?.perOperation === true ? `${provider}:${operation}` : provider;
}

export type Providers = ReturnType<typeof createProviders>;

export interface ProvidersOptions extends UpstreamOptions {
  /** How much may be asked of a bucket at the moment. */
  paceOf: (bucket: string) => () => Pace;
}

/** Opens every provider that the configuration turns on. */
export function createProviders(configuration: Configuration, options: ProvidersOptions) {
  const { ask, close } = createUpstream(options);
  const open = ([key, { name, create }]: (typeof DEFINITIONS)[number]) => {
    // Whatever name a call gives itself, its own provider's allowance pays for it.
    const upstream: Upstream = (call) => ask({ ...call, provider: name });
    return [key, create({ upstream, configuration, pace: options.paceOf(name) })] as const;
  };
  const opened = DEFINITIONS.map(open);
  const on = Object.fromEntries(opened) as Opened;
  const javaNames = createJavaNames(on.minecraftServices, on.mojangLegacy);

  return {
    /** The providers that are turned on, for the log. */
    names: DEFINITIONS.flatMap(([key, { name }]) =>
      opened.some(([other, provider]) => other === key && provider !== undefined) ? [name] : [],
    ),
    /** Asked in this order. */
    javaNames: [
      ...source(javaNames, { authority: true }),
      ...source(on.playerDb, { authority: false }),
    ],
    /** Asked after Geyser, in this order. */
    bedrockAccounts: [
      ...source(on.xboxLive, { authority: true }),
      ...source(on.openXbl, { authority: true }),
      ...source(on.playerDb, { authority: false }),
    ],
    session: on.mojangSession,
    textures: on.mojangTextures,
    geyser: on.geyser,
    laby: on.laby,
    close,
  };
}

/** A provider in a list of sources; nothing while it is turned off. */
function source<Provider>(provider: Provider | undefined, { authority }: { authority: boolean }) {
  return provider === undefined ? [] : [{ ...provider, authority }];
}
