import { systemClock, type Clock } from "../time/clock.ts";
import { ConfigurationError, type Configuration } from "../configuration/configuration.ts";
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

/**
 * The same with the sources that an operator adds, and with other rates for some of them.
 * @throws ConfigurationError for rates of one that is no provider
 */
export function allowancesOf(
  configuration: Pick<Configuration, "SKIN_SOURCES" | "UPSTREAM_RATES">,
): Record<string, ProviderAllowance> {
  const { before, after } = configuration.SKIN_SOURCES;
  const allowances = { ...ALLOWANCES };
  for (const { name, allowance } of [...before, ...after].map(skinSourceAt)) {
    allowances[name] = allowance;
  }
  for (const [name, { rate, ceiling }] of configuration.UPSTREAM_RATES) {
    const known = Object.hasOwn(allowances, name) ? allowances[name] : undefined;
    if (known === undefined) {
      const names = Object.keys(allowances).join(", ");
      throw new ConfigurationError(`UPSTREAM_RATES must name providers, which are ${names}.`);
    }
    const { floor = Infinity } = known;
    allowances[name] = { ...known, rate, ceiling, floor: Math.min(floor, rate / 4) };
  }
  return allowances;
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
    /** Where else Java players have accounts: tried before and after the game's own services. */
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
