import { addToCounter, checkValue, expiryOf } from "../checks.ts";
import type { Store } from "../store.ts";
import type { Committer } from "./committer.ts";
import { EmbeddedStoreError } from "./error.ts";
import { encodeKey, recordLength, rowBytes, type StoredRecord } from "./record.ts";
import type { Table } from "./table.ts";

/** A read notes the use of a row this seldom, so that reading stays reading. */
const touchAfterMs = 3_600_000;

/** The `Store` over one table: reads go straight to the map, writes through the committer. */
export function createEmbeddedStore(
  table: Table,
  committer: Committer,
  { maxBytes, now }: { maxBytes: number; now: () => number },
): Store {
  let closed = false;

  function read(name: string): StoredRecord | undefined {
    ensureOpen();
    const key = encodeKey(name);
    const record = table.find(key);
    const time = now();
    if (record && time >= record.expiresAt) {
      committer.later(() => live(key) ?? table.remove(key));
      return undefined;
    }
    if (record && Math.abs(time - record.usedAt) >= touchAfterMs) {
      committer.later(() => table.touch(key, time));
    }
    return record;
  }

  /** Inside a transaction: the row, unless it has expired. */
  function live(key: Buffer): StoredRecord | undefined {
    const record = table.find(key);
    return record && now() < record.expiresAt ? record : undefined;
  }

  /** At the end of each transaction that adds something. */
  function trim(): void {
    if (table.trim(now())) committer.later(trim);
  }

  function ensureOpen(): void {
    if (closed) throw new EmbeddedStoreError("misused", "the embedded store is closed");
  }

  function ensureFits(key: Buffer, value: string): void {
    checkValue(value);
    const bytes = rowBytes(key.length, recordLength(value));
    if (bytes > maxBytes) throw new RangeError(`an entry of ${bytes} bytes does not fit the store`);
  }

  committer.later(trim);

  return {
    kind: "embedded",
    async get(name) {
      return read(name)?.value;
    },
    async set(name, value, options) {
      ensureOpen();
      const key = encodeKey(name);
      ensureFits(key, value);
      const expiresAt = expiryOf(now(), options);
      await committer.run(() => table.put(key, value, expiresAt, now()), {
        bytes: value.length,
        last: trim,
      });
    },
    async delete(name) {
      ensureOpen();
      const key = encodeKey(name);
      return committer.run(() => {
        const found = live(key) !== undefined;
        table.remove(key);
        return found;
      });
    },
    async compareAndSet(name, expected, next, options) {
      ensureOpen();
      const key = encodeKey(name);
      if (next !== undefined) ensureFits(key, next);
      const expiresAt = expiryOf(now(), options);
      return committer.run(
        () => {
          if (live(key)?.value !== expected) return false;
          if (next === undefined) table.remove(key);
          else table.put(key, next, expiresAt, now());
          return true;
        },
        { bytes: next?.length ?? 0, last: trim },
      );
    },
    async increment(name, by, options) {
      ensureOpen();
      const key = encodeKey(name);
      const fresh = expiryOf(now(), options);
      const counted = await committer.run(
        () => {
          const current = live(key);
          let sum: number;
          try {
            sum = addToCounter(current?.value, by);
          } catch (error) {
            return { error };
          }
          table.put(key, String(sum), current?.expiresAt ?? fresh, now());
          return { sum };
        },
        { last: trim },
      );
      if ("error" in counted) throw counted.error;
      return counted.sum;
    },
    async timeToLive(name) {
      const record = read(name);
      return record && record.expiresAt - now();
    },
    health() {
      return closed ? { ok: false, detail: "the embedded store is closed" } : committer.health();
    },
    async close() {
      closed = true;
      await committer.drain();
    },
  };
}
