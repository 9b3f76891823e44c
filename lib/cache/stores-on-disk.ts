import path from "node:path";
import type { Logger } from "pino";
import { systemClock, type Clock } from "../time/clock.ts";
import type { OpenedStores, StoresOptions } from "./opened-stores.ts";
import { createOutageLog } from "./outages.ts";
import { grantsInStore } from "./stores/grants.ts";
import { createMemoryStore } from "./stores/memory.ts";
import { LOCK_MS, openSqlite, SqliteStoreError, thisUser, type Sqlite } from "./stores/sqlite.ts";
import { scanSqlite } from "./stores/sqlite/scan.ts";
import type { Store } from "./stores/store.ts";

/** How often files that cannot be used are tried again, as a Redis is. */
const REOPEN_MS = 5_000;

const DISK_BYTES = 256 * 2 ** 20;
/** This is more than the history may keep for good, so that there is room for players who may change. */
const DURABLE_BYTES = 64 * 2 ** 20;
/** About 100,000 refresh grants. */
const COORDINATION_BYTES = 16 * 2 ** 20;
/** Without a disk, all bounds are smaller: that of all stores together. */
const MEMORY_BYTES = 64 * 2 ** 20;

type StoreName = "values" | "textures" | "coordination" | "durable";
type FileName = "cache" | "durable";
/** The bounds of the stores in each file, in bytes. */
type Layout = Record<FileName, Partial<Record<StoreName, number>>>;

/** Opens stores in files of a folder. Until a file can be used, its stores are in memory. */
export function openStoresOnDisk(
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
  // There are two files, so that nothing that happens to the cache touches data that must last.
  const layout: Layout = {
    cache: { values: cacheBytes, textures: cacheBytes, coordination: coordinationBytes },
    durable: { durable: durableBytes },
  };
  const files = openFiles(layout, { directory, logger, onDurableLoss, clock });
  const store = (name: StoreName) =>
    files.store(name) ?? inMemoryUntil(() => files.store(name), Math.ceil(memoryBytes / 4), clock);
  const stores = {
    values: store("values"),
    textures: store("textures"),
    coordination: store("coordination"),
    durable: store("durable"),
  };
  return {
    get description() {
      return files.areOpen() ? `embedded in ${directory}` : "memory only";
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
    committed: files.committed,
    health: () => ({ ok: Object.values(stores).every((one) => one.health().ok) }),
    close: files.close,
  };
}

/** The store of a file or, until that is open, one in memory. */
function inMemoryUntil(opened: () => Store | undefined, maxBytes: number, clock: Clock): Store {
  const memory: Store = {
    ...createMemoryStore({ maxBytes, clock }),
    health: () => ({ ok: false }),
  };
  const current = () => opened() ?? memory;
  return {
    get kind() {
      return current().kind;
    },
    get: (...call) => current().get(...call),
    set: (...call) => current().set(...call),
    delete: (...call) => current().delete(...call),
    transact: (...call) => current().transact(...call),
    health: () => current().health(),
  };
}

interface FilesOptions {
  directory: string;
  logger: Logger;
  onDurableLoss(writes: number): void;
  clock: Clock;
}

/** Opens the files that can be used now, and tries the others again and again. */
function openFiles(layout: Layout, { directory, logger, onDurableLoss, clock }: FilesOptions) {
  const note = createOutageLog(logger);
  const files = new Map<FileName, Sqlite>();
  const stores = new Map<StoreName, Store>();

  const open = (name: FileName, withinMs?: number) => {
    const onChange = (error?: Error) => note(name, error);
    const onLost = name === "durable" ? onDurableLoss : undefined;
    const file = openSqlite({ directory, name, logger, onChange, onLost, withinMs, clock });
    try {
      for (const [store, maxBytes] of Object.entries(layout[name])) {
        stores.set(store as StoreName, file.store(store, { maxBytes }));
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

  const committed = async () => {
    for (const file of files.values()) await file.committed();
  };
  return {
    get: (name: FileName) => files.get(name),
    /** A store of a file that is open. */
    store: (name: StoreName) => stores.get(name),
    areOpen: () => files.size > 0,
    committed,
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
