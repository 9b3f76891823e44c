import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { isAhead, storedTime } from "../time/stored-time.ts";
import { readJson } from "./stores/stored-text.ts";

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
export function cutAtNow(entry: Entry<unknown>, now: number): void {
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
export function writeEntry({ fetchedAt, ...rest }: Entry<unknown>): string {
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
export function readEntry<Value>(
  text: string,
  isValue: (value: unknown) => boolean,
  now: number,
): Entry<Value> | undefined {
  const entry = readJson(schema, text);
  if (entry === undefined || (entry.value !== null && !isValue(entry.value))) return undefined;
  cutAtNow(entry, now);
  return entry as Entry<Value>;
}
