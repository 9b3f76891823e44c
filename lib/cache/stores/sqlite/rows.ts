import { crc32 } from "node:zlib";
import type { Clock } from "../../../time/clock.ts";
import type { Table } from "../table-store.ts";
import type { Statements } from "./schema.ts";

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
/** Expired rows that are deleted at a time. */
const SWEPT_AT_ONCE = 500;
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
    sweep(statements, now);
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

/** Deletes expired entries, as many as one commit may. */
function sweep({ sweep: remove }: Statements, now: number): void {
  for (let swept = 0; swept < MOST_DROPPED; swept += SWEPT_AT_ONCE) {
    if (remove.run(now, SWEPT_AT_ONCE).changes < SWEPT_AT_ONCE) return;
  }
}
