import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { asStoreError, isBusy, isDamage, isExplained, SqliteStoreError } from "./errors.ts";
import { closeQuietly, openAfter, openNewest, type Opened, type Place } from "./open.ts";

export interface SqliteFileOptions extends Place {
  /** Called with an error when the file begins to fail, and without when it works again. */
  onChange?: (error?: Error) => void;
  /** Called with the number of writes that were accepted and then lost with their commit. */
  onLost?: ((writes: number) => void) | undefined;
  /** Called just before each commit, inside the transaction. */
  beforeCommit?: (database: DatabaseSyncInstance) => void;
  /** Monotonic milliseconds. */
  monotonic?: () => number;
}

/** Longest that other processes may hold the write lock before a write here fails. */
const LOCKED_MS = 2_000;
/** No write is tried for so long after one failed. */
const PAUSE_MS = 5_000;

/**
 * Opens a file, or makes it, and keeps it usable: transactions, failures, damage. A damaged one stays
 * where it is, and an empty one with the next number takes its place: no file is ever moved or written
 * over while another process may have it open.
 * @throws SqliteStoreError a sentence that says what is wrong and what to do
 */
export function openSqliteFile(options: SqliteFileOptions) {
  const { name, onChange = () => undefined, onLost = () => undefined } = options;
  const { beforeCommit = () => undefined, monotonic = () => performance.now() } = options;
  let current: Opened | undefined = openNewest(options);
  let failed: string | undefined;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  /** Writes in the open transaction; undefined without one. */
  let writes: number | undefined;
  let committed = Promise.resolve();
  /** Pending while another process holds the write lock. */
  let lock: Promise<void> | undefined;

  const usable = (): DatabaseSyncInstance => {
    if (current === undefined) throw new SqliteStoreError(`${name}.sqlite is closed`);
    return current.database;
  };

  const failWith = (cause: unknown): SqliteStoreError => {
    const error = asStoreError(`${name}.sqlite`, cause);
    const wasWorking = failed === undefined;
    failed = error.message;
    pausedUntil = monotonic() + PAUSE_MS;
    if (wasWorking) onChange(error);
    return error;
  };

  const rollBack = () => {
    if (writes === undefined) return;
    try {
      current?.database.exec("ROLLBACK");
    } catch {
      // SQLite has rolled back by itself, as it does when the disk is full.
    }
    if (writes > 0) onLost(writes);
    writes = undefined;
  };

  const commit = () => {
    if (writes === undefined || current === undefined) return;
    try {
      beforeCommit(current.database);
      current.database.exec("COMMIT");
      writes = undefined;
      if (failed !== undefined) onChange();
      failed = undefined;
    } catch (error) {
      rollBack();
      failWith(error);
    }
  };

  /** Begins the transaction of this turn. False while another process writes. */
  const begin = (database: DatabaseSyncInstance): boolean => {
    if (writes !== undefined) return true;
    try {
      database.exec("BEGIN IMMEDIATE");
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
    writes = 0;
    committed = new Promise((resolve) => setImmediate(() => resolve(commit())));
    return true;
  };

  const beginWhenFree = async () => {
    const end = performance.now() + LOCKED_MS;
    do {
      await sleep(1 + Math.random() * 4);
      if (recovering(begin)) return;
    } while (performance.now() < end);
    throw failWith(new Error("another process keeps it locked"));
  };

  /** Runs `work`; after damage once more, on the next file. */
  const recovering = <Result>(work: (database: DatabaseSyncInstance) => Result): Result => {
    const database = usable();
    try {
      return work(database);
    } catch (error) {
      if (isExplained(error)) throw error;
      if (isBusy(error)) throw asStoreError(`${name}.sqlite`, error);
      // The other writes of this turn go on, unless SQLite has rolled back by itself.
      if (isDamage(error) || !database.isTransaction) rollBack();
      if (!isDamage(error)) throw failWith(error);
    }
    return work(openNext());
  };

  const openNext = (): DatabaseSyncInstance => {
    const { database, number } = current as Opened;
    current = undefined;
    try {
      closeQuietly(database);
      current = openAfter(number, options);
      return current.database;
    } catch (error) {
      throw failWith(error);
    }
  };

  return {
    /** Reads. Throws a `SqliteStoreError` when the file fails. */
    read: recovering,

    /**
     * Writes, inside the one transaction of this turn of the event loop, and waits first while another
     * process writes. What was written is visible to this process at once, and to others and after a
     * `kill -9` once `committed()` resolves.
     */
    async write<Result>(work: (database: DatabaseSyncInstance) => Result): Promise<Result> {
      if (monotonic() < pausedUntil) throw new SqliteStoreError(failed ?? "the store has failed");
      // Writes that wait for the lock go on in the order in which they came.
      while (lock !== undefined || !recovering(begin)) {
        await (lock ??= beginWhenFree().finally(() => (lock = undefined)));
      }
      return recovering((database) => {
        if (!begin(database)) throw new SqliteStoreError(`${name}.sqlite is locked`);
        try {
          const result = work(database);
          writes = (writes ?? 0) + 1;
          return result;
        } catch (error) {
          // The work may be half done.
          if (!isExplained(error)) rollBack();
          throw error;
        }
      });
    },

    /** Resolves once everything requested so far survives a `kill -9` of this process. Never rejects. */
    async committed(): Promise<void> {
      await lock?.catch(() => undefined);
      await committed;
    },

    works: () => current !== undefined && failed === undefined,

    close() {
      commit();
      if (current !== undefined) closeQuietly(current.database);
      current = undefined;
    },
  };
}
