import { isDeepStrictEqual } from "node:util";
import type { NameHistoryEntry } from "../contract/profile.ts";
import {
  MOST_CAPES,
  MOST_NAMES,
  MOST_SKINS,
  type HistoryRecord,
  type SeenTexture,
} from "../players/history.ts";

type ObservedName = HistoryRecord["observed"][number];

/**
 * What both records of a player say, in any order of the two: every name, skin and cape, seen from the earlier
 * first time to the later last time, within the bounds of every record. Gives `known` itself when that says
 * everything that `other` does.
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
  /** Unix milliseconds; 0 in records of earlier versions, which noted no time. */
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
      merged.push({ name, changed_at: changedAt, ...(at > 0 && { last_seen: at }) });
    } else {
      if (merged.length === 1 && isOpen) last.changed_at = null;
      if (at > 0) last.last_seen = at;
    }
  }
  return merged;
}

function momentsOf({ name, changed_at: first, last_seen: last }: ObservedName): Moment[] {
  if (first === null) return [{ name, at: last ?? 0, isOpen: true }];
  return [first, last ?? first].map((at) => ({ name, at, isOpen: false }));
}

function byTime(one: Moment, other: Moment): number {
  return one.at - other.at || compare(one.name, other.name);
}

/** Two lists of laby.net: what either says. */
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
