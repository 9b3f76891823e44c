import type { Connection } from "./connection.ts";
import { decodeRecord, encodeRecord, encodeTurn, rowBytes, turnOf } from "./record.ts";
import type { StoredRecord } from "./record.ts";

/** The rows of one named store. All but `find` belong inside a write transaction. */
export interface Table {
  /** The row as it is, expired or not; `undefined` when there is none or it is damaged. */
  find(key: Buffer): StoredRecord | undefined;
  put(key: Buffer, value: string, expiresAt: number, now: number): void;
  /** Moves the row to the end of the order of use. */
  touch(key: Buffer, now: number): void;
  remove(key: Buffer): void;
  /**
   * Drops least recently used rows while there are too many; true when there are more to drop. Without
   * a bound it drops them while they have expired.
   */
  trim(now: number): boolean;
}

/** The trees behind the store called `name`; the page check at opening knows them by these names. */
export const aboutTree = "about";
export const rowsTree = (name: string) => `rows:${name}`;
export const orderTree = (name: string) => `order:${name}`;
/** Under this key of `about`: bytes in all rows, a double (8) · turns taken so far (6). */
export const ledgerKey = (name: string) => Buffer.from(`ledger:${name}`);
export const ledgerBytes = (ledger: Buffer) => ledger.readDoubleBE(0);
export const ledgerTurns = (ledger: Buffer) => ledger.readUIntBE(8, 6);

/** One transaction holds the lock of every process: it must not evict a million small rows. */
const maxEvictions = 256;

/**
 * Everything that must agree (row, place in the order, bytes in all) changes in one transaction, so
 * that it agrees for every process and after any death.
 */
export function openTable(connection: Connection, name: string, maxBytes: number): Table {
  const about = connection.tree(aboutTree);
  const rows = connection.tree(rowsTree(name));
  const order = connection.tree(orderTree(name));
  // Make room for some more writes at once: finding the oldest costs more than dropping them.
  const lowWater = maxBytes - Math.min(maxBytes / 64, 65_536);

  function readLedger(): { bytes: number; turns: number } {
    const ledger = about.get(ledgerKey(name));
    if (!ledger) return { bytes: 0, turns: 0 };
    return { bytes: ledgerBytes(ledger), turns: ledgerTurns(ledger) };
  }

  function writeLedger({ bytes, turns }: { bytes: number; turns: number }): void {
    const ledger = Buffer.allocUnsafe(14);
    ledger.writeDoubleBE(bytes, 0);
    ledger.writeUIntBE(turns, 8, 6);
    about.put(ledgerKey(name), ledger);
  }

  function replace(key: Buffer, next?: Omit<StoredRecord, "turn">): void {
    const ledger = readLedger();
    const old = rows.get(key);
    if (old) {
      ledger.bytes -= rowBytes(key.length, old.length);
      order.remove(encodeTurn(turnOf(old)));
    }
    if (next) {
      const turn = (ledger.turns += 1);
      const record = encodeRecord(key, { ...next, turn });
      ledger.bytes += rowBytes(key.length, record.length);
      rows.put(key, record);
      order.append(encodeTurn(turn), key);
    } else if (old) {
      rows.remove(key);
    }
    writeLedger(ledger);
  }

  function find(key: Buffer): StoredRecord | undefined {
    const bytes = rows.get(key);
    return bytes && decodeRecord(key, bytes);
  }

  /** Where all rows live equally long, the least recently used expire first. */
  function sweep(now: number): boolean {
    for (let swept = 0; swept < maxEvictions; swept += 1) {
      const [oldest] = order.first(1);
      if (oldest === undefined) return false;
      const record = find(oldest.value);
      // A damaged row may have left its place in the order behind.
      const isCurrent = record && encodeTurn(record.turn).equals(oldest.key);
      if (!isCurrent) order.remove(oldest.key);
      else if (now < record.expiresAt) return false;
      else replace(oldest.value);
    }
    return true;
  }

  function trim(now: number): boolean {
    if (maxBytes === Infinity) return sweep(now);
    const ledger = readLedger();
    if (ledger.bytes <= maxBytes) return false;
    let evicted = 0;
    while (evicted < maxEvictions && ledger.bytes > lowWater) {
      const oldest = order.first(32);
      if (oldest.length === 0) break;
      for (const { key: turn, value: key } of oldest) {
        const row = rows.get(key);
        // A damaged row may have left its place in the order behind.
        if (row && encodeTurn(turnOf(row)).equals(turn)) {
          ledger.bytes -= rowBytes(key.length, row.length);
          rows.remove(key);
        }
        order.remove(turn);
        evicted += 1;
        if (ledger.bytes <= lowWater) break;
      }
    }
    writeLedger(ledger);
    return evicted > 0 && ledger.bytes > maxBytes;
  }

  return {
    find,
    put: (key, value, expiresAt, now) => replace(key, { value, expiresAt, usedAt: now }),
    touch(key, now) {
      const record = find(key);
      if (record) replace(key, { ...record, usedAt: now });
    },
    remove: (key) => replace(key),
    trim,
  };
}
