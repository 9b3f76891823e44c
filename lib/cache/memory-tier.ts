import { LRUCache } from "lru-cache";
import type { Entry } from "./entry.ts";

/**
 * Entries of all caches in this process, by subject, in front of the store: what is warm reads no
 * store. Bounded in bytes, least recently used out first. What other processes change comes in
 * through the change log.
 */
export interface MemoryTier {
  get(subject: string): Entry<unknown> | undefined;
  /** `bytes` is the length of the entry as a text. */
  set(subject: string, entry: Entry<unknown>, bytes: number): void;
  forget(subject: string): void;
  forgetAll(): void;
}

/** Roughly what an entry costs besides its text: objects take more room than JSON. */
const OVERHEAD_BYTES = 400;

export function createMemoryTier(maxBytes: number): MemoryTier {
  const entries = new LRUCache<string, { entry: Entry<unknown>; bytes: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, subject) => 2 * bytes + subject.length + OVERHEAD_BYTES,
  });
  return {
    get: (subject) => entries.get(subject)?.entry,
    set: (subject, entry, bytes) => void entries.set(subject, { entry, bytes }),
    forget: (subject) => void entries.delete(subject),
    forgetAll: () => entries.clear(),
  };
}
