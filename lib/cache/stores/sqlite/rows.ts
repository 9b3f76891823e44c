import { crc32 } from "node:zlib";
import type { Clock } from "../../../time/clock.ts";
import type { Table } from "../table-store.ts";
import type { createEviction } from "./eviction.ts";
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
