import { statfsSync } from "node:fs";
import type { Logger } from "pino";
import { createApp, type Api } from "./app/app.ts";
import type { Stores } from "./cache/open-stores.ts";
import { nameRulesOf, type Configuration } from "./configuration/configuration.ts";
import { remarksOn } from "./configuration/remarks.ts";
import { OTHER_ROUTE, PAGE_ROUTE } from "./contract/paths.ts";
import { createAccessLog } from "./log/logger.ts";
import { createWarnings, type Warnings } from "./services/warnings.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { allRoutes } from "./metrics/definitions.ts";
import type { Providers } from "./providers/providers.ts";
import { proxyFetches } from "./providers/upstream/proxies.ts";
import { createClientKeys, createRefreshLimit } from "./refresh-limit/refresh-limit.ts";
import { createImageCache } from "./images/image-cache.ts";
import { createProviderStatuses } from "./services/provider-statuses.ts";
import { openBase, type Base, type BaseOptions } from "./services/base.ts";
import { createCaches, type Caches } from "./services/caches.ts";
import { createPlayers, type Players } from "./services/players.ts";
import { createUpstreams, type Upstreams, type UpstreamsOptions } from "./services/upstreams.ts";
import { drawView, type DrawView } from "./textures/view.ts";

export interface Services {
  api: Api;
  configuration: Configuration;
  /** Settings that are valid but probably not intended, a sentence each. */
  remarks: string[];
  /** The remarks, and what requests show to be wrong. */
  warnings: Warnings;
  providers: Providers;
  stores: Stores;
  logger: Logger;
  metrics: Metrics;
  /** Writes what is gathered and closes stores and connections. */
  close(): Promise<void>;
}

export interface ServicesOptions extends BaseOptions, UpstreamsOptions {
  /** Draws on another thread; without it, views are drawn on this one. */
  drawView?: DrawView;
  /** Warnings for the operator besides those of the settings, a sentence each. */
  otherWarnings?: () => readonly string[];
}

/** Builds everything from one environment. Tests call it with their own. */
export function createServices(
  env: Readonly<Record<string, string | undefined>>,
  options: ServicesOptions = {},
): Services {
  const base = openBase(env, options);
  const { configuration, version, stores, logger, metrics } = base;
  const upstreams = createUpstreams(base, options);
  const { providers, record, breakers, budget } = upstreams;
  const caches = createCaches(base);
  const players = createPlayers(base, providers, caches);
  const remarks = remarksOn(env, configuration);
  const warnings = createWarnings(configuration, remarks, logger, options.otherWarnings);
  const draw = options.drawView ?? drawView;
  const api = createApi(base, upstreams, caches, players, { warnings, draw });
  metrics.watch({
    version,
    stores: () =>
      (["values", "textures", "coordination", "durable"] as const).map((store) => ({
        store,
        kind: stores[store].kind,
        ok: stores[store].health().ok,
      })),
    buckets: budget.state,
    breakers: breakers.states,
    cachedResponses: caches.responses.size,
    isReady: api.isReady,
    processes: configuration.WEB_CONCURRENCY,
    freeDiskBytes: () => (stores.isShared ? undefined : freeBytesOf(configuration.DATA_DIR)),
  });
  metrics.countFromZero({
    routes: allRoutes,
    refused: [PAGE_ROUTE, OTHER_ROUTE],
    calls: providers.calls,
  });
  return {
    api,
    configuration,
    remarks,
    warnings,
    providers,
    stores,
    logger,
    metrics,
    async close() {
      await Promise.all([players.activity.flush(), record.flush()]);
      await providers.close();
      await stores.close();
    },
  };
}

/** The free space of the disk that a folder is on; undefined if it cannot be read. */
function freeBytesOf(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/** From requests to replies. */
function createApi(
  { configuration, version, stores, memory, metrics, logger, failureLog, clock }: Base,
  { providers, record, budget }: Upstreams,
  { responses, changes, missingMs, clearWithAll }: Caches,
  { resolver, ...players }: Players,
  { warnings, draw }: { warnings: Warnings; draw: DrawView },
): Api {
  return createApp({
    services: {
      ...resolver,
      ...players,
      nameRules: nameRulesOf(configuration),
      images: createImageCache(memory.images, clock, clearWithAll),
      drawView: draw,
      refreshLimit: createRefreshLimit(stores.grants, clock, memory.grants),
      clientKeys: createClientKeys(stores.coordination, clock),
      metrics,
      clock,
      missingMs,
      propagated: changes.propagated,
      social: configuration.SOCIAL_LINKS,
      publicUrl: configuration.PUBLIC_URL,
      version,
      storesWork: () => stores.health().ok,
      warnings: warnings.list,
      status: createProviderStatuses({ names: providers.names, record, budget, clock }),
    },
    responses,
    changes,
    committed: stores.committed,
    metrics,
    failureLog,
    accessLog: createAccessLog(logger),
  });
}

/** For how long requests that have begun may use the services that newer code replaces. */
const REPLACED_MS = 5_000;

/** When this module was evaluated: in development, a change of anything that it imports evaluates it again. */
const evaluatedAt = performance.now();

const holder = globalThis as typeof globalThis & {
  __nametag?: { services: Services; evaluatedAt: number };
};

/**
 * The services of this process: built once, however often this module is bundled. In development, the newest code
 * builds them again.
 */
export function services(options?: ServicesOptions): Services {
  const built = holder.__nametag;
  // Each bundle of Next evaluates this module for itself, and an older one must not replace what a newer one built.
  const isNewer =
    process.env["NODE_ENV"] === "development" && evaluatedAt > (built?.evaluatedAt ?? 0);
  if (built !== undefined && !isNewer) return built.services;
  if (built !== undefined) setTimeout(() => void built.services.close(), REPLACED_MS).unref();
  const current = createServices(process.env, options);
  holder.__nametag = { services: current, evaluatedAt };
  proxyFetches(current.configuration);
  return current;
}
