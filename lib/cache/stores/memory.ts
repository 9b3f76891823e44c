import { LRUCache } from "lru-cache";
import { addToCounter, checkValue, expiryOf } from "./checks.ts";
import type { Store, WriteOptions } from "./store.ts";

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

/** A store inside this process: gone with it, shared with nobody. */
export function createMemoryStore({ maxBytes, now = Date.now }: MemoryStoreOptions): Store {
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: entryBytes });
  let closed = false;

  function read(key: string): Entry | undefined {
    ensureOpen();
    const entry = entries.get(key);
    if (entry && now() >= entry.expiresAt) {
      entries.delete(key);
      return undefined;
    }
    return entry;
  }

  function ensureOpen(): void {
    if (closed) throw new Error("the memory store is closed");
  }

  function write(key: string, value: string, expiresAt: number): void {
    const bytes = entryBytes({ value }, key);
    // lru-cache would drop it without a word, and the old value with it.
    if (bytes > maxBytes) throw new RangeError(`an entry of ${bytes} bytes does not fit the store`);
    entries.set(key, { value, expiresAt });
  }

  return {
    kind: "memory",
    async get(key: string) {
      return read(key)?.value;
    },
    async set(key: string, value: string, options?: WriteOptions) {
      ensureOpen();
      checkValue(value);
      write(key, value, expiryOf(now(), options));
    },
    async delete(key: string) {
      return read(key) !== undefined && entries.delete(key);
    },
    async compareAndSet(key, expected, next, options) {
      if (next !== undefined) checkValue(next);
      const expiresAt = expiryOf(now(), options);
      if (read(key)?.value !== expected) return false;
      if (next === undefined) entries.delete(key);
      else write(key, next, expiresAt);
      return true;
    },
    async increment(key, by, options) {
      const fresh = expiryOf(now(), options);
      const entry = read(key);
      const sum = addToCounter(entry?.value, by);
      write(key, String(sum), entry?.expiresAt ?? fresh);
      return sum;
    },
    async timeToLive(key: string) {
      const entry = read(key);
      return entry && entry.expiresAt - now();
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
