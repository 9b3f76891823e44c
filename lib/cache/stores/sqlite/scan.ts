import { checksumOf, type Sqlite } from "../sqlite.ts";
import type { Scan, Stored } from "../store.ts";
import { systemClock } from "../../../time/clock.ts";

/** Rows of one read: few enough that other work of the process hardly waits. */
const AT_ONCE = 500;
/** Continues behind the last key that was read, so nothing is locked in between. */
const SELECT = `SELECT key, value, checksum, expires_at FROM entries
  WHERE store = ? AND key > ? AND key < ? ORDER BY key LIMIT ${AT_ONCE}`;
const COUNT = `SELECT count(*) AS count FROM entries
  WHERE store = ? AND key > ? AND key < ? AND (expires_at IS NULL OR expires_at > ?)`;

interface Row {
  key: Uint8Array;
  value: Uint8Array;
  checksum: number;
  expires_at: number | null;
}

/** Reads a store of a file by key, while others write to it. Damaged and expired values are left out. */
export function scanSqlite(sqlite: Pick<Sqlite, "read">, store: string): Scan {
  return {
    async *read(prefix) {
      const end = endOf(prefix);
      let last = Buffer.from(prefix);
      for (;;) {
        const rows = sqlite.read(({ database }) =>
          database.prepare(SELECT).all(store, last, end),
        ) as unknown as Row[];
        const stored = rows.flatMap((row) => storedIn(row));
        if (stored.length > 0) yield stored;
        if (rows.length < AT_ONCE) return;
        last = Buffer.from(rows.at(-1)?.key ?? end);
      }
    },
    async count(prefix) {
      const counted = sqlite.read(({ database }) =>
        database.prepare(COUNT).get(store, Buffer.from(prefix), endOf(prefix), systemClock.now()),
      );
      return Number(Object(counted).count);
    },
  };
}

/** No key of ours continues with the byte 255, which UTF-8 has no use for. */
const endOf = (prefix: string) => Buffer.concat([Buffer.from(prefix), Buffer.of(255)]);

function storedIn({ key, value, checksum, expires_at: expiresAt }: Row): Stored[] {
  if (checksumOf(key, value) !== checksum || (expiresAt ?? Infinity) <= systemClock.now())
    return [];
  const [keyText, text] = [Buffer.from(key).toString(), Buffer.from(value).toString()];
  return [{ key: keyText, value: text, expiresAt: expiresAt ?? Infinity }];
}
