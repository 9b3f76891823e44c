import { LRUCache } from "lru-cache";
import { systemClock, type Clock } from "../time/clock.ts";
import type { MemoryBounds } from "../process/memory.ts";
import { cutAtNow, isFresh, readEntry, writeEntry, type Entry, type Lifetimes } from "./entry.ts";
import type { RecentFailure } from "./recent-failures.ts";
import type { Store } from "./stores/store.ts";

export type MemoryTier = ReturnType<typeof createMemoryTier>;

/** All caches of this process share it. It is bounded in bytes, and drops the least recently used first. */
export function createMemoryTier({
  entries,
  failures,
  waiting,
}: Pick<MemoryBounds, "entries" | "failures" | "waiting">) {
  return {
    /** Entries by cache tag, in front of the store: requests for them read no store, since others announce changes. */
    entries: new LRUCache<string, Entry<unknown>>({ maxSize: entries }),
    /** Failures by cache tag. */
    failed: new LRUCache<string, RecentFailure>({
      maxSize: failures,
      sizeCalculation: (_, tag) => tag.length + FAILED_BYTES,
    }),
    /** How many keys wait to be loaded later. */
    waiting: { count: 0, most: Math.floor(waiting / WAITING_BYTES) },
  };
}

/** The memory of an entry for each character of its text, and besides: small objects take more room than JSON. */
const CHARACTER_BYTES = 1.25;
const ENTRY_BYTES = 400;
/** An error takes most of this. */
const FAILED_BYTES = 1_650;
export const WAITING_BYTES = 1_700;
/** The store is read no more often than this for a key with a stale entry in memory. */
export const STORE_READ_INTERVAL_MS = 1_000;
/** The times of so many such reads are remembered. */
const MOST_STORE_READS = 1_000;

export interface TiersOptions {
  /** Keys live under this; ends in a version, so that a new shape never meets old values. */
  name: string;
  store: Store;
  tier: MemoryTier;
  lifetimes: Lifetimes;
  /** Tells whether a stored value can be that of a key; one that cannot is deleted. */
  isValue?: (key: string, value: unknown) => boolean;
  /** Called when a value changes before its time: by a refresh, or learned on the way. */
  onChange?: (tag: string) => void;
  clock?: Clock;
}

export type Tiers<Value> = ReturnType<typeof createTiers<Value>>;

/** The entries of one cache: in memory, and behind it in the store. */
export function createTiers<Value>(options: TiersOptions) {
  const { name, store, tier, lifetimes, clock = systemClock } = options;
  const { isValue = () => true, onChange = () => undefined } = options;

  /** The name of a key in the memory tier and in the change log. */
  const cacheTagOf = (key: string) => `${name}/${key}`;
  // Names of some skin services may contain braces; a lease beside such a key would be of another group.
  const storeKeyOf = (key: string) => `${name}:${key.replace(/[%{}]/g, encodeURIComponent)}`;
  const isUsable = ({ fetchedAt }: Entry<unknown>) => clock.now() - fetchedAt < lifetimes.ttlMs;
  /** By key, on the monotonic clock; only keys with a stale entry in memory have one. */
  const lastStoreReadAt = new LRUCache<string, number>({ max: MOST_STORE_READS });

  /** The entry in memory. */
  const inMemory = (key: string) => {
    const entry = tier.entries.get(cacheTagOf(key)) as Entry<Value> | undefined;
    if (entry === undefined) return undefined;
    cutAtNow(entry, clock.now());
    return isUsable(entry) ? entry : undefined;
  };

  const keep = (key: string, entry: Entry<Value>, text: string) => {
    const tag = cacheTagOf(key);
    const size = Math.ceil(CHARACTER_BYTES * text.length) + tag.length + ENTRY_BYTES;
    tier.entries.set(tag, entry, { size });
  };

  /** Puts the store's entry into memory, unless that has a newer one by now; gives the newer one. */
  const fromStore = (key: string, text: string | undefined) => {
    if (text === undefined) return undefined;
    const entry = readEntry<Value>(text, (value) => isValue(key, value), clock.now());
    if (entry === undefined || !isUsable(entry)) {
      store.delete(storeKeyOf(key)).catch(() => undefined);
      return undefined;
    }
    const known = inMemory(key);
    if (known !== undefined && isNewer(known, entry, clock.now())) return known;
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
    fromStore,
    /**
     * The entry in memory if it is fresh. Otherwise the newer one of memory and store, which is read at most
     * once a second: another process may have loaded it. While the store fails, memory is all there is.
     */
    async find(key: string) {
      const known = inMemory(key);
      if (known !== undefined) {
        if (isFresh(known, clock.now())) return known;
        const lastReadAt = lastStoreReadAt.get(key) ?? Number.NEGATIVE_INFINITY;
        if (clock.monotonic() - lastReadAt <= STORE_READ_INTERVAL_MS) return known;
        lastStoreReadAt.set(key, clock.monotonic());
      }
      const text = await store.get(storeKeyOf(key)).catch(() => undefined);
      return fromStore(key, text) ?? known;
    },
    /** Writes to both; while the store fails, memory is all there is. */
    async set(key: string, entry: Entry<Value>) {
      const text = remember(key, entry);
      const { ttlMs } = lifetimes;
      await store.set(storeKeyOf(key), text, { ttlMs }).catch(() => undefined);
    },
    /** Deletes from both, and invalidates everything that was made from the entry. */
    async delete(key: string) {
      tier.entries.delete(cacheTagOf(key));
      await store.delete(storeKeyOf(key)).catch(() => undefined);
      onChange(cacheTagOf(key));
    },
    /** Invalidates everything that was made from the entry before, here and in other processes. */
    replaced(key: string, entry: Entry<Value>) {
      onChange(cacheTagOf(key));
      remember(key, entry);
    },
  };
}

/** Tells whether memory's entry is newer: the store may have failed when it was written, or have been read just before. */
function isNewer(known: Entry<unknown>, stored: Entry<unknown>, now: number): boolean {
  if (isFresh(stored, now) && !isFresh(known, now)) return false;
  if (known.fetchedAt !== stored.fetchedAt) return known.fetchedAt > stored.fetchedAt;
  return known.unconfirmedSince !== undefined && stored.unconfirmedSince === undefined;
}
