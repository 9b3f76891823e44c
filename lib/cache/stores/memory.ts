import { LRUCache } from "lru-cache";
import { systemClock, type Clock } from "../../time/clock.ts";
import { createTableStore, type Table } from "./table-store.ts";
import type { Store } from "./store.ts";

export interface MemoryStoreOptions {
  /**
   * The bound on keys, values and bookkeeping of entries that expire; the least recently used go first. Others are not
   * evicted, and their owner bounds them.
   */
  maxBytes: number;
  clock?: Pick<Clock, "now">;
}

interface Entry {
  value: string;
  /** Epoch milliseconds; Infinity: never. */
  expiresAt: number;
}

/** Roughly what V8 and lru-cache spend on an entry beside its two strings. */
const entryOverheadBytes = 270;

/** A store inside this process: gone with it, shared with no other. */
export function createMemoryStore({ maxBytes, clock = systemClock }: MemoryStoreOptions): Store {
  const expiring = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: entryBytes });
  const lasting = new Map<string, Entry>();

  const table: Table = {
    read(key) {
      const entry = lasting.get(key) ?? expiring.get(key);
      if (entry === undefined || clock.now() < entry.expiresAt) return entry;
      expiring.delete(key);
      return undefined;
    },
    write(key, value, expiresAt) {
      const bytes = entryBytes({ value }, key);
      // lru-cache would drop it without a word, and the old value with it.
      if (bytes > maxBytes)
        throw new RangeError(`an entry of ${bytes} bytes does not fit the store`);
      table.remove(key);
      (expiresAt === Infinity ? lasting : expiring).set(key, { value, expiresAt });
    },
    remove: (key) => void (lasting.delete(key) || expiring.delete(key)),
  };

  return createTableStore({
    kind: "memory",
    clock,
    read: (work) => work(table),
    write: (work) => work(table),
    works: () => true,
  });
}

function entryBytes({ value }: { value: string }, key: string): number {
  return Buffer.byteLength(key) + Buffer.byteLength(value) + entryOverheadBytes;
}
