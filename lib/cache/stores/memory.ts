import { LRUCache } from "lru-cache";
import { checkStep, checkValue, expiryOf, transactOn, type Table } from "./checks.ts";
import type { Store } from "./store.ts";

export interface MemoryStoreOptions {
  /** Bound on keys, values and bookkeeping together; the least recently used go first. */
  maxBytes: number;
  /** Epoch milliseconds. */
  now?: () => number;
}

interface Entry {
  value: string;
  /** Epoch milliseconds; Infinity: never. */
  expiresAt: number;
}

/** Roughly what V8 and lru-cache spend on an entry beside its two strings. */
const entryOverheadBytes = 200;

/** A store inside this process: gone with it, shared with no other. */
export function createMemoryStore({ maxBytes, now = Date.now }: MemoryStoreOptions): Store {
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: entryBytes });
  let closed = false;

  function ensureOpen(): void {
    if (closed) throw new Error("the memory store is closed");
  }

  const table: Table = {
    read(key) {
      const entry = entries.get(key);
      if (entry && now() >= entry.expiresAt) {
        entries.delete(key);
        return undefined;
      }
      return entry;
    },
    write(key, value, expiresAt) {
      const bytes = entryBytes({ value }, key);
      // lru-cache would drop it without a word, and the old value with it.
      if (bytes > maxBytes)
        throw new RangeError(`an entry of ${bytes} bytes does not fit the store`);
      entries.set(key, { value, expiresAt });
    },
    remove: (key) => void entries.delete(key),
  };

  return {
    kind: "memory",
    async get(key) {
      ensureOpen();
      return table.read(key)?.value;
    },
    async set(key, value, options) {
      ensureOpen();
      checkValue(value);
      table.write(key, value, expiryOf(now(), options));
    },
    async delete(key) {
      ensureOpen();
      return table.read(key) !== undefined && entries.delete(key);
    },
    async transact(steps) {
      ensureOpen();
      steps.forEach(checkStep);
      return transactOn(table, steps, now());
    },
    health: () => (closed ? { ok: false, detail: "the memory store is closed" } : { ok: true }),
    async close() {
      closed = true;
      entries.clear();
    },
  };
}

function entryBytes({ value }: { value: string }, key: string): number {
  return Buffer.byteLength(key) + Buffer.byteLength(value) + entryOverheadBytes;
}
