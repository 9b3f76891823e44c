import { LRUCache } from "lru-cache";
import type { Store } from "./store.ts";
import { createTableStore, type Table } from "./table.ts";

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

  const table: Table = {
    read(key) {
      const entry = entries.get(key);
      if (entry === undefined || now() < entry.expiresAt) return entry;
      entries.delete(key);
      return undefined;
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

  return createTableStore({
    kind: "memory",
    now,
    read: (work) => work(table),
    write: (work) => work(table),
    works: () => true,
  });
}

function entryBytes({ value }: { value: string }, key: string): number {
  return Buffer.byteLength(key) + Buffer.byteLength(value) + entryOverheadBytes;
}
