import { existsSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import type { Logger } from "pino";
import { NotCountableError } from "./checks.ts";

/** Why SQLite gave no result. */
export class SqliteStoreError extends Error {
  override readonly name = "SqliteStoreError";
}

export interface SqliteFileOptions {
  /** Made when it is not there. */
  directory: string;
  /** The file is `<name>.sqlite`. */
  name: string;
  logger: Pick<Logger, "error">;
  /** Told when the file begins to fail and when it works again. */
  onChange?: (state: { ok: boolean; error?: unknown }) => void;
  /** Called just before each commit, inside the transaction. */
  beforeCommit?: (database: DatabaseSyncInstance) => void;
  /** Monotonic milliseconds. */
  monotonic?: () => number;
}

/** A database file of ours that stays usable: transactions, failures, damage. */
export interface SqliteFile {
  /** Reads. Throws a `SqliteStoreError` when the file fails. */
  read<Result>(work: (database: DatabaseSyncInstance) => Result): Result;
  /**
   * Writes, inside the one transaction of this turn of the event loop. What was written is visible to
   * this process at once, and to others and after a `kill -9` once `committed()` resolves.
   */
  write<Result>(work: (database: DatabaseSyncInstance) => Result): Result;
  /** Resolves once nothing that was written so far waits for its commit. Never rejects. */
  committed(): Promise<void>;
  /** Why the file fails; undefined while it works. */
  failure(): string | undefined;
  close(): void;
}

/** "NTag" in ASCII; https://sqlite.org/pragma.html#pragma_application_id. */
const APPLICATION_ID = 0x4e546167;
const SCHEMA_VERSION = 1;
/** Longest that another process may hold the write lock before a write here fails. */
const BUSY_MS = 1_000;
/** Longest wait while another process creates or recovers the file. */
const OPENING_MS = 3_000;
/** No write is tried for so long after one failed. */
const PAUSE_MS = 5_000;

/**
 * Open transactions of this thread, by file. Whoever opens the same file a second time cannot wait for
 * the first one's commit, since nothing else runs meanwhile: it makes it happen.
 */
const committing = new Map<string, () => void>();

const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA cache_size = -8192;
  PRAGMA journal_size_limit = 33554432;
  PRAGMA cell_size_check = ON;
  PRAGMA trusted_schema = OFF;
`;

/*
 * Keys and values are blobs, since SQLite ends a text at its first NUL. The triggers keep the size of
 * each store, so that a bound costs no count.
 */
const SCHEMA = `
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    store TEXT NOT NULL,
    key BLOB NOT NULL,
    value BLOB NOT NULL,
    checksum INTEGER NOT NULL,
    expires_at INTEGER,
    used_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    UNIQUE (store, key)
  );
  CREATE INDEX entries_by_use ON entries (store, used_at);
  CREATE INDEX entries_by_expiry ON entries (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE sizes (store TEXT PRIMARY KEY, bytes INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TRIGGER entry_added AFTER INSERT ON entries BEGIN
    INSERT INTO sizes VALUES (new.store, new.bytes)
      ON CONFLICT DO UPDATE SET bytes = bytes + new.bytes;
  END;
  CREATE TRIGGER entry_changed AFTER UPDATE OF bytes ON entries BEGIN
    UPDATE sizes SET bytes = bytes + new.bytes - old.bytes WHERE store = new.store;
  END;
  CREATE TRIGGER entry_removed AFTER DELETE ON entries BEGIN
    UPDATE sizes SET bytes = bytes - old.bytes WHERE store = old.store;
  END;
  PRAGMA user_version = ${SCHEMA_VERSION};
  PRAGMA application_id = ${APPLICATION_ID};
`;

/**
 * Opens a file, or makes it. A damaged one stays where it is, and an empty one with the next number
 * takes its place: no file is ever moved or written over while another process may have it open.
 * @throws SqliteStoreError a sentence that says what is wrong and what to do
 */
export function openSqliteFile(options: SqliteFileOptions): SqliteFile {
  const { directory, name, logger, onChange = () => undefined } = options;
  const { beforeCommit = () => undefined, monotonic = () => performance.now() } = options;
  let current: Opened | undefined = openNewest(directory, name, logger);
  let inTransaction = false;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let failed: string | undefined;
  let waiting: (() => void)[] = [];

  const usable = (): DatabaseSyncInstance => {
    if (current === undefined) throw new SqliteStoreError(`${name}.sqlite is closed`);
    return current.database;
  };

  const failWith = (cause: unknown): SqliteStoreError => {
    const error = asStoreError(`${name}.sqlite`, cause);
    const wasWorking = failed === undefined;
    failed = error.message;
    pausedUntil = monotonic() + PAUSE_MS;
    if (wasWorking) onChange({ ok: false, error });
    return error;
  };

  /** After damage, goes on with the next file. */
  const recoverFrom = (cause: unknown): DatabaseSyncInstance => {
    if (!isDamage(cause) || current === undefined) throw failWith(cause);
    try {
      closeQuietly(current.database);
      current = openNext(directory, name, current.number, logger);
      return current.database;
    } catch (error) {
      current = undefined;
      throw failWith(error);
    }
  };

  const begin = (database: DatabaseSyncInstance) => {
    if (inTransaction) return;
    const file = fileOf(directory, name, current?.number ?? 1);
    committing.get(file)?.();
    database.exec("BEGIN IMMEDIATE");
    inTransaction = true;
    committing.set(file, commit);
    setImmediate(commit);
  };

  const finish = () => {
    inTransaction = false;
    committing.delete(fileOf(directory, name, current?.number ?? 1));
    const resolves = waiting;
    waiting = [];
    for (const resolve of resolves) resolve();
  };

  const rollBack = () => {
    if (!inTransaction) return;
    try {
      current?.database.exec("ROLLBACK");
    } catch {
      // SQLite has rolled back by itself, as it does when the disk is full.
    }
    finish();
  };

  const commit = () => {
    if (!inTransaction || current === undefined) return;
    try {
      beforeCommit(current.database);
      current.database.exec("COMMIT");
      finish();
      if (failed !== undefined) {
        failed = undefined;
        onChange({ ok: true });
      }
    } catch (error) {
      rollBack();
      failWith(error);
    }
  };

  return {
    read(work) {
      try {
        return work(usable());
      } catch (error) {
        if (isCallersFault(error)) throw error;
        rollBack();
        return work(recoverFrom(error));
      }
    },

    write(work) {
      if (monotonic() < pausedUntil) throw new SqliteStoreError(failed ?? "the store has failed");
      try {
        const database = usable();
        begin(database);
        return work(database);
      } catch (error) {
        if (isCallersFault(error)) throw error;
        rollBack();
        const database = recoverFrom(error);
        begin(database);
        return work(database);
      }
    },

    committed: () =>
      inTransaction ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(),

    failure: () => (current === undefined ? (failed ?? `${name}.sqlite is closed`) : failed),

    close() {
      commit();
      if (current !== undefined) closeQuietly(current.database);
      current = undefined;
    },
  };
}

interface Opened {
  database: DatabaseSyncInstance;
  /** Of the file: 1 for `<name>.sqlite`, 2 for `<name>.2.sqlite`. */
  number: number;
}

function openNewest(directory: string, name: string, logger: Pick<Logger, "error">): Opened {
  try {
    makeDirectory(path.resolve(directory));
    const number = newestNumber(directory, name);
    try {
      return { number, database: openPatiently(fileOf(directory, name, number)) };
    } catch (error) {
      if (!isDamage(error)) throw error;
      return openNext(directory, name, number, logger);
    }
  } catch (error) {
    throw asStoreError(`${name}.sqlite`, error);
  }
}

function openNext(
  directory: string,
  name: string,
  damaged: number,
  logger: Pick<Logger, "error">,
): Opened {
  // Another process may have begun the next one already.
  const number = Math.max(damaged + 1, newestNumber(directory, name));
  const next = fileOf(directory, name, number);
  const file = fileOf(directory, name, damaged);
  logger.error(
    { file, next },
    `${path.basename(file)} is damaged: it stays as it is, and ${path.basename(next)} takes its place.`,
  );
  return { number, database: openPatiently(next) };
}

/** Node's own recursive `mkdir` never ends where a folder refuses new ones with ENOENT, as /proc does. */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(path.dirname(directory));
  try {
    mkdirSync(directory);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(directory)) throw error;
  }
}

function newestNumber(directory: string, name: string): number {
  const numbers = readdirSync(directory).map((file) => {
    const [, stem, number = "1"] = /^([a-z]+)(?:\.(\d{1,6}))?\.sqlite$/.exec(file) ?? [];
    return stem === name ? Number(number) : 1;
  });
  return Math.max(1, ...numbers);
}

function fileOf(directory: string, name: string, number: number): string {
  return path.join(directory, number === 1 ? `${name}.sqlite` : `${name}.${number}.sqlite`);
}

/** Opens a file, however many processes do so at the same moment. */
function openPatiently(file: string): DatabaseSyncInstance {
  const end = performance.now() + OPENING_MS;
  for (;;) {
    try {
      return openOnce(file);
    } catch (error) {
      // Two that switch a new file to its journal are told "locked" at once, without any wait.
      if (!isBusy(error) || performance.now() >= end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 20);
    }
  }
}

/**
 * Opens a file that is new or ours, and sound as far as can be seen quickly. Its header is read through
 * SQLite, since closing a file of one's own gives up the locks that SQLite holds on it
 * (https://sqlite.org/howtocorrupt.html, 2.2).
 */
function openOnce(file: string): DatabaseSyncInstance {
  const database = new DatabaseSync(file, { timeout: OPENING_MS });
  try {
    if (isNew(database)) createSchema(database);
    checkOurs(path.basename(file), database);
    database.exec(SETTINGS);
    database.exec("SELECT count(*) FROM sizes; SELECT max(id) FROM entries;");
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Another process may be creating the same file: whoever comes first does it for both. */
function createSchema(database: DatabaseSyncInstance): void {
  database.exec("BEGIN EXCLUSIVE");
  try {
    if (isNew(database)) database.exec(SCHEMA);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

function isNew(database: DatabaseSyncInstance): boolean {
  return pragma(database, "application_id") === 0 && pragma(database, "schema_version") === 0;
}

function checkOurs(name: string, database: DatabaseSyncInstance): void {
  if (pragma(database, "application_id") !== APPLICATION_ID) {
    throw new SqliteStoreError(
      `${name} belongs to another program and is left as it is: set DATA_DIR to another folder.`,
    );
  }
  if (pragma(database, "user_version") !== SCHEMA_VERSION) {
    throw new SqliteStoreError(
      `${name} was written by another version of Nametag and is left as it is: move it away, or set DATA_DIR to another folder.`,
    );
  }
}

function pragma(database: DatabaseSyncInstance, name: string): unknown {
  return (database.prepare(`PRAGMA ${name}`).get() as Record<string, unknown>)[name];
}

/** Statements that are still prepared keep SQLite from taking the journal over at the close. */
function closeQuietly(database: DatabaseSyncInstance): void {
  try {
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // Whoever opens it next takes the journal over.
  }
  database.close();
}

/** Said about the file already, or nothing about it. */
function isCallersFault(error: unknown): boolean {
  return error instanceof SqliteStoreError || error instanceof NotCountableError;
}

/* The result codes of SQLite, https://sqlite.org/rescode.html; the lowest byte is the primary one. */

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
function isDamage(error: unknown): boolean {
  const code = resultCode(error) & 255;
  return code === 11 || code === 26;
}

/** SQLITE_BUSY. */
function isBusy(error: unknown): boolean {
  return (resultCode(error) & 255) === 5;
}

function resultCode(error: unknown): number {
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  return typeof code === "number" ? code : 0;
}

function asStoreError(name: string, error: unknown): SqliteStoreError {
  if (error instanceof SqliteStoreError) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new SqliteStoreError(`${name} cannot be used: ${why}.`, { cause: error });
}
