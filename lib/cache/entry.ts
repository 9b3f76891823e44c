import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { isAhead, storedTime } from "../time/stored-time.ts";
import { readJson } from "./stores/store.ts";

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
  fetchedAt: storedTime.nonnegative(),
  /** Fresh for this long. */
  freshMs: duration.positive(),
  value: z.unknown(),
  /** How long it took to load. */
  loadMs: duration.nonnegative().exactOptional(),
  /** When a provider first said that this value is gone, while that is not confirmed. */
  unconfirmedSince: storedTime.exactOptional(),
});

/** What is cached under a key: a value, or the knowledge that there is none (a negative entry). */
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
  /** The cache tags of what it was made from: when one of these changes early, it is outdated. */
  tags: readonly string[];
  /** Why a wanted load did not replace an older value. */
  failure?: Error;
}

/** A known value is gone only after two negative results this far apart. */
const CONFIRM_MS = 60_000;

/** An entry from further ahead is from before a clock was set back: its age is unknown, and it is not fresh. */
export function isFresh({ fetchedAt, freshMs }: Entry<unknown>, now: number): boolean {
  return !isAhead(fetchedAt, now) && now - fetchedAt < freshMs;
}

export function resultOf<Value>(
  tag: string,
  entry: Entry<Value>,
  { now, cached, failure }: { now: number; cached: boolean; failure?: Error | undefined },
): CacheResult<Value> {
  const { value, fetchedAt, freshMs } = entry;
  const fresh = isFresh(entry, now);
  return {
    value,
    fetchedAt: Math.min(fetchedAt, now),
    // Never later than for an entry fetched now.
    freshUntil: fresh ? Math.min(fetchedAt, now) + freshMs : Math.min(fetchedAt + freshMs, now),
    stale: !fresh,
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
  if (now - unconfirmedSince >= CONFIRM_MS) return undefined;
  // A time in the future is from before the clock was set back.
  return Math.min(unconfirmedSince, now);
}

/** Whether other processes may still serve a previous entry that contradicts this one. */
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

/** An entry as a store keeps it; begins with its version. */
export function writeEntry({ fetchedAt, ...rest }: Entry<unknown>): string {
  return JSON.stringify({ fetchedAt, ...rest });
}

/** The beginning of an entry's text, which distinguishes it from other entries of the same key. */
export function versionOf({ fetchedAt }: Entry<unknown>): string {
  return `{"fetchedAt":${fetchedAt},`;
}

/** The version in the text of an entry. */
export function versionIn(text: string): string {
  return text.slice(0, text.indexOf(",") + 1);
}

/**
 * The entry that a store holds, or undefined when it is not one that this version writes: others may
 * write to a shared store.
 */
export function readEntry<Value>(
  text: string,
  isValue: (value: unknown) => boolean,
): Entry<Value> | undefined {
  const entry = readJson(schema, text);
  const isUsable = entry !== undefined && (entry.value === null || isValue(entry.value));
  return isUsable ? (entry as Entry<Value>) : undefined;
}
