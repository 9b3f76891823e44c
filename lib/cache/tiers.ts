import { LRUCache } from "lru-cache";
import { isFresh, readEntry, writeEntry, type Entry, type Lifetimes } from "./entry.ts";
import type { Store } from "./stores/store.ts";

/**
 * Entries of all caches in this process, by cache tag, in front of the store: what is warm reads no
 * store. Bounded in bytes, least recently used out first. What other processes change comes in
 * through the change log.
 */
export type MemoryTier = LRUCache<string, Entry<unknown>>;

export const createMemoryTier = (maxSize: number): MemoryTier => new LRUCache({ maxSize });

/** Roughly what an entry costs besides its text: objects take more room than JSON. */
const OVERHEAD_BYTES = 400;
/** How long a stale entry in memory is served without another look at the store. */
export const LOOK_MS = 1_000;
const MOST_LOOKS = 1_000;

export interface TiersOptions {
  /** Keys live under this; ends in a version, so that a new shape never meets old values. */
  name: string;
  store: Store;
  tier: MemoryTier;
  lifetimes: Lifetimes;
  /** Whether what a store gives back can be the value of a key; what cannot is deleted. */
  isValue?: (key: string, value: unknown) => boolean;
  /** Called when a value changes before its time: by a refresh, or learned on the way. */
  onChange?: (tag: string) => void;
  now?: () => number;
}

export type Tiers<Value> = ReturnType<typeof createTiers<Value>>;

/** The entries of one cache: in memory, and behind it in the store. */
export function createTiers<Value>(options: TiersOptions) {
  const { name, store, tier, lifetimes, now = Date.now } = options;
  const { isValue = () => true, onChange = () => undefined } = options;

  /** What the key is called in the memory tier and in the change log. */
  const cacheTagOf = (key: string) => `${name}/${key}`;
  const storeKeyOf = (key: string) => `${name}:${key}`;
  const isUsable = ({ fetchedAt }: Entry<unknown>) => now() - fetchedAt < lifetimes.ttlMs;
  /** Keys with a stale entry in memory for which the store was read a moment ago. */
  const looked = new LRUCache<string, true>({ max: MOST_LOOKS, ttl: LOOK_MS });

  /** The entry in memory. */
  const inMemory = (key: string) => {
    const entry = tier.get(cacheTagOf(key)) as Entry<Value> | undefined;
    return entry !== undefined && isUsable(entry) ? entry : undefined;
  };

  const keep = (key: string, entry: Entry<Value>, text: string) => {
    const tag = cacheTagOf(key);
    tier.set(tag, entry, { size: 2 * text.length + tag.length + OVERHEAD_BYTES });
  };

  /** Takes over what the store holds, unless memory has something better by now. */
  const adopt = (key: string, text: string | undefined) => {
    if (text === undefined) return undefined;
    const entry = readEntry<Value>(text, (value) => isValue(key, value));
    if (entry === undefined || !isUsable(entry)) {
      store.delete(storeKeyOf(key)).catch(() => undefined);
      return undefined;
    }
    const known = inMemory(key);
    if (known !== undefined && isNewer(known, entry, now())) return known;
    keep(key, entry, text);
    return entry;
  };

  /** Puts an entry into memory; gives its text for the store. */
  const remember = (key: string, entry: Entry<Value>) => {
    const text = writeEntry(entry);
    keep(key, entry, text);
    return text;
  };

  return {
    cacheTagOf,
    storeKeyOf,
    inMemory,
    remember,
    adopt,
    /**
     * The entry in memory if it is fresh. Otherwise the newer one of memory and store, which is read at most
     * once a second: another process may have loaded it. While the store fails, memory is all there is.
     */
    async find(key: string) {
      const known = inMemory(key);
      if (known !== undefined && (isFresh(known, now()) || looked.has(key))) return known;
      if (known !== undefined) looked.set(key, true);
      const text = await store.get(storeKeyOf(key)).catch(() => undefined);
      return adopt(key, text) ?? known;
    },
    /** Has what was made from the entry before invalidated, here and in other processes. */
    replaced(key: string, entry: Entry<Value>) {
      onChange(cacheTagOf(key));
      remember(key, entry);
    },
  };
}

/**
 * Whether memory's entry is newer than the store's, which may have failed when it was written, or have been
 * read just before. One from before a clock was set back is not.
 */
function isNewer(known: Entry<unknown>, stored: Entry<unknown>, now: number): boolean {
  if (isFresh(stored, now) && !isFresh(known, now)) return false;
  if (known.fetchedAt !== stored.fetchedAt) return known.fetchedAt > stored.fetchedAt;
  return known.unconfirmedSince !== undefined && stored.unconfirmedSince === undefined;
}
