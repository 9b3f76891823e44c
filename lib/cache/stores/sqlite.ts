import { crc32 } from "node:zlib";
import type { DatabaseSyncInstance, StatementSyncInstance } from "@photostructure/sqlite";
import { openSqliteFile, type SqliteFileOptions } from "./sqlite/file.ts";
import type { Store } from "./store.ts";
import { createTableStore, type Table } from "./table.ts";

export interface SqliteOptions extends Omit<SqliteFileOptions, "beforeCommit"> {
  /** Epoch milliseconds. */
  now?: () => number;
}

export type Sqlite = ReturnType<typeof openSqlite>;

interface Row {
  id: number;
  value: Uint8Array;
  checksum: number;
  expires_at: number | null;
  used_at: number;
}

/** What a row costs besides its key and value. */
const ROW_BYTES = 100;
/** The use of an entry is noted when it was last noted so long ago. */
const USE_NOTED_MS = 3_600_000;
/** Most uses that are noted with one commit. */
const USES_AT_ONCE = 1_000;
/** Rows that one commit drops at most, so that none takes long; and how many of them at a time. */
const MOST_DROPPED = 20_000;
const DROPPED_AT_ONCE = 200;
/** Expired rows that are deleted at a time. */
const SWEPT_AT_ONCE = 500;
const SWEEP_MS = 60_000;

/**
 * Opens stores in one file, shared by every process that opens it. Throws a `SqliteStoreError` when the
 * file cannot be used.
 */
export function openSqlite({ now = Date.now, ...options }: SqliteOptions) {
  const bounds = new Map<string, number>();
  /** Stores with a bound that may have outgrown it. */
  const grown = new Set<string>();
  /** Ids of entries that were read, and are to be noted as used. */
  const used = new Set<number>();
  const statements = new WeakMap<DatabaseSyncInstance, Statements>();
  let sweptAt = now();
  let lastUse = 0;

  /** Later than every use before, also when the clock was set back. */
  const useTime = () => (lastUse = Math.max(lastUse + 1, now()));

  const statementsFor = (database: DatabaseSyncInstance): Statements => {
    const known = statements.get(database) ?? prepare(database);
    statements.set(database, known);
    return known;
  };

  const file = openSqliteFile({
    ...options,
    beforeCommit(database) {
      const prepared = statementsFor(database);
      const at = useTime();
      for (const id of used) prepared.noteUse.run(at, id);
      used.clear();
      for (const name of grown) dropExcess(prepared, name, bounds.get(name) ?? Infinity);
      grown.clear();
      if (now() - sweptAt >= SWEEP_MS || now() < sweptAt) {
        sweptAt = now();
        sweep(prepared, now());
      }
    },
  });

  const tableOf = (name: string, { select, upsert, remove }: Statements): Table => ({
    read(key) {
      const bytes = Buffer.from(key);
      const row = select.get(name, bytes) as Row | undefined;
      if (row === undefined || (row.expires_at !== null && row.expires_at <= now())) return;
      // What was damaged on the disk is as good as gone.
      if (checksumOf(bytes, row.value) !== row.checksum) return;
      if (now() - row.used_at >= USE_NOTED_MS && used.size < USES_AT_ONCE) used.add(row.id);
      const { buffer, byteOffset, byteLength } = row.value;
      const value = Buffer.from(buffer, byteOffset, byteLength).toString();
      return { value, expiresAt: row.expires_at ?? Infinity };
    },
    write(key, value, expiresAt) {
      const [keyBytes, bytes] = [Buffer.from(key), Buffer.from(value)];
      const size = keyBytes.length + bytes.length + ROW_BYTES;
      const until = Number.isSafeInteger(expiresAt) ? expiresAt : null;
      const checksum = checksumOf(keyBytes, bytes);
      upsert.run(name, keyBytes, bytes, checksum, until, useTime(), size);
      if (bounds.has(name)) grown.add(name);
    },
    remove: (key) => void remove.run(name, Buffer.from(key)),
  });

  return {
    /**
     * A store of this name. With `maxBytes` it evicts what was used least recently, as Redis does with
     * `volatile-lru`: only what expires. What never expires is kept, and its owner bounds it.
     */
    store(name: string, { maxBytes }: { maxBytes?: number | undefined } = {}): Store {
      if (maxBytes !== undefined) bounds.set(name, maxBytes);
      const latest = file.read((database) => statementsFor(database).lastUse.get(name));
      lastUse = Math.max(lastUse, (latest as { at: number | null }).at ?? 0);
      const tableIn = (database: DatabaseSyncInstance) => tableOf(name, statementsFor(database));
      return createTableStore({
        kind: "embedded",
        now,
        read: (work) => file.read((database) => work(tableIn(database))),
        write: (work) => file.write((database) => work(tableIn(database))),
        works: file.works,
      });
    },
    committed: file.committed,
    close: file.close,
  };
}

/** Evicts the least recently used of the entries that expire, as many as the bound asks and one commit may. */
function dropExcess(statements: Statements, name: string, maxBytes: number): void {
  const { leastUsed, removeById } = statements;
  let excess = sizeOf(statements, name) - maxBytes;
  for (let dropped = 0; excess > 0 && dropped < MOST_DROPPED; dropped += DROPPED_AT_ONCE) {
    const rows = leastUsed.all(name, DROPPED_AT_ONCE) as { id: number; bytes: number }[];
    for (const row of rows) {
      if (excess <= 0) return;
      removeById.run(row.id);
      excess -= row.bytes;
    }
    if (rows.length < DROPPED_AT_ONCE) return;
  }
}

/** Deletes what has expired, as much as one commit may. */
function sweep({ sweep: remove }: Statements, now: number): void {
  for (let swept = 0; swept < MOST_DROPPED; swept += SWEPT_AT_ONCE) {
    if (remove.run(now, SWEPT_AT_ONCE).changes < SWEPT_AT_ONCE) return;
  }
}

function sizeOf({ size }: Statements, name: string): number {
  return (size.get(name) as { bytes: number } | undefined)?.bytes ?? 0;
}

/** Of key and value, so that a value never appears under another's key. */
function checksumOf(key: Uint8Array, value: Uint8Array): number {
  // zlib would start over for an empty buffer.
  return value.length === 0 ? crc32(key) : crc32(value, crc32(key));
}

type Statements = ReturnType<typeof prepare>;

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
