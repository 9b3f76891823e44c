import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import type { Logger } from "pino";
import { createActivity } from "./activity/activity.ts";
import { createProviderRecord } from "./activity/provider-record.ts";
import { createCache, type Lifetimes } from "./cache/cache.ts";
import { createChanges } from "./cache/changes.ts";
import { openStores, type Stores } from "./cache/open-stores.ts";
import { type RedisTimes } from "./cache/stores/redis.ts";
import { createMemoryTier } from "./cache/tiers.ts";
import { systemClock, type Clock } from "./clock.ts";
import {
  nameRulesOf,
  readConfiguration,
  type Configuration,
} from "./configuration/configuration.ts";
import { isJavaUuid, isXuid, type Xuid } from "./contract/identifiers.ts";
import { createApp, type Api } from "./app.ts";
import { FRESH_MS } from "./freshness.ts";
import { createResponses } from "./http/responses.ts";
import type { DrawView } from "./routes/drawing.ts";
import { createImageCache, IMAGE_TURNS, workOf } from "./routes/image-cache.ts";
import { createStatus } from "./routes/status.ts";
import { createBudget } from "./upstream-budget/budget.ts";
import { createClientKeys } from "./refresh-limit/client.ts";
import { capacityOf, egressesOf, type EgressBudget } from "./upstream-budget/egress.ts";
import { createTurns } from "./scheduling/turns.ts";
import { createRefreshLimit, grantsInRedis, grantsInStore } from "./refresh-limit/refresh-limit.ts";
import { createRedisTokens, createStoreTokens } from "./upstream-budget/token-stores.ts";
import { createAccessLog, createLogger } from "./log/logger.ts";
import { createFailureLog } from "./log/failure-log.ts";
import { boundsIn, memoryFor, type MemoryBounds } from "./memory.ts";
import { createMetrics, type Metrics } from "./metrics/metrics.ts";
import { createBedrockPlayers } from "./players/bedrock.ts";
import { createExclusion } from "./players/exclusion.ts";
import { createJavaPlayers } from "./players/java.ts";
import { createFormerNames } from "./players/former-names.ts";
import { createHistory } from "./players/history.ts";
import {
  isBedrockRecordOf,
  isJavaRecordOf,
  isLink,
  isNameRecord,
  isTexture,
  isTextureAddress,
  type BedrockRecord,
} from "./players/records.ts";
import { createResolver } from "./players/resolver.ts";
import { createTextureLibrary, type Faces } from "./players/texture-library.ts";
import { createFailureCodec } from "./providers/failure.ts";
import { createBreakers } from "./providers/upstream/breaker.ts";
import {
  createBudgetGuard,
  createObserver,
  createRetry,
  outcomeOf,
} from "./providers/upstream/guards.ts";
import { allowancesOf, bucketOf, createProviders, type Providers } from "./providers/providers.ts";
import { proxyFetches } from "./providers/upstream/connections.ts";
import type { Guard } from "./providers/provider.ts";
import { drawView } from "./textures/view.ts";

export interface Services {
  api: Api;
  configuration: Configuration;
  providers: Providers;
  stores: Stores;
  logger: Logger;
  metrics: Metrics;
  /** Writes what is gathered and closes stores and connections. */
  close(): Promise<void>;
}

/** How often a process looks for what others changed; a look at a Redis costs more. */
const CHANGES_MS = 25;
const REMOTE_CHANGES_MS = 250;

export interface ServicesOptions {
  /** Guards around every call to an upstream, inside all others. */
  guards?: readonly Guard[];
  /** The time that everything in this process follows, except sockets, files and processes. */
  clock?: Clock;
  random?: () => number;
  /** Fills the token buckets of an embedded store; all processes on it have to share this clock. */
  bucketClock?: () => number;
  /** Draws on another thread; without it, views are drawn on this one. */
  draw?: DrawView;
  /** In place of those that the environment names. */
  stores?: Stores;
  /** Time limits of a Redis, in place of the usual ones. */
  redisTimes?: RedisTimes;
  /** In place of what the memory of this process allows. */
  memory?: MemoryBounds;
}

/** Builds everything from one environment. Tests call it with their own. */
export function createServices(
  env: Readonly<Record<string, string | undefined>>,
  {
    guards = [],
    clock = systemClock,
    random = Math.random,
    bucketClock = () => clock.now(),
    draw = drawView,
    stores: givenStores,
    redisTimes,
    memory: givenMemory,
  }: ServicesOptions = {},
): Services {
  const configuration = readConfiguration(env);
  const logger = createLogger({ level: configuration.LOG_LEVEL });
  const memory = givenMemory ?? boundsIn(memoryFor(configuration.WEB_CONCURRENCY));
  const failureLog = createFailureLog(logger, clock);
  const version = readVersion();
  const stores =
    givenStores ??
    openStores(configuration, logger, {
      onDurableLoss: (writes) => metrics.durableWritesLost(writes),
      redisTimes,
      memoryBytes: memory.stores,
      clock,
    });
  const tokens = stores.redis
    ? createRedisTokens(stores.redis)
    : createStoreTokens(stores.coordination, { clock: { ...clock, now: bucketClock }, random });
  const allowances = allowancesOf(configuration);
  const egresses = egressesOf(configuration, { isShared: stores.redis !== undefined }).map(
    (egress): EgressBudget => ({
      ...egress,
      budget: createBudget({
        tokens,
        allowances,
        egress: egress.name,
        factor: configuration.UPSTREAM_RATE_FACTOR,
        processes: configuration.WEB_CONCURRENCY,
        clock,
      }),
    }),
  ) as [EgressBudget, ...EgressBudget[]];
  const breakers = createBreakers({
    clock,
    random,
    onChange({ provider, operation, state }) {
      logger.warn({ provider, operation, state }, "A breaker changed");
      const its = breakers.states().filter((breaker) => breaker.provider === provider);
      record.noteState(
        provider,
        its.some((breaker) => breaker.state !== "closed"),
      );
    },
  });
  const staleSeconds = configuration.PROFILE_STALE_SECONDS;
  const responses = createResponses({
    maxBytes: memory.responses,
    staleSeconds,
    clock,
  });
  const metrics = createMetrics(
    {
      version,
      stores: () =>
        (["values", "textures", "coordination", "durable"] as const).map((store) => ({
          store,
          kind: stores[store].kind,
          ok: stores[store].health().ok,
        })),
      budgets: () => egresses.map(({ budget }) => budget.state()),
      breakers: breakers.states,
      cachedResponses: responses.size,
    },
    clock,
  );
  const tier = createMemoryTier(memory);
  const record = createProviderRecord(stores.durable, { clock, random });
  const providers = createProviders(configuration, {
    userAgent: `Nametag/${version} (+${configuration.PUBLIC_URL})`,
    proxies: configuration,
    guards: [
      createObserver(metrics.callEnded, failureLog.callEnded),
      breakers.guard,
      createRetry(random),
      createBudgetGuard(egresses, bucketOf, random),
      createObserver(({ provider }, end) => {
        const outcome = outcomeOf(end);
        if (outcome !== undefined) record.note(provider, outcome, end.milliseconds);
      }),
      ...guards,
    ],
    capacityOf: (name) => capacityOf(egresses, name),
  });

  const missingMs = configuration.MISSING_SECONDS * 1_000;
  const profileTimes: Lifetimes = {
    freshMs: configuration.PROFILE_FRESH_SECONDS * 1_000,
    ttlMs: configuration.PROFILE_STALE_SECONDS * 1_000,
    negativeMs: missingMs,
  };
  const nameTimes = {
    ...profileTimes,
    freshMs: FRESH_MS.name,
    ttlMs: Math.max(FRESH_MS.name, profileTimes.ttlMs),
  };
  const textureTimes = { ...profileTimes, freshMs: FRESH_MS.texture, ttlMs: FRESH_MS.texture };

  const changes = createChanges({
    store: stores.coordination,
    listener: {
      forget(tag) {
        tier.entries.delete(tag);
        responses.forget(tag);
      },
      forgetAll() {
        tier.entries.clear();
        responses.forgetAll();
      },
    },
    recentMs: stores.redis ? REMOTE_CHANGES_MS : CHANGES_MS,
    channel: stores.redis?.channel,
    clock,
    random,
  });
  const grants = stores.redis
    ? grantsInRedis(stores.redis, clock)
    : grantsInStore(stores.coordination, clock);
  const failures = createFailureCodec(clock);
  const cache = <Value>(
    name: string,
    lifetimes: Lifetimes,
    isValue: (key: string, value: unknown) => boolean,
    store = stores.values,
  ) =>
    createCache<Value>({
      name,
      isValue,
      store,
      tier,
      lifetimes,
      failures,
      onChange: changes.note,
      clock,
      random,
    });

  const sources = sourcesTag(configuration);
  const javaName = `java:v1${sources}`;
  const bedrockName = "bedrock:v1";
  const bedrockRecords = cache<BedrockRecord>(bedrockName, profileTimes, isBedrockRecordOf);
  const links = cache<Xuid>("link:v1", profileTimes, isLink);
  const exclusion = createExclusion({
    excluded: configuration.EXCLUDED_PLAYERS,
    store: stores.durable,
    records: bedrockRecords,
    links,
    onLink(uuid, xuid) {
      changes.note(`${javaName}/${uuid}`);
      changes.note(`${bedrockName}/${xuid}`);
    },
  });
  const isListed = async (id: string) => !(await exclusion.has(id));
  const isObserved = async (id: string) => configuration.OBSERVED_HISTORY === "on" && isListed(id);
  const formerNames = createFormerNames(stores.durable, isObserved, { clock, random });
  const activity = createActivity({
    store: stores.durable,
    isListed,
    clock,
    random,
  });
  const history = createHistory({
    store: stores.durable,
    laby: providers.laby,
    formerNames,
    isObserved,
    onNewPlayer: activity.countNewPlayer,
    recordsBytes: memory.histories,
    keptBytes: stores.durable.kind === "memory" ? memory.stores / 8 : undefined,
    clock,
    random,
  });
  const decoding = createTurns<Faces>({ ...IMAGE_TURNS, slots: availableParallelism(), clock });
  const library = createTextureLibrary({
    providers,
    cache: cache("texture:v1", textureTimes, isTexture, stores.textures),
    addresses: cache("texture-place:v1", textureTimes, isTextureAddress),
    inTurn: (hash, caller, pixels, work) => decoding.share(hash, caller, workOf(pixels), work),
    facesBytes: memory.faces,
  });
  const java = createJavaPlayers({
    providers,
    library,
    history,
    names: cache(`java-name:v1${sources}`, nameTimes, isNameRecord(isJavaUuid)),
    records: cache(javaName, profileTimes, isJavaRecordOf),
  });
  const bedrock = createBedrockPlayers({
    providers,
    library,
    history,
    names: cache("gamertag:v1", nameTimes, isNameRecord(isXuid)),
    records: bedrockRecords,
    links,
    noteLink: exclusion.note,
  });
  const resolver = createResolver({ java, bedrock, missingMs, clock });

  const api = createApp({
    services: {
      ...resolver,
      library,
      history,
      formerNames,
      nameRules: nameRulesOf(configuration),
      images: createImageCache(memory.images, clock),
      drawView: draw,
      refreshLimit: createRefreshLimit(grants, clock, memory.grants),
      clientKeys: createClientKeys(stores.coordination, clock),
      activity,
      metrics,
      clock,
      missingMs,
      isListed,
      isObserved,
      propagated: changes.propagated,
      social: configuration.SOCIAL_LINKS,
      publicUrl: configuration.PUBLIC_URL,
      version,
      storesWork: () => stores.health().ok,
      status: createStatus({
        names: providers.names,
        record,
        budgets: egresses.map(({ budget }) => budget),
        clock,
      }),
    },
    responses,
    changes,
    committed: stores.committed,
    metrics,
    failureLog,
    accessLog: createAccessLog(logger),
  });

  return {
    api,
    configuration,
    providers,
    stores,
    logger,
    metrics,
    async close() {
      await Promise.all([activity.flush(), record.flush()]);
      await providers.close();
      await stores.close();
    },
  };
}

const holder = globalThis as typeof globalThis & { __nametag?: Services };

/** The services of this process: built once, however often this module is bundled. */
export function services(options?: ServicesOptions): Services {
  if (holder.__nametag !== undefined) return holder.__nametag;
  holder.__nametag = createServices(process.env, options);
  proxyFetches(holder.__nametag.configuration);
  return holder.__nametag;
}

/** Part of the keys of Java players: what one list of sources gave is not true of another. */
function sourcesTag({ SKIN_SOURCES: sources }: Configuration): string {
  if (sources.before.length + sources.after.length === 0) return "";
  return `@${createHash("sha256").update(JSON.stringify(sources)).digest("hex").slice(0, 8)}`;
}

function readVersion(): string {
  const text = readFileSync(path.resolve("package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
