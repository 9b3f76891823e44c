import { setTimeout as sleep } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { systemClock, type Clock } from "../../time/clock.ts";
import { asStoreError, isBusy, isDamage, SqliteStoreError } from "./sqlite/errors.ts";
import {
  closeQuietly,
  LOCK_MS,
  openAfter,
  openNewest,
  sayDamaged,
  type DatabaseFiles,
  type Opened,
} from "./sqlite/open.ts";
import { thisUser } from "./sqlite/ownership.ts";
import { createTableStore, type Table } from "./table-store.ts";
import { NotCountableError, type Store } from "./store.ts";
import type { Statements } from "./sqlite/schema.ts";

export { LOCK_MS, SqliteStoreError, thisUser };

export interface SqliteOptions extends DatabaseFiles {
  /** Called with an error when the file begins to fail, and without when it works again. */
  onChange?: (error?: Error) => void;
  /** Called with the number of writes that are lost: refused, or accepted and lost with their commit. */
  onLost?: ((writes: number) => void) | undefined;
  /** How long opening may wait for other processes, and the event loop with it; by default for a start. */
  withinMs?: number | undefined;
  /** The clock for expiry and pauses. Waiting for other processes on the file takes real time. */
  clock?: Pick<Clock, "now" | "monotonic"> | undefined;
}

export type Sqlite = ReturnType<typeof openSqlite>;

/** Longest that other processes may hold the write lock before a write here fails. */
const LOCKED_MS = 2_000;
/** No write is tried for so long after one failed. */
const FAILED_WRITE_PAUSE_MS = 5_000;
/** How often the successor of a damaged file is tried while another process has locked it. */
const LOCKED_OPEN_MS = 100;

/**
 * Opens a file of stores, shared by every process that opens it, or makes it. A damaged one stays where
 * it is, and an empty one with the next number takes its place: no file is ever moved or written over
 * while another process may have it open.
 * @throws SqliteStoreError a sentence that says what is wrong and what to do
 */
export function openSqlite(options: SqliteOptions) {
  const { name, clock = systemClock } = options;
  const { onChange = () => undefined, onLost = () => undefined } = options;
  let current: Opened | undefined = openNewest(options, options.withinMs);
  /** Why it fails; undefined while it works. */
  let failed: string | undefined;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let reopening: NodeJS.Timeout | undefined;
  /** Writes in the open transaction; undefined without one. */
  let writes: number | undefined;
  let committed = Promise.resolve();
  /** Pending while another process holds the write lock. */
  let lock: Promise<void> | undefined;
  const eviction = createEviction(clock);

  const failWith = (cause: unknown): SqliteStoreError => {
    const error = asStoreError(`${name}.sqlite`, cause);
    const wasWorking = failed === undefined;
    failed = error.message;
    pausedUntil = clock.monotonic() + FAILED_WRITE_PAUSE_MS;
    if (wasWorking) onChange(error);
    return error;
  };

  /** Runs `work`; after damage once more, on the next file. Throws a `SqliteStoreError` when that fails. */
  const run = <Result>(work: (file: Opened) => Result): Result => {
    if (current === undefined) throw new SqliteStoreError(failed ?? `${name}.sqlite is closed`);
    const { database, number } = current;
    try {
      return work(current);
    } catch (error) {
      if (isExplained(error)) throw error;
      if (isBusy(error)) throw asStoreError(`${name}.sqlite`, error);
      // The other writes of this turn go on, unless SQLite has rolled back by itself.
      if (isDamage(error) || !database.isTransaction) rollBack();
      if (!isDamage(error)) throw failWith(error);
    }
    current = undefined;
    try {
      sayDamaged(number, options);
      closeQuietly(database);
      current = openAfter(number, options);
    } catch (error) {
      reopenLater(number, error);
      throw failWith(error);
    }
    return work(current);
  };

  /** Another process may be creating the next file, or there is no room for it yet: nothing waits for that. */
  const reopenLater = (damaged: number, why: unknown) => {
    const reopen = () => {
      try {
        current = openAfter(damaged, options);
      } catch (error) {
        return reopenLater(damaged, error);
      }
      failed = undefined;
      pausedUntil = Number.NEGATIVE_INFINITY;
      onChange();
    };
    const waitMs = isBusy(why) ? LOCKED_OPEN_MS : FAILED_WRITE_PAUSE_MS;
    reopening = setTimeout(reopen, waitMs).unref();
  };

  /** Begins the transaction of this turn. False while another process writes. */
  const begin = ({ database }: Opened): boolean => {
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
      if (run(begin)) return;
    } while (performance.now() < end);
    throw failWith(new Error("another process keeps it locked"));
  };

  /**
   * Writes, inside the one transaction of this turn of the event loop, and waits first while another process
   * writes. The result is visible to this process at once, and to others and after a `kill -9` once
   * `committed()` resolves.
   */
  const write = async <Result>(work: (file: Opened) => Result): Promise<Result> => {
    if (clock.monotonic() < pausedUntil)
      throw new SqliteStoreError(failed ?? "the store has failed");
    // Writes that wait for the lock go on in the order in which they came.
    while (lock !== undefined || !run(begin)) {
      await (lock ??= beginWhenFree().finally(() => (lock = undefined)));
    }
    return run((file) => {
      if (!begin(file)) throw new SqliteStoreError(`${name}.sqlite is locked`);
      try {
        const result = work(file);
        writes = (writes ?? 0) + 1;
        return result;
      } catch (error) {
        // The work may be half done.
        if (!isExplained(error)) rollBack();
        throw error;
      }
    });
  };

  const commit = () => {
    if (writes === undefined || current === undefined) return;
    try {
      eviction.run(current.statements);
      current.database.exec("COMMIT");
      writes = undefined;
      if (failed !== undefined) onChange();
      failed = undefined;
    } catch (error) {
      rollBack();
      failWith(error);
    }
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

  return {
    /** `read` and `write` run SQL of any kind; see `run` and `write` above for their promises. */
    read: run,
    write,

    /**
     * A store of this name. With `maxBytes` it evicts the least recently used of the entries that expire, as Redis does
     * with `volatile-lru`. Others are kept, and their owner bounds them.
     */
    store(store: string, { maxBytes }: { maxBytes?: number | undefined } = {}): Store {
      const latest = run(({ statements }) => statements.lastUse.get(store));
      eviction.add(store, { maxBytes, lastUseAt: (latest as { at: number | null }).at ?? 0 });
      return createTableStore({
        kind: "embedded",
        clock,
        read: (work) => run(({ statements }) => work(rowsOf(store, statements, eviction, clock))),
        write: (work) =>
          write(({ statements }) => work(rowsOf(store, statements, eviction, clock))).catch(
            (error: unknown) => {
              if (!(error instanceof NotCountableError)) onLost(1);
              throw error;
            },
          ),
        works: () => current !== undefined && failed === undefined,
      });
    },

    /** Resolves once everything requested so far survives a `kill -9` of this process. Never rejects. */
    committed(): Promise<void> {
      return lock === undefined ? committed : lock.catch(() => undefined).then(() => committed);
    },

    close() {
      clearTimeout(reopening);
      commit();
      if (current !== undefined) closeQuietly(current.database);
      current = undefined;
    },
  };
}

/** Tells whether an error has been explained already, or is a mistake of the caller. */
function isExplained(error: unknown): boolean {
  return error instanceof SqliteStoreError || error instanceof NotCountableError;
}

interface Row {
  id: number;
  value: Uint8Array;
  checksum: number;
  expires_at: number | null;
  used_at: number;
}

/** A row takes this besides its key and value. */
const ROW_BYTES = 100;

/** The rows of a store in a file. */
export function rowsOf(
  store: string,
  { select, upsert, remove }: Statements,
  eviction: ReturnType<typeof createEviction>,
  clock: Pick<Clock, "now">,
): Table {
  return {
    read(key) {
      const bytes = Buffer.from(key);
      const row = select.get(store, bytes) as Row | undefined;
      if (row === undefined || (row.expires_at !== null && row.expires_at <= clock.now())) return;
      // A value that was damaged on the disk counts as absent.
      if (checksumOf(bytes, row.value) !== row.checksum) return;
      eviction.noteRead(row.id, row.used_at);
      const { buffer, byteOffset, byteLength } = row.value;
      const value = Buffer.from(buffer, byteOffset, byteLength).toString();
      return { value, expiresAt: row.expires_at ?? Infinity };
    },
    write(key, value, expiresAt) {
      const [keyBytes, bytes] = [Buffer.from(key), Buffer.from(value)];
      const size = keyBytes.length + bytes.length + ROW_BYTES;
      const until = Number.isSafeInteger(expiresAt) ? expiresAt : null;
      const checksum = checksumOf(keyBytes, bytes);
      upsert.run(store, keyBytes, bytes, checksum, until, eviction.nextUse(), size);
      eviction.noteWrite(store);
    },
    remove: (key) => void remove.run(store, Buffer.from(key)),
  };
}

/** It covers key and value, so that a value never appears under another's key. */
export function checksumOf(key: Uint8Array, value: Uint8Array): number {
  // zlib would start over for an empty buffer.
  return value.length === 0 ? crc32(key) : crc32(value, crc32(key));
}

/** The use of an entry is noted when it was last noted so long ago. */
const USE_NOTED_MS = 3_600_000;
/** Most uses that are noted with one commit. */
const USES_AT_ONCE = 1_000;
/** Rows that one commit drops at most, so that none takes long; and how many of them at a time. */
const MOST_DROPPED = 20_000;
const DROPPED_AT_ONCE = 200;
const SWEEP_MS = 60_000;

/** Keeps the stores of a file within their bounds, and deletes expired entries; `run` does so just before each commit. */
export function createEviction(clock: Pick<Clock, "now">) {
  const bounds = new Map<string, number>();
  /** Stores with a bound that may have outgrown it. */
  const grown = new Set<string>();
  /** Ids of entries that were read, and are to be noted as used. */
  const used = new Set<number>();
  let lastUse = 0;
  let sweptAt = clock.now();

  /** The time of a use, which is later than every one before, although the clock may be set back: the order counts. */
  const nextUse = () => (lastUse = Math.max(lastUse + 1, clock.now()));

  const sweepIfDue = (statements: Statements) => {
    const now = clock.now();
    sweptAt = Math.min(sweptAt, now);
    if (now - sweptAt < SWEEP_MS) return;
    sweptAt = now;
    statements.sweep.run(now, MOST_DROPPED);
  };

  return {
    nextUse,

    /** Goes on after the last use that a store in the file has noted. */
    add(
      store: string,
      { maxBytes, lastUseAt }: { maxBytes: number | undefined; lastUseAt: number },
    ) {
      if (maxBytes !== undefined) bounds.set(store, maxBytes);
      lastUse = Math.max(lastUse, lastUseAt);
    },

    noteRead(id: number, usedAt: number): void {
      if (clock.now() - usedAt >= USE_NOTED_MS && used.size < USES_AT_ONCE) used.add(id);
    },

    noteWrite(store: string): void {
      if (bounds.has(store)) grown.add(store);
    },

    run(statements: Statements): void {
      const at = nextUse();
      for (const id of used) statements.noteUse.run(at, id);
      used.clear();
      for (const store of grown) dropExcess(statements, store, bounds.get(store) ?? Infinity);
      grown.clear();
      sweepIfDue(statements);
    },
  };
}

/** Evicts the least recently used of the entries that expire, as many as the bound asks and one commit may. */
function dropExcess({ size, leastUsed, removeById }: Statements, store: string, maxBytes: number) {
  const { bytes = 0 } = (size.get(store) ?? {}) as { bytes?: number };
  let excess = bytes - maxBytes;
  for (let dropped = 0; excess > 0 && dropped < MOST_DROPPED; dropped += DROPPED_AT_ONCE) {
    const rows = leastUsed.all(store, DROPPED_AT_ONCE) as { id: number; bytes: number }[];
    for (const row of rows) {
      if (excess <= 0) return;
      removeById.run(row.id);
      excess -= row.bytes;
    }
    if (rows.length < DROPPED_AT_ONCE) return;
  }
}
