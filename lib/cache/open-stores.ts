import path from "node:path";
import type { Logger } from "pino";
import { systemClock, type Clock } from "../time/clock.ts";
import { ConfigurationError, type Configuration } from "../configuration/configuration.ts";
import { grantsInRedis } from "./stores/redis/grants.ts";
import { grantsInStore, type Grants } from "./stores/grants.ts";
import { createMemoryStore } from "./stores/memory.ts";
import {
  createRedisStore,
  KEY_PREFIX,
  openRedisClient,
  scanRedis,
  type RedisAddress,
  type RedisReport,
  type RedisTimes,
} from "./stores/redis.ts";
import { LOCK_MS, openSqlite, SqliteStoreError, thisUser, type Sqlite } from "./stores/sqlite.ts";
import { scanSqlite } from "./stores/sqlite/scan.ts";
import { NotCountableError, type Channel, type Scan, type Store } from "./stores/store.ts";

/**
 * One store for each kind of data. All of them reject when they fail; the code that uses one decides
 * what that means.
 */
export interface Stores {
  /** Says in words for the log which stores these are; after `inspect`, also what was found there. */
  readonly description: string;
  /** Names, profiles, links, and the leases on them: a cache, least recently used out first. */
  values: Store;
  /** Texture bytes: a cache with a bound of its own. */
  textures: Store;
  /**
   * Token buckets, refresh grants and the change log, which all processes share for a while. The oldest of those that
   * expire is evicted when there are more grants than providers can be asked for within an hour.
   */
  coordination: Store;
  /** Observed history and statistics: no cache. Values that never expire are not evicted; their owner bounds them. */
  durable: Store;
  /** True where other machines use them as well, over a network. */
  isShared: boolean;
  /** Token buckets and refresh grants: in a Redis beside the others, elsewhere in `coordination`. */
  limits: Store;
  /** Refresh grants, for all processes that use these stores. */
  grants: Grants;
  /** Tells all of these processes that something changed, where that works; others look for changes themselves. */
  channel?: Channel | undefined;
  /**
   * Inspects the Redis before the service starts, and warns if it would lose data. If it merely does not respond, it is
   * inspected later.
   * @throws ConfigurationError when it responds with something that will not mend itself
   */
  inspect(): Promise<void>;
  /** Resolves once everything written so far survives a `kill -9` of this process. */
  committed(): Promise<void>;
  /** Tells whether all of them work. */
  health(): { ok: boolean };
  close(): Promise<void>;
}

/** Stores that were opened by the configuration. */
export interface OpenedStores extends Stores {
  /** Reads all that is in one of them. */
  scan(store: "values" | "coordination" | "durable"): Scan;
}

/** The part of the configuration that says where the stores live. */
export type StoresConfiguration = Pick<
  Configuration,
  "DATA_DIR" | "UPSTASH_REDIS_REST_URL" | "UPSTASH_REDIS_REST_TOKEN" | "REDIS_URL" | "REDIS_TLS_CA"
>;

/** How often files that cannot be used are tried again, as a Redis is. */
const REOPEN_MS = 5_000;

const DISK_BYTES = 256 * 2 ** 20;
/** This is more than the history may keep for good, so that there is room for players who may change. */
const DURABLE_BYTES = 64 * 2 ** 20;
/** About 100,000 refresh grants. */
const COORDINATION_BYTES = 16 * 2 ** 20;
/** Without a disk, all bounds are smaller: that of all stores together. */
const MEMORY_BYTES = 64 * 2 ** 20;

export interface StoresOptions {
  /** The bound of each cache on the disk in bytes, in place of the usual one. */
  cacheBytes?: number;
  /** The same of what processes agree on. */
  coordinationBytes?: number;
  /** The same of durable data. */
  durableBytes?: number;
  /** The bound of all stores together where they are in memory. */
  memoryBytes?: number;
  /** Time limits of a Redis, in place of the usual ones. */
  redisTimes?: RedisTimes | undefined;
  /** Called with the number of writes of durable data that are lost, since their store fails. */
  onDurableLoss?: (writes: number) => void;
  clock?: Clock;
}

/**
 * Opens the configured stores: in Upstash, in a Redis, or in SQLite files. None of them is required: without
 * its Redis, the service starts and uses it once it responds; without a usable file, it runs in memory.
 */
export function openStores(
  configuration: StoresConfiguration,
  logger: Logger,
  options: StoresOptions = {},
): OpenedStores {
  const { UPSTASH_REDIS_REST_URL: restUrl, UPSTASH_REDIS_REST_TOKEN: restToken } = configuration;
  const { REDIS_URL: url, REDIS_TLS_CA: ca } = configuration;
  if (restUrl && restToken) return onRedis({ restUrl, restToken }, logger, options);
  if (url) return onRedis({ url, ...(ca && { ca }) }, logger, options);
  return onDisk(path.resolve(configuration.DATA_DIR), logger, options);
}

function onRedis(
  address: RedisAddress,
  logger: Logger,
  { onDurableLoss = () => undefined, redisTimes, clock }: StoresOptions,
): OpenedStores {
  const note = createOutageLog(logger);
  /** True while it was not inspected, since it did not respond at the start. */
  let isUnknown = false;
  const onChange = (error?: Error) => {
    note("redis", error);
    if (error === undefined && isUnknown) void inspectLate();
  };
  const redis = openRedisClient(address, { onChange, ...redisTimes });
  const open = (name: string, commands = redis.redis) =>
    watchWrites(createRedisStore(redis, name, commands), (error) => {
      // An outage has already been logged.
      if (redis.health().ok) note(name, error);
      if (name === "durable" && error !== undefined) onDurableLoss(1);
    });
  let found = "";
  const learn = (report?: RedisReport) => {
    isUnknown = report === undefined;
    found = report === undefined ? ", which does not respond" : `: ${describeReport(report)}`;
    const evicting = report?.policies.find((policy) => policy.startsWith("allkeys-"));
    if (evicting !== undefined) logger.warn({ policy: evicting }, EVICTION_WARNING);
  };
  /** A running service goes on, whatever is wrong with its Redis. */
  const inspectLate = async () => {
    isUnknown = false;
    try {
      learn(await redis.inspectAgain());
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      logger.error(error.message);
    }
  };
  return {
    get description() {
      return redis.description + found;
    },
    async inspect() {
      learn(await redis.inspected);
      // It began to respond a moment ago.
      if (isUnknown && redis.health().ok) await inspectLate();
    },
    values: open("values"),
    textures: open("textures", redis.direct),
    coordination: open("coordination"),
    durable: open("durable"),
    isShared: true,
    grants: grantsInRedis(redis.redis, clock),
    channel: redis.channel,
    limits: open(""),
    scan: (store) => scanRedis(redis, `${KEY_PREFIX}:${store}:`),
    committed: () => Promise.resolve(),
    health: redis.health,
    close: () => redis.close(),
  };
}

/** Some policies evict values that never expire, such as the history; docs/running.md says it, too. */
export const EVICTION_WARNING =
  "Set maxmemory-policy volatile-lru: with an allkeys policy, a full Redis also evicts the history of players who changed, which nobody else has.";

function describeReport({ nodes, masters, version, policies }: RedisReport): string {
  const count = nodes === 1 ? "1 node" : `${nodes} nodes, of which ${masters} take writes`;
  return [count, version, ...policies].filter((part) => part !== undefined).join(", ");
}

function onDisk(
  directory: string,
  logger: Logger,
  {
    cacheBytes = DISK_BYTES,
    coordinationBytes = COORDINATION_BYTES,
    durableBytes = DURABLE_BYTES,
    memoryBytes = MEMORY_BYTES,
    onDurableLoss = () => undefined,
    clock = systemClock,
  }: StoresOptions,
): OpenedStores {
  const note = createOutageLog(logger);
  // Two files, so that nothing that happens to the cache touches what must last.
  const layout = {
    cache: { values: cacheBytes, textures: cacheBytes, coordination: coordinationBytes },
    durable: { durable: durableBytes },
  };
  type File = keyof typeof layout;
  type Name = "values" | "textures" | "coordination" | "durable";
  const files = new Map<File, Sqlite>();
  const opened = new Map<Name, Store>();

  const open = (name: File, withinMs?: number) => {
    const onChange = (error?: Error) => note(name, error);
    const onLost = name === "durable" ? onDurableLoss : undefined;
    const file = openSqlite({ directory, name, logger, onChange, onLost, withinMs, clock });
    try {
      for (const [store, maxBytes] of Object.entries(layout[name])) {
        opened.set(store as Name, file.store(store, { maxBytes }));
      }
    } catch (error) {
      file.close();
      throw error;
    }
    files.set(name, file);
  };

  /** Opens the files that are not open yet; gives those that cannot be used. */
  const openRest = (withinMs?: number): Refused[] =>
    (["cache", "durable"] as const)
      .filter((name) => !files.has(name))
      .flatMap((name) => {
        try {
          open(name, withinMs);
          return [];
        } catch (error) {
          if (!(error instanceof SqliteStoreError)) throw error;
          return [{ file: path.join(directory, `${name}.sqlite`), error }];
        }
      });

  let stopTrying: (() => void) | undefined;
  const tryAgainLater = () => {
    stopTrying = clock.after(REOPEN_MS, () => {
      if (openRest(LOCK_MS).length > 0) return tryAgainLater();
      logger.info("The store works again");
    });
  };

  const refused = openRest();
  for (const { sentence, error } of sentencesOn(refused, directory)) {
    logger.error(
      { err: error },
      `${sentence} Running on memory: nothing survives a restart. It is tried again every ${REOPEN_MS / 1_000} s.`,
    );
  }
  if (refused.length > 0) tryAgainLater();

  /** The store of a file or, until that is open, one in memory. */
  const store = (name: Name): Store => {
    const memory: Store = {
      ...createMemoryStore({ maxBytes: Math.ceil(memoryBytes / 4), clock }),
      health: () => ({ ok: false }),
    };
    const now = () => opened.get(name) ?? memory;
    return {
      get kind() {
        return now().kind;
      },
      get: (...call) => now().get(...call),
      set: (...call) => now().set(...call),
      delete: (...call) => now().delete(...call),
      transact: (...call) => now().transact(...call),
      health: () => now().health(),
    };
  };
  const durable = store("durable");
  const reportLoss = (error?: unknown) => {
    if (error !== undefined) onDurableLoss(1);
  };
  const stores = {
    values: store("values"),
    textures: store("textures"),
    coordination: store("coordination"),
    durable: watchWrites(durable, reportLoss),
  };
  const committed = async () => {
    for (const file of files.values()) await file.committed();
  };
  return {
    get description() {
      return files.size > 0 ? `embedded in ${directory}` : "memory only";
    },
    ...stores,
    isShared: false,
    grants: grantsInStore(stores.coordination, clock),
    limits: stores.coordination,
    scan(name) {
      const file = files.get(name === "durable" ? "durable" : "cache");
      if (file === undefined)
        throw new SqliteStoreError(`${name} is in memory and cannot be read.`);
      return scanSqlite(file, name);
    },
    inspect: () => Promise.resolve(),
    committed,
    health: () => ({ ok: Object.values(stores).every((one) => one.health().ok) }),
    async close() {
      stopTrying?.();
      await committed();
      for (const file of files.values()) file.close();
    },
  };
}

/** A file that cannot be used. */
interface Refused {
  file: string;
  error: SqliteStoreError;
}

/** Says why files cannot be used: once where the reason is not one of them, but the folder they are in. */
function sentencesOn(refused: readonly Refused[], directory: string) {
  const why = ({ error }: Refused) =>
    error.cause instanceof Error ? error.cause.message : undefined;
  const sentenceOn = (place: string, reason: string) =>
    `${place} cannot be used by ${thisUser()}: ${reason}.`;
  const [first, ...others] = refused;
  const common = first && why(first);
  if (first !== undefined && common !== undefined && others.length > 0 && others.every(why)) {
    return [{ sentence: sentenceOn(directory, common), error: first.error }];
  }
  return refused.map((one) => {
    const reason = why(one);
    const sentence = reason === undefined ? one.error.message : sentenceOn(one.file, reason);
    return { sentence, error: one.error };
  });
}

/** Reports each write and why it failed, if it did; a mistake of the caller is not reported. */
function watchWrites(store: Store, report: (error?: unknown) => void): Store {
  const watch = async <Result>(write: Promise<Result>): Promise<Result> => {
    try {
      const result = await write;
      report();
      return result;
    } catch (error) {
      const isCallersFault = error instanceof RangeError || error instanceof NotCountableError;
      if (!isCallersFault) report(error);
      throw error;
    }
  };
  return {
    ...store,
    // It may change.
    get kind() {
      return store.kind;
    },
    set: (...call) => watch(store.set(...call)),
    delete: (...call) => watch(store.delete(...call)),
    transact: (...call) => watch(store.transact(...call)),
  };
}

/** Says once that stores fail, and once that all work again: what lives in one place fails together. */
function createOutageLog(logger: Pick<Logger, "error" | "info">) {
  const failing = new Set<string>();

  return (name: string, error?: unknown) => {
    const before = failing.size;
    if (error === undefined) failing.delete(name);
    else failing.add(name);
    if (before === 0 && error !== undefined) {
      logger.error({ store: name, err: error }, "The store fails; memory takes over");
    }
    if (before > 0 && failing.size === 0) logger.info("The store works again");
  };
}
