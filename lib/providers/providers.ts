import { systemClock, type Clock } from "../time/clock.ts";
import type { Configuration } from "../configuration/configuration.ts";
import type { Capacity } from "../upstream-budget/budget.ts";
import { geyser } from "./geyser.ts";
import { laby } from "./laby.ts";
import {
  createGame,
  createJavaNames,
  minecraftServices,
  mojangLegacy,
  mojangSession,
  mojangTextures,
} from "./mojang.ts";
import { openXbl } from "./openxbl.ts";
import { optiFine } from "./optifine.ts";
import { playerDb } from "./playerdb.ts";
import type { ProviderAllowance, ProviderDefinition } from "./provider.ts";
import { skinSourceAt } from "./skin-source.ts";
import { createUpstream, type UpstreamOptions } from "./upstream/request.ts";
import { xboxLive } from "./xbox-live.ts";

/** Every provider there is, besides those that an operator adds. */
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
  optiFine,
};

type Opened = { [Key in keyof typeof PROVIDERS]: ReturnType<(typeof PROVIDERS)[Key]["create"]> };

const DEFINITIONS = Object.entries(PROVIDERS) as [keyof Opened, ProviderDefinition<unknown>][];

/** The most that is requested of each provider, by its name. */
export const ALLOWANCES: Readonly<Record<string, ProviderAllowance>> = Object.fromEntries(
  DEFINITIONS.map(([, { name, allowance }]) => [name, allowance]),
);

/** The same with the sources that an operator adds. */
export function allowancesOf({
  SKIN_SOURCES: { before, after },
}: Pick<Configuration, "SKIN_SOURCES">): Record<string, ProviderAllowance> {
  const added = [...before, ...after].map(skinSourceAt);
  return {
    ...ALLOWANCES,
    ...Object.fromEntries(added.map(({ name, allowance }) => [name, allowance])),
  };
}

export type Providers = ReturnType<typeof createProviders>;

export interface ProvidersOptions extends UpstreamOptions {
  /** How much may be taken from a bucket at the moment. */
  capacityOf: (bucket: string) => () => Capacity;
  clock?: Clock;
}

/** Opens every provider that the configuration turns on. */
export function createProviders(configuration: Configuration, options: ProvidersOptions) {
  const { clock = systemClock } = options;
  const { upstreamOf, close } = createUpstream(options);
  const open = <Provider>(definition: ProviderDefinition<Provider>) => {
    const { name, create } = definition;
    const capacity = options.capacityOf(name);
    return create({ upstream: upstreamOf(definition), configuration, capacity, clock });
  };
  const on = Object.fromEntries(
    DEFINITIONS.map(([key, definition]) => [key, open(definition)]),
  ) as Opened;
  const before = configuration.SKIN_SOURCES.before.map(skinSourceAt);
  const after = configuration.SKIN_SOURCES.after.map(skinSourceAt);
  const mojangNames = createJavaNames(on.minecraftServices, on.mojangLegacy);
  const javaNames = [
    ...source(mojangNames, { authority: true }),
    ...source(on.playerDb, { authority: false }),
  ];

  const turnedOn = [
    ...DEFINITIONS.filter(([key]) => on[key] !== undefined).map(([, definition]) => definition),
    ...before,
    ...after,
  ];

  return {
    /** The providers that are turned on, for the log. */
    names: turnedOn.map(({ name }) => name),
    /** Every call that they may send, for metrics. */
    calls: turnedOn.flatMap(({ name: provider, operations }) =>
      operations.map((operation) => ({ provider, operation })),
    ),
    /** Tried in this order. */
    javaNames,
    game: createGame(javaNames, on.mojangSession),
    /** Tried after Geyser, in this order. */
    bedrockAccounts: [
      ...source(on.xboxLive, { authority: true }),
      ...source(on.openXbl, { authority: true }),
      ...source(on.playerDb, { authority: false }),
    ],
    /** Other services with accounts of Java players: tried before and after the game's own. */
    skinSources: { before: before.map(open), after: after.map(open) },
    optiFine: on.optiFine,
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
