import { readFileSync } from "node:fs";
import path from "node:path";
import pino, { type Logger } from "pino";
import { createActivity } from "./activity/activity.ts";
import { createCache, type Lifetimes } from "./cache/cache.ts";
import { createChanges } from "./cache/changes.ts";
import { openStores, type Stores } from "./cache/open-stores.ts";
import { readConfiguration, type Configuration } from "./configuration.ts";
import type { JavaUuid, Xuid } from "./contract/identifiers.ts";
import { createApi, type Api } from "./http/api.ts";
import { createFinishedAnswers } from "./http/finished.ts";
import { createClientKeys } from "./limits/client.ts";
import { createRefreshLimit } from "./limits/refresh-limit.ts";
import { createBedrockPlayers } from "./players/bedrock.ts";
import { createJavaPlayers } from "./players/java.ts";
import { createLookup } from "./players/lookup.ts";
import { createNameHistory } from "./players/name-history.ts";
import type { BedrockRecord, JavaRecord, NameRecord } from "./players/records.ts";
import { createTextureLibrary } from "./players/texture-library.ts";
import { createWardrobe } from "./players/wardrobe.ts";
import { createProviders, type Providers } from "./providers/providers.ts";
import type { Guard } from "./providers/upstream.ts";

export interface Services {
  api: Api;
  configuration: Configuration;
  providers: Providers;
  stores: Stores;
  logger: Logger;
  /** Writes what is gathered and closes stores and connections. */
  close(): Promise<void>;
}

const NAME_FRESH_MS = 6 * 3_600_000;
const FINISHED_BYTES = 64 * 1024 * 1024;
const TEXTURE_KEPT_MS = 365 * 86_400_000;

/** Builds everything from one environment. Tests call it with their own. */
export function createServices(
  env: Readonly<Record<string, string | undefined>>,
  { guards = [] }: { guards?: readonly Guard[] } = {},
): Services {
  const configuration = readConfiguration(env);
  const logger = pino({ level: configuration.LOG_LEVEL });
  const version = readVersion();
  const stores = openStores(path.resolve(configuration.DATA_DIR), logger);
  const providers = createProviders(configuration, {
    userAgent: `Nametag/${version} (+${configuration.PUBLIC_URL})`,
    guards,
  });

  const profileTimes: Lifetimes = {
    freshMs: configuration.PROFILE_FRESH_SECONDS * 1_000,
    keepMs: configuration.PROFILE_STALE_SECONDS * 1_000,
    missingMs: configuration.MISSING_SECONDS * 1_000,
  };
  const nameTimes = {
    ...profileTimes,
    freshMs: NAME_FRESH_MS,
    keepMs: Math.max(NAME_FRESH_MS, profileTimes.keepMs),
  };
  const textureTimes = { ...profileTimes, freshMs: TEXTURE_KEPT_MS, keepMs: TEXTURE_KEPT_MS };

  const finished = createFinishedAnswers({ maxBytes: FINISHED_BYTES });
  const changes = createChanges(stores.ledger, finished);
  const cache = <Value>(name: string, lifetimes: Lifetimes, store = stores.values) =>
    createCache<Value>({
      name,
      store,
      missing: stores.missing,
      lifetimes,
      onChange: changes.note,
    });

  const history = createNameHistory(stores.ledger, providers.laby);
  const java = createJavaPlayers({
    nameSources: providers.javaNames,
    session: providers.session,
    history,
    names: cache<NameRecord<JavaUuid>>("java-name:v1", nameTimes),
    records: cache<JavaRecord>("java:v1", profileTimes),
  });
  const bedrock = createBedrockPlayers({
    geyser: providers.geyser,
    others: providers.bedrockAccounts,
    history,
    names: cache<NameRecord<Xuid>>("gamertag:v1", nameTimes),
    records: cache<BedrockRecord>("bedrock:v1", profileTimes),
    links: cache<Xuid>("link:v1", profileTimes),
  });
  const activity = createActivity({ ledger: stores.ledger, playersTotal: history.playersTotal });

  const api = createApi({
    lookup: createLookup(java, bedrock),
    wardrobe: createWardrobe(java, bedrock),
    library: createTextureLibrary(
      providers.textures,
      cache<string>("texture:v1", textureTimes, stores.textures),
    ),
    refreshLimit: createRefreshLimit(stores.ledger),
    clientKeys: createClientKeys(stores.ledger),
    activity,
    settled: changes.settled,
    finished,
    changes,
    social: configuration.SOCIAL_LINKS,
    publicUrl: configuration.PUBLIC_URL,
    version,
    logger,
  });

  return {
    api,
    configuration,
    providers,
    stores,
    logger,
    async close() {
      await activity.flush();
      await providers.close();
      await stores.close();
    },
  };
}

const holder = globalThis as typeof globalThis & { __nametag?: Services };

/** The services of this process: built once, however often this module is bundled. */
export function services(): Services {
  return (holder.__nametag ??= createServices(process.env));
}

function readVersion(): string {
  const text = readFileSync(path.resolve("package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
