import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { systemClock, type Clock } from "../time/clock.ts";
import type { MemoryBounds } from "../process/memory.ts";
import type { Store } from "./stores/store.ts";
import { isAhead, storedTime } from "../time/stored-time.ts";
import { readJson } from "./stores/stored-value.ts";

/** The lifetimes of entries, in milliseconds. */
export interface Lifetimes {
  /** A value is fresh for this long. */
  freshMs: number;
  /** An entry is stored for this long, to be served stale when it cannot be fetched again. */
  ttlMs: number;
  /** A negative entry is fresh for this long. */
  negativeMs: number;
}

/** Milliseconds: the longest that a configuration can set, about thirty years. */
const duration = z.number().max(1e12);

const schema = z.object({
  fetchedAt: storedTime,
  /** The entry is fresh for this long. */
  freshMs: duration.positive(),
  value: z.unknown(),
  /** How long it took to load. */
  loadMs: duration.nonnegative().exactOptional(),
  /** When a provider first said that this value is gone, while that is not confirmed. */
  unconfirmedSince: storedTime.exactOptional(),
});

/** A key that failed to load. */
export interface RecentFailure {
  error: Error;
  /** Unix milliseconds. */
  failedAt: number;
  repeatedMs: number;
  forcedTries: number;
}

/** A cached value, or the knowledge that there is none (a negative entry). */
export interface Entry<Value> extends z.infer<typeof schema> {
  /** Null in a negative entry. */
  value: Value | null;
}

/** The result of a load: a value, or null when the authority said that there is none. */
export type Loaded<Value> = {
  value: Value;
  /** For a partial value: load it again sooner. */
  freshMs?: number;
} | null;

/** The result of a cache for a key. */
export interface CacheResult<Value> {
  /** Null when there is none. */
  value: Value | null;
  /** When it was fetched, Unix milliseconds. */
  fetchedAt: number;
  /** Until when it is fresh, Unix milliseconds. */
  freshUntil: number;
  /** No longer fresh, because it could not be fetched again in time. */
  stale: boolean;
  /** True when this request did not have to wait for a load of its own or another's. */
  cached: boolean;
  /** It was made from what these cache tags name: when one of these changes early, it is outdated. */
  tags: readonly string[];
  /** Why a wanted load did not replace an older value. */
  failure?: Error;
}

/** A known value is gone only after two negative results this far apart. */
const CONFIRM_MS = 60_000;

/**
 * Cuts the times of an entry at now, where it is read: another clock may have noted them, or this one before it was set
 * back. If clocks cannot differ by so much, the age is unknown, and the entry is stale.
 */
function cutAtNow(entry: Entry<unknown>, now: number): void {
  const { fetchedAt, freshMs, unconfirmedSince = now } = entry;
  if (fetchedAt > now) entry.fetchedAt = isAhead(fetchedAt, now) ? now - freshMs : now;
  if (unconfirmedSince > now) entry.unconfirmedSince = now;
}

export function isFresh({ fetchedAt, freshMs }: Entry<unknown>, now: number): boolean {
  return now - fetchedAt < freshMs;
}

export function resultOf<Value>(
  tag: string,
  entry: Entry<Value>,
  { now, cached, failure }: { now: number; cached: boolean; failure?: Error | undefined },
): CacheResult<Value> {
  const { value, fetchedAt, freshMs } = entry;
  return {
    value,
    fetchedAt,
    freshUntil: fetchedAt + freshMs,
    stale: !isFresh(entry, now),
    cached,
    tags: [tag],
    ...(failure === undefined ? {} : { failure }),
  };
}

/** The entry of a load that took so many milliseconds. */
export function entryOf<Value>(
  loaded: Loaded<Value>,
  { freshMs, negativeMs }: Lifetimes,
  { now, loadMs }: { now: number; loadMs: number },
): Entry<Value> {
  if (loaded === null) return { fetchedAt: now, freshMs: negativeMs, value: null };
  return {
    fetchedAt: now,
    freshMs: Math.min(loaded.freshMs ?? freshMs, freshMs),
    value: loaded.value,
    loadMs: Math.max(0, loadMs),
  };
}

/** The time of the first negative result for a known value; undefined if confirmed or not known. */
export function unconfirmedSinceOf(
  previous: Entry<unknown> | undefined,
  now: number,
): number | undefined {
  if (previous?.value === undefined || previous.value === null) return undefined;
  const { unconfirmedSince = now } = previous;
  return now - unconfirmedSince >= CONFIRM_MS ? undefined : unconfirmedSince;
}

/** Tells whether other processes may still serve a previous entry that contradicts this one. */
export function outdates(entry: Entry<unknown>, previous: Entry<unknown>, now: number): boolean {
  return (
    (isFresh(previous, now) || (previous.value === null) !== (entry.value === null)) &&
    !isDeepStrictEqual(previous.value, entry.value)
  );
}

/** A negative result, as fresh as the one it follows from. */
export function negativeResult(from: CacheResult<unknown>): CacheResult<never> {
  return { ...from, value: null };
}

/** A result that depends on another one: it is outdated when either changes. */
export function dependentResult<Value>(
  on: CacheResult<unknown>,
  result: CacheResult<Value>,
): CacheResult<Value> {
  return {
    ...result,
    cached: result.cached && on.cached,
    tags: [...on.tags, ...result.tags.filter((one) => !on.tags.includes(one))],
  };
}

/** The text of an entry in a store, which begins with its version. */
function writeEntry({ fetchedAt, ...rest }: Entry<unknown>): string {
  return JSON.stringify({ fetchedAt, ...rest });
}

/** The beginning of an entry's text, which distinguishes it from other entries of the same key. */
export function versionPrefixOf({ fetchedAt }: Entry<unknown>): string {
  return `{"fetchedAt":${fetchedAt},`;
}

/** The same, taken from the text. */
export function versionPrefixIn(text: string | undefined): string | undefined {
  return text?.slice(0, text.indexOf(",") + 1);
}

/**
 * The entry that a store holds, or undefined when it is not one that this version writes: others may
 * write to a shared store.
 */
function readEntry<Value>(
  text: string,
  isValue: (value: unknown) => boolean,
  now: number,
): Entry<Value> | undefined {
  const entry = readJson(schema, text);
  if (entry === undefined || (entry.value !== null && !isValue(entry.value))) return undefined;
  cutAtNow(entry, now);
  return entry as Entry<Value>;
}

export type MemoryTier = ReturnType<typeof createMemoryTier>;

/** All caches of this process share it. It is bounded in bytes, and drops the least recently used first. */
export function createMemoryTier({
  entries,
  failures,
}: Pick<MemoryBounds, "entries" | "failures">) {
  return {
    /** Entries by cache tag, in front of the store: requests for them read no store, since others announce changes. */
    entries: new LRUCache<string, Entry<unknown>>({ maxSize: entries }),
    /** Failures by cache tag. */
    failed: new LRUCache<string, RecentFailure>({
      maxSize: failures,
      sizeCalculation: (_, tag) => tag.length + FAILED_BYTES,
    }),
  };
}

/** The memory of an entry for each character of its text, and besides: small objects take more room than JSON. */
const CHARACTER_BYTES = 1.25;
const ENTRY_BYTES = 400;
/** An error takes most of this. */
const FAILED_BYTES = 1_650;
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
