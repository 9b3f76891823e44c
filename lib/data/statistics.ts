import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import {
  LAST_DAY_KEY,
  lookupsHour,
  readLastDay,
  readTotal,
  RECENT_LENGTH,
  totalKey,
  withoutRepeats,
  type LastDay,
  type Total,
} from "../activity/activity.ts";
import { isWithinDay, storedCount } from "../activity/counts.ts";
import { joinOutages, outageSchema, outagesUntil } from "../activity/outages.ts";
import {
  hourSchema,
  NONE,
  PROVIDERS_KEY,
  providersSchema,
  type Recorded,
} from "../activity/provider-record.ts";
import { countIn, readJson, updateValue } from "../cache/stores/stored-value.ts";
import type { Store } from "../cache/stores/store.ts";
import { storedTime } from "../time/stored-time.ts";
import { recentLookup } from "../contract/status.ts";
import { systemClock } from "../time/clock.ts";

/*
 * The greater of two counts stays: however often and in whichever order stores are merged, and wherever that is
 * interrupted, no count gets less, and none counts twice.
 */

export const lookupsItem = z.object({
  kind: z.literal("lookups"),
  lookups: storedCount,
  players: storedCount,
  recent: z.array(recentLookup),
  hours: z.array(lookupsHour),
});
type LookupsItem = z.infer<typeof lookupsItem>;

/** Lookups and players in all, lookups of the last day, and who was looked up last. */
export async function readLookups(store: Store): Promise<LookupsItem> {
  const [lookups, players] = [await readTotal(store, "lookups"), await readTotal(store, "players")];
  return { kind: "lookups", lookups, players, ...readLastDay(await store.get(LAST_DAY_KEY)) };
}

export async function mergeLookups(store: Store, theirs: LookupsItem): Promise<void> {
  await raiseTotal(store, "lookups", theirs.lookups);
  await raiseTotal(store, "players", theirs.players);
  await mergeValue(store, LAST_DAY_KEY, (text): [LastDay, LastDay] => {
    const known = readLastDay(text);
    const latest = [...known.recent, ...theirs.recent].toSorted(
      (one, other) => Date.parse(other.looked_up_at) - Date.parse(one.looked_up_at),
    );
    const recent = withoutRepeats(latest).slice(0, RECENT_LENGTH);
    return [known, { recent, hours: mergeHours(known.hours, theirs.hours, greaterOf) }];
  });
}

async function raiseTotal(store: Store, total: Total, count: number): Promise<void> {
  await updateValue(store, totalKey(total), (text) => ({
    to: countIn(text) >= count ? text : String(count),
  }));
}

export const requestsItem = z.object({
  kind: z.literal("requests"),
  /** Null before the first. */
  since: storedTime.nullable(),
  hours: z.array(hourSchema),
  outages: z.array(outageSchema),
});
type RequestsItem = z.infer<typeof requestsItem>;

const NOTHING = { since: null, hours: [], outages: [] };

/** Requests to providers in the last day, since when they are counted, and outages. */
export async function readRequests(store: Store): Promise<RequestsItem> {
  const recorded = readJson(providersSchema, await store.get(PROVIDERS_KEY));
  return { kind: "requests", ...(recorded ?? NOTHING) };
}

export async function mergeRequests(store: Store, theirs: RequestsItem): Promise<void> {
  await mergeValue(store, PROVIDERS_KEY, (text): [unknown, Recorded] => {
    const now = systemClock.now();
    const known = readJson(providersSchema, text) ?? NOTHING;
    const since = Math.min(known.since ?? now, theirs.since ?? now, now);
    const hours = mergeHours(known.hours, theirs.hours, (one, other) => ({
      hour: one.hour,
      providers: Object.fromEntries(
        [...new Set([...Object.keys(one.providers), ...Object.keys(other.providers)])].map(
          (name) => [name, greaterOf(one.providers[name] ?? NONE, other.providers[name] ?? NONE)],
        ),
      ),
    }));
    const outages = joinOutages(
      outagesUntil(known.outages, now),
      outagesUntil(theirs.outages, now),
    );
    return [known, { since, hours, outages }];
  });
}

/** Writes what a value is merged to, unless it is that already. */
async function mergeValue(
  store: Store,
  key: string,
  merge: (text: string | undefined) => [known: unknown, merged: object],
): Promise<void> {
  await updateValue(store, key, (text) => {
    const [known, merged] = merge(text);
    return { to: isDeepStrictEqual(known, merged) ? text : JSON.stringify(merged) };
  });
}

/** The hours of both, the latest first, without those that nobody counts any more. */
function mergeHours<Counts extends { hour: number }>(
  known: readonly Counts[],
  theirs: readonly Counts[],
  merge: (one: Counts, other: Counts) => Counts,
): Counts[] {
  const merged = new Map<number, Counts>();
  const recent = theirs.filter(({ hour }) => isWithinDay(hour, systemClock.now()));
  for (const counts of [...known, ...recent]) {
    const before = merged.get(counts.hour);
    merged.set(counts.hour, before === undefined ? counts : merge(before, counts));
  }
  return [...merged.values()].toSorted((one, other) => other.hour - one.hour);
}

/** The greater of each two counts. */
function greaterOf<Counts extends Record<string, number>>(one: Counts, other: Counts): Counts {
  const entries = Object.entries(one).map(([name, count]) => [
    name,
    Math.max(count, other[name] ?? 0),
  ]);
  return Object.fromEntries(entries) as Counts;
}
