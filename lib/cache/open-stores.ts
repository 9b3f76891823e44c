import path from "node:path";
import type { Logger } from "pino";
import type { Configuration } from "../configuration.ts";
import { createOutageLog } from "./outage-log.ts";
import { createResilientStore } from "./resilient.ts";
import type { Rejoin } from "./resilient/replay.ts";
import { EmbeddedStoreError, openEmbedded } from "./stores/embedded.ts";
import { createMemoryStore } from "./stores/memory.ts";
import {
  createRedisStore,
  openRedisClient,
  type RedisAddress,
  type RedisClient,
} from "./stores/redis.ts";
import type { Store, StoreHealth } from "./stores/store.ts";

/**
 * One store for each kind of data. Caches are bounded and evict what was used least recently. Durable
 * data (`ledger`, `grants`) has stores of its own, from which nothing is evicted but by expiry.
 */
export interface Stores {
  /** Where they live, in words for the log. */
  description: string;
  /** Names, profiles, links. Never rejects, as the next three. */
  values: Store;
  /** Texture bytes. */
  textures: Store;
  /** "There is none". */
  missing: Store;
  /** Durable: name history, statistics, the secrets that client keys are made with. */
  ledger: Store;
  /**
   * What processes agree on for a short time: leases, budgets. Rejects when it cannot tell what the
   * others know, since nothing may be made up here.
   */
  coordination: Store;
  /** Durable: refreshes granted in the last hour. Rejects, as `coordination` does. */
  grants: Store;
  /** The Redis behind them, where there is one. */
  redis?: RedisClient;
  health(): StoresHealth;
  close(): Promise<void>;
}

export interface StoresHealth extends StoreHealth {
  kind: "embedded" | "redis" | "memory";
}

/** The part of the configuration that says where the stores live. */
export type StoresConfiguration = Pick<
  Configuration,
  "DATA_DIR" | "UPSTASH_REDIS_REST_URL" | "UPSTASH_REDIS_REST_TOKEN" | "REDIS_URL"
>;

const MEBIBYTE = 1024 * 1024;

/** On disk durable data has no bound; in memory it has to have one. */
const BOUNDS = {
  values: 256 * MEBIBYTE,
  textures: 256 * MEBIBYTE,
  missing: 16 * MEBIBYTE,
  ledger: 128 * MEBIBYTE,
  coordination: 16 * MEBIBYTE,
  grants: 16 * MEBIBYTE,
} as const;

const TOTAL_BYTES = Object.values(BOUNDS).reduce((sum, bytes) => sum + bytes, 0);

/** In memory everything is smaller. */
const MEMORY_SHARE = 1 / 8;

type Name = keyof typeof BOUNDS;

const DURABLE: ReadonlySet<Name> = new Set(["ledger", "grants"]);

export interface StoresOptions {
  /** Bound of each embedded cache in bytes, in place of the usual ones. */
  cacheBytes?: number;
}

/**
 * Opens the stores where the configuration says: in Upstash, in a Redis, or embedded in a directory.
 * None of them has to be there: without a Redis the service starts on memory and joins it once it
 * answers; without a usable directory it stays on memory.
 */
export function openStores(
  configuration: StoresConfiguration,
  logger: Logger,
  options: StoresOptions = {},
): Stores {
  const address = redisAddress(configuration);
  return address === undefined
    ? onDisk(path.resolve(configuration.DATA_DIR), logger, options)
    : onRedis(address, logger);
}

function redisAddress(configuration: StoresConfiguration): RedisAddress | undefined {
  const {
    UPSTASH_REDIS_REST_URL: restUrl,
    UPSTASH_REDIS_REST_TOKEN: restToken,
    REDIS_URL: url,
  } = configuration;
  if (restUrl !== undefined && restToken !== undefined) return { restUrl, restToken };
  return url === undefined ? undefined : { url };
}

function onRedis(address: RedisAddress, logger: Logger): Stores {
  const outages = createOutageLog(logger);
  const redis = openRedisClient(address, { onChange: (state) => outages.note("redis", state) });
  const raw = (name: Name) => createRedisStore(redis, { name, longValues: name === "textures" });
  const stores = resilient(raw, {
    // A Redis fails as a whole, so memory has to know what it last held.
    mirror: true,
    onChange(name, state) {
      // While it does not answer at all, that has been said.
      if (state.ok || redis.health().ok) outages.note(name, state);
    },
  });
  return {
    description: redis.description,
    ...stores,
    coordination: raw("coordination"),
    grants: raw("grants"),
    redis,
    health: () => ({ kind: "redis", ...redis.health() }),
    async close() {
      await Promise.all(Object.values(stores).map((store) => store.close()));
      await redis.close();
    },
  };
}

function onDisk(directory: string, logger: Logger, { cacheBytes }: StoresOptions): Stores {
  try {
    const embedded = openEmbedded({ directory, maxBytes: TOTAL_BYTES, logger });
    const boundOf = (name: Name) => (DURABLE.has(name) ? Infinity : (cacheBytes ?? BOUNDS[name]));
    const raw = (name: Name) => embedded.store(name, { maxBytes: boundOf(name) });
    const coordination = raw("coordination");
    const outages = createOutageLog(logger);
    // What cannot be written can still be read.
    const stores = resilient(raw, { mirror: false, onChange: outages.note });
    return {
      description: `embedded in ${directory}`,
      ...stores,
      coordination,
      grants: raw("grants"),
      health: () => ({ kind: "embedded", ...coordination.health() }),
      async close() {
        await Promise.all(Object.values(stores).map((store) => store.close()));
        await embedded.close();
      },
    };
  } catch (error) {
    if (!(error instanceof EmbeddedStoreError)) throw error;
    logger.error({ err: error }, `${error.message} Running on memory: nothing survives a restart.`);
    return inMemory(error.message);
  }
}

/** The four that never reject. A cache's last word is right; a ledger is not written over. */
function resilient(
  raw: (name: Name) => Store,
  options: { mirror: boolean; onChange(name: Name, state: { ok: boolean; error?: unknown }): void },
) {
  const open = (name: Name, rejoin: Rejoin) =>
    createResilientStore(raw(name), {
      maxBytes: BOUNDS[name] * MEMORY_SHARE,
      mirror: options.mirror,
      rejoin,
      onChange: (state) => options.onChange(name, state),
    });
  return {
    values: open("values", "overwrite"),
    textures: open("textures", "overwrite"),
    missing: open("missing", "overwrite"),
    ledger: open("ledger", "add-missing"),
  };
}

function inMemory(detail: string): Stores {
  const open = (name: Name) => createMemoryStore({ maxBytes: BOUNDS[name] * MEMORY_SHARE });
  return {
    description: "memory only",
    values: open("values"),
    textures: open("textures"),
    missing: open("missing"),
    ledger: open("ledger"),
    coordination: open("coordination"),
    grants: open("grants"),
    health: () => ({ kind: "memory", ok: false, detail }),
    close: async () => undefined,
  };
}
