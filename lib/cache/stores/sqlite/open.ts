import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";
import {
  DatabaseSync,
  type DatabaseSyncInstance,
  type StatementSyncInstance,
} from "@photostructure/sqlite";
import type { Logger } from "pino";

/** The files to open, and the log that says that one of them is damaged. */
export interface DatabaseFiles {
  /** Made when it is not there. */
  directory: string;
  /** The file is `<name>.sqlite`. */
  name: string;
  logger: Pick<Logger, "error">;
}

export interface Opened {
  database: DatabaseSyncInstance;
  statements: Statements;
  /** 1 for the file `<name>.sqlite`, 2 for `<name>.2.sqlite`. */
  number: number;
}

/** "NTag" in ASCII; https://sqlite.org/pragma.html#pragma_application_id. */
const APPLICATION_ID = 0x4e546167;
const SCHEMA_VERSION = 1;
/** Longest wait at the start while another process creates or recovers the file: the event loop waits as well. */
const OPENING_MS = 3_000;
/** SQLite waits for a lock with the event loop blocked, so writes wait without it. */
export const LOCK_MS = 2;

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
  CREATE INDEX entries_by_expiry ON entries (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX expiring_by_use ON entries (store, used_at) WHERE expires_at IS NOT NULL;
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
 * Opens the newest file of this name, makes it if there is none, and the next one if it is damaged.
 * @param withinMs How long it waits for other processes, and the event loop with it.
 */
export function openNewest(files: DatabaseFiles, withinMs = OPENING_MS): Opened {
  const { directory, name } = files;
  try {
    makeDirectory(path.resolve(directory));
    // SQLite would not say why.
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    const number = newestNumber(files);
    try {
      return openPatiently(files, number, withinMs);
    } catch (error) {
      if (!isDamage(error)) throw error;
      sayDamaged(number, files);
      return openAfter(number, files, withinMs);
    }
  } catch (error) {
    throw asStoreError(`${name}.sqlite`, error);
  }
}

/** Logs that a file is damaged, and which one takes its place. */
export function sayDamaged(damaged: number, files: DatabaseFiles): void {
  const [file, next] = [fileOf(files, damaged), fileOf(files, numberAfter(damaged, files))];
  files.logger.error(
    { file, next },
    `${path.basename(file)} is damaged: it stays as it is, and ${path.basename(next)} takes its place.`,
  );
}

/**
 * Opens the file that takes the place of a damaged one, which another process may have made.
 * @param withinMs How long it waits for other processes, and the event loop with it; tried once by default.
 */
export function openAfter(damaged: number, files: DatabaseFiles, withinMs = LOCK_MS): Opened {
  return openPatiently(files, numberAfter(damaged, files), withinMs);
}

const numberAfter = (damaged: number, files: DatabaseFiles) =>
  Math.max(damaged + 1, newestNumber(files));

/** The journal is emptied first: prepared statements would keep SQLite from it. */
export function closeQuietly(database: DatabaseSyncInstance): void {
  try {
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // The next to open the file takes the journal over.
  }
  database.close();
}

/** Node's own recursive `mkdir` never ends where a folder refuses new ones with ENOENT, as /proc does. */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(path.dirname(directory));
  try {
    mkdirSync(directory);
    giveToOwner(directory);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(directory)) throw error;
  }
}

/** Files that root creates belong to the owner of their folder: the user who runs the service has to write to them. */
function giveToOwner(created: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(path.dirname(created));
  chownSync(created, uid, gid);
}

/** Files beside it get the same owner from SQLite. */
function createForOwner(file: string): void {
  if (process.getuid?.() !== 0 || existsSync(file)) return;
  // Another process may have been faster, so nothing is truncated.
  closeSync(openSync(file, "a", 0o644));
  giveToOwner(file);
}

/** The user of this process; in containers, one may have no name. */
export function thisUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}

function newestNumber({ directory, name }: DatabaseFiles): number {
  const numbers = readdirSync(directory).map((file) => {
    const [, stem, number = "1"] = /^([a-z]+)(?:\.(\d{1,6}))?\.sqlite$/.exec(file) ?? [];
    return stem === name ? Number(number) : 1;
  });
  return Math.max(1, ...numbers);
}

function fileOf({ directory, name }: DatabaseFiles, number: number): string {
  return path.join(directory, number === 1 ? `${name}.sqlite` : `${name}.${number}.sqlite`);
}

/** Opens a file, however many processes do so at the same moment. */
function openPatiently(files: DatabaseFiles, number: number, withinMs = OPENING_MS): Opened {
  const end = performance.now() + withinMs;
  for (;;) {
    try {
      return { number, ...openOnce(fileOf(files, number), withinMs) };
    } catch (error) {
      // When two processes switch a new file to its journal, one gets "locked" at once, without any wait.
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
function openOnce(file: string, timeout: number): Omit<Opened, "number"> {
  createForOwner(file);
  const database = new DatabaseSync(file, { timeout });
  try {
    // SQLite opens a file that cannot be written to, and only then fails with each write.
    accessSync(file, constants.W_OK);
    if (isNew(database)) createSchema(database);
    checkOurs(path.basename(file), database);
    database.exec(SETTINGS);
    database.exec("SELECT count(*) FROM sizes; SELECT max(id) FROM entries;");
    database.exec(`PRAGMA busy_timeout = ${LOCK_MS}`);
    return { database, statements: prepare(database) };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Another process may be creating the same file: the first one does it for both. */
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

/** The prepared statements of a file. */
export type Statements = ReturnType<typeof prepare>;

function prepare(database: DatabaseSyncInstance) {
  const statement = (sql: string): StatementSyncInstance => database.prepare(sql);
  return {
    select: statement(
      "SELECT id, value, checksum, expires_at, used_at FROM entries WHERE store = ? AND key = ?",
    ),
    upsert: statement(
      `INSERT INTO entries (store, key, value, checksum, expires_at, used_at, bytes)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (store, key) DO UPDATE SET value = excluded.value, checksum = excluded.checksum,
         expires_at = excluded.expires_at, used_at = excluded.used_at, bytes = excluded.bytes`,
    ),
    remove: statement("DELETE FROM entries WHERE store = ? AND key = ?"),
    removeById: statement("DELETE FROM entries WHERE id = ?"),
    noteUse: statement("UPDATE entries SET used_at = ? WHERE id = ?"),
    lastUse: statement(
      "SELECT max(used_at) AS at FROM entries WHERE store = ? AND expires_at IS NOT NULL",
    ),
    size: statement("SELECT bytes FROM sizes WHERE store = ?"),
    leastUsed: statement(
      `SELECT id, bytes FROM entries WHERE store = ? AND expires_at IS NOT NULL
       ORDER BY used_at LIMIT ?`,
    ),
    sweep: statement(
      "DELETE FROM entries WHERE id IN (SELECT id FROM entries WHERE expires_at <= ? LIMIT ?)",
    ),
  };
}

/** Why SQLite gave no result. */
export class SqliteStoreError extends Error {
  override readonly name = "SqliteStoreError";
}

export function asStoreError(file: string, error: unknown): SqliteStoreError {
  if (error instanceof SqliteStoreError) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new SqliteStoreError(`${file} cannot be used: ${why}.`, { cause: error });
}

/* The result codes of SQLite, https://sqlite.org/rescode.html; the lowest byte is the primary one. */

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
export function isDamage(error: unknown): boolean {
  return [11, 26].includes(resultCode(error));
}

/** SQLITE_BUSY: another connection has the lock. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === 5;
}

function resultCode(error: unknown): number {
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  return typeof code === "number" ? code & 255 : 0;
}
