import type { DatabaseSyncInstance, StatementSyncInstance } from "@photostructure/sqlite";
import { SqliteStoreError } from "./errors.ts";

/** "NTag" in ASCII; https://sqlite.org/pragma.html#pragma_application_id. */
const APPLICATION_ID = 0x4e546167;
const SCHEMA_VERSION = 1;

/** Every connection begins with these. */
export const SETTINGS = `
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

/** Another process may be creating the same file: the first one does it for both. */
export function createSchema(database: DatabaseSyncInstance): void {
  database.exec("BEGIN EXCLUSIVE");
  try {
    if (isNew(database)) database.exec(SCHEMA);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

export function isNew(database: DatabaseSyncInstance): boolean {
  return pragma(database, "application_id") === 0 && pragma(database, "schema_version") === 0;
}

export function checkOurs(name: string, database: DatabaseSyncInstance): void {
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

export function prepare(database: DatabaseSyncInstance) {
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
