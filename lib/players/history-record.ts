import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { readJson } from "../cache/stores/stored-value.ts";
import { storedTime } from "../time/stored-time.ts";
import { isTextureHash, type TextureHash } from "../contract/identifiers.ts";
import {
  nameHistoryEntry,
  skinModel,
  type NameHistoryEntry,
  type SkinModel,
} from "../contract/profile.ts";

/** Every key of a record begins with this. */
export const RECORD_PREFIX = "names:v1:";
/** A player without a change is forgotten when nobody looked the player up for so long. */
const FORGOTTEN_MS = 90 * 86_400_000;
/** Most entries of one player; beyond that, what was seen longest ago is forgotten. */
export const MOST_NAMES = 100;
const MOST_SKINS = 100;
const MOST_CAPES = 50;
/** Roughly what a Redis needs for a record besides its text, and to find it by one former name. */
const RECORD_BYTES = 200;
const FORMER_NAME_BYTES = 350;
/** A record of that many entries takes fewer bytes. */
const MOST_BYTES = 2 ** 20;

/** A name of a player, as it is stored. */
export const storedName = nameHistoryEntry.extend({ changed_at: storedTime.nullable() });
/** A name that may have been reported, and not seen here. */
export type SeenName = z.infer<typeof storedName> & { last_seen?: number };

const hash = z.string().refine(isTextureHash);
const observedName = storedName.extend({ last_seen: storedTime });
const seenTexture = z.object({ hash, first_seen: storedTime, last_seen: storedTime });

export const recordSchema = z.object({
  /** Names this service saw itself, oldest first. The first entry has no time. */
  observed: z.array(observedName).default([]),
  /** Names from laby.net, when it is turned on. */
  reported: z.array(storedName).default([]),
  /** The textures of the player, by hash; those seen most recently come first. */
  skins: z.array(seenTexture.extend({ model: skinModel })).default([]),
  capes: z.array(seenTexture).default([]),
  /** The share of the record in the bytes that are kept for good; 0 while it expires. */
  kept: z.int().nonnegative().max(MOST_BYTES).default(0),
});
/** The observations of one player. */
export type HistoryRecord = z.infer<typeof recordSchema>;
export type SeenTexture = z.infer<typeof seenTexture>;
type ObservedName = z.infer<typeof observedName>;
const EMPTY: HistoryRecord = recordSchema.parse({});

export function recordKey(id: string): string {
  return `${RECORD_PREFIX}${id}`;
}

export function readRecord(text: string | undefined): HistoryRecord {
  return readJson(recordSchema, text) ?? EMPTY;
}

/** Leaves out empty fields, since most players have one name, one skin and no more. */
export function textOf(record: HistoryRecord): string {
  return JSON.stringify(record, (key, value: unknown) => {
    const isEmpty = Array.isArray(value) ? value.length === 0 : key === "kept" && value === 0;
    return isEmpty ? undefined : value;
  });
}

/**
 * Roughly the bytes that a store needs for a record that holds what is gone, and for the entries of its former names;
 * 0 for any other, which may expire. Names that laby.net reported can be requested again.
 */
export function permanentSizeOf(record: HistoryRecord): number {
  const { observed, skins, capes } = record;
  if (observed.length <= 1 && skins.length <= 1 && capes.length <= 1) return 0;
  const formerNames = namesOf(record).length - 1;
  return Buffer.byteLength(textOf(record)) + RECORD_BYTES + formerNames * FORMER_NAME_BYTES;
}

/** All known names, oldest first. Reported entries win, since their times are more exact. */
export function namesOf({
  reported,
  observed,
}: Pick<HistoryRecord, "reported" | "observed">): (NameHistoryEntry & { last_seen?: number })[] {
  const latest = observed.at(-1);
  // The player went back to an old name after the last reported change.
  const isReturn = latest?.changed_at !== null && reported.at(-1)?.name !== latest?.name;
  const added = observed.filter(
    (entry) => !reported.some(({ name }) => name === entry.name) || (entry === latest && isReturn),
  );
  return [...reported, ...added];
}

/** The time for which a record that may expire is stored from now on; not positive when it has expired. */
export function expiringMs({ observed }: HistoryRecord, now: number): number {
  return Math.min(observed.at(-1)?.last_seen ?? now, now) + FORGOTTEN_MS - now;
}

/** A name as of now: the clock that noted it may have been ahead. */
export function nameUntilNow<Name extends SeenName>(name: Name, now: number): Name {
  const { changed_at, last_seen } = name;
  return {
    ...name,
    changed_at: changed_at && Math.min(changed_at, now),
    ...(last_seen !== undefined && { last_seen: Math.min(last_seen, now) }),
  };
}

/** A record without times after `now`: a name or texture that a clock noted ahead of time was seen by then. */
export function untilNow(record: HistoryRecord, now: number): HistoryRecord {
  const cut = <Seen extends SeenTexture>(seen: Seen): Seen => {
    const last_seen = Math.min(seen.last_seen, now);
    return { ...seen, first_seen: Math.min(seen.first_seen, last_seen), last_seen };
  };
  return {
    ...record,
    observed: record.observed.map((entry) => nameUntilNow(entry, now)),
    reported: record.reported.map((entry) => nameUntilNow(entry, now)),
    skins: record.skins.map(cut),
    capes: record.capes.map(cut),
  };
}

/**
 * The name and textures of a player in one load. A texture is null when there is none, undefined when it is not
 * known.
 */
export interface Observation {
  name: string;
  skin?: { hash: TextureHash; model: SkinModel } | null | undefined;
  cape?: { hash: TextureHash } | null | undefined;
}

/** The record after one more observation, which comes last even if the clock is behind. */
export function withObservation(
  known: HistoryRecord,
  { name, skin, cape }: Observation,
  now: number,
): HistoryRecord {
  const last = known.observed.at(-1);
  const at = Math.max(now, last?.last_seen ?? now);
  const entry = last?.name === name ? last : { name, changed_at: last === undefined ? null : at };
  const earlier = known.observed.filter((one) => one !== entry);
  return {
    ...known,
    observed: [...earlier, { ...entry, last_seen: at }].slice(-MOST_NAMES),
    skins: withTexture(known.skins, skin, at).slice(0, MOST_SKINS),
    capes: withTexture(known.capes, cape, at).slice(0, MOST_CAPES),
  };
}

/** The textures with one that is seen now, which comes first. */
function withTexture<Seen extends SeenTexture>(
  known: Seen[],
  texture: Omit<Seen, "first_seen" | "last_seen"> | null | undefined,
  at: number,
): Seen[] {
  if (!texture) return known;
  const before = known.find(({ hash }) => hash === texture["hash"]);
  const seen = { ...texture, first_seen: before?.first_seen ?? at, last_seen: at } as Seen;
  return [seen, ...known.filter((other) => other !== before)];
}

/**
 * Merges two records of a player, in any order of the two: every name, skin and cape, seen from the earlier first
 * time to the later last time, within the bounds of every record. Gives `known` itself when that says everything that
 * `other` does.
 */
export function mergeRecords(known: HistoryRecord, other: HistoryRecord): HistoryRecord {
  if (isDeepStrictEqual({ ...known, kept: 0 }, { ...other, kept: 0 })) return known;
  const merged: HistoryRecord = {
    observed: mergeObserved(known.observed, other.observed).slice(-MOST_NAMES),
    reported: mergeReported(known.reported, other.reported).slice(-MOST_NAMES),
    skins: mergeTextures(known.skins, other.skins).slice(0, MOST_SKINS),
    capes: mergeTextures(known.capes, other.capes).slice(0, MOST_CAPES),
    kept: known.kept,
  };
  return isDeepStrictEqual(known, merged) ? known : merged;
}

/** A moment at which a player had a name. */
interface Moment {
  name: string;
  at: number;
  /** The player may have had the name long before. */
  isOpen: boolean;
}

/** The moments of both in the order of time; a name lasts until another one is seen. */
function mergeObserved(...records: ObservedName[][]): ObservedName[] {
  const moments = records.flat().flatMap(momentsOf);
  const merged: ObservedName[] = [];
  for (const { name, at, isOpen } of moments.toSorted(byTime)) {
    const last = merged.at(-1);
    if (last?.name !== name) {
      const changedAt = isOpen && last === undefined ? null : at;
      merged.push({ name, changed_at: changedAt, last_seen: at });
    } else {
      if (merged.length === 1 && isOpen) last.changed_at = null;
      last.last_seen = at;
    }
  }
  return merged;
}

function momentsOf({ name, changed_at: first, last_seen: last }: ObservedName): Moment[] {
  if (first === null) return [{ name, at: last, isOpen: true }];
  return [first, last].map((at) => ({ name, at, isOpen: false }));
}

function byTime(one: Moment, other: Moment): number {
  return one.at - other.at || compare(one.name, other.name);
}

/** Merges two lists of laby.net. */
function mergeReported(...lists: NameHistoryEntry[][]): NameHistoryEntry[] {
  const keyed = lists.flat().map((entry) => [`${entry.changed_at} ${entry.name}`, entry] as const);
  return [...new Map(keyed).values()].toSorted(
    (one, other) =>
      (one.changed_at ?? 0) - (other.changed_at ?? 0) || compare(one.name, other.name),
  );
}

function mergeTextures<Seen extends SeenTexture>(...lists: Seen[][]): Seen[] {
  const merged = new Map<string, Seen>();
  for (const seen of lists.flat().toSorted(latestFirst)) {
    const known = merged.get(seen.hash);
    const first_seen = Math.min(seen.first_seen, known?.first_seen ?? seen.first_seen);
    merged.set(seen.hash, { ...(known ?? seen), first_seen });
  }
  return [...merged.values()].toSorted(latestFirst);
}

function latestFirst(one: SeenTexture, other: SeenTexture): number {
  return (
    other.last_seen - one.last_seen ||
    compare(one.hash, other.hash) ||
    compare(JSON.stringify(one), JSON.stringify(other))
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
