import { z } from "zod";
import {
  countIn,
  createWriteBehind,
  readJson,
  updateValue,
  validListOf,
} from "../cache/stores/stored-value.ts";
import { isoTime } from "../time/stored-time.ts";
import { systemClock, type Clock } from "../time/clock.ts";
import { beside, type Store } from "../cache/stores/store.ts";
import { hourOf, isWithinDay, storedCount, withHour } from "./counts.ts";
import { recentLookup, type RecentBody, type RecentLookup } from "../contract/status.ts";

export const LAST_DAY_KEY = "recent:v1";
/** Totals that are written along with it. */
export type Total = "lookups" | "players";
export const totalKey = (total: Total) => beside(LAST_DAY_KEY, total);
const RECENT_LENGTH = 24;
const MINUTE_MS = 60_000;
/** Lookups are collected for this long before they are written. */
const FLUSH_MS = 100;

/** Lookups of an hour, and how many of them were cache hits. */
const lookupsHour = z.object({ hour: z.int(), lookups: storedCount, hits: storedCount });
export const lastDaySchema = z.object({
  /** Newest first. */
  recent: validListOf(recentLookup),
  hours: validListOf(lookupsHour),
});
export type LastDay = z.infer<typeof lastDaySchema>;

export type LookedUpPlayer = Omit<RecentLookup, "looked_up_at">;

type Recent = Pick<RecentBody, "recent" | "stats">;

const NOTHING: Recent = {
  recent: [],
  stats: { lookups_total: 0, lookups_24h: 0, players_total: 0, cache_hit_ratio_24h: 0 },
};

export type Activity = ReturnType<typeof createActivity>;

export interface ActivityOptions {
  store: Store;
  /** Says whether a player who was stored earlier may still be listed. */
  isListed?: (id: string) => Promise<boolean>;
  /** Gives the number of players seen for the first time since the last call, whenever lookups are written. */
  takeNewPlayers?: () => number;
  clock?: Clock;
  random?: () => number;
}

/** Recent lookups and their statistics, shared through the store by all processes. */
export function createActivity({
  store,
  isListed = async () => true,
  takeNewPlayers = () => 0,
  clock = systemClock,
  random = Math.random,
}: ActivityOptions) {
  let pending = new Map<string, LookedUpPlayer>();
  let latest: readonly LookedUpPlayer[] | undefined;
  let lookups = 0;
  let hits = 0;
  /** The last day as this process last saw it in the store. */
  let seen: string | undefined;
  let lastRead = NOTHING;

  const write = async () => {
    const also = [
      { add: totalKey("lookups"), by: lookups },
      { add: totalKey("players"), by: takeNewPlayers() },
    ].filter(({ by }) => by > 0);
    if (also.length === 0) return;
    if (lookups === 0) return void (await store.transact(also));
    const now = clock.now();
    const minute = isoTime(Math.floor(now / MINUTE_MS) * MINUTE_MS);
    const newest = [...pending.values()].toReversed();
    const recent = newest.map((player) => ({ ...player, looked_up_at: minute }));
    const counted = { hour: hourOf(now), lookups, hits };
    pending = new Map();
    latest = undefined;
    lookups = 0;
    hits = 0;
    const change = (text: string | undefined) => {
      const before = readLastDay(text);
      const after: LastDay = {
        recent: withoutRepeats([...recent, ...before.recent]).slice(0, RECENT_LENGTH),
        hours: withHour(before.hours, { ...counted, lookups: 0, hits: 0 }, (known) => ({
          ...counted,
          lookups: known.lookups + counted.lookups,
          hits: known.hits + counted.hits,
        })),
      };
      return { to: JSON.stringify(after) };
    };
    const options = { seen, also, clock, random };
    ({ to: seen } = await updateValue(store, LAST_DAY_KEY, change, options));
  };

  const { flush, settle, schedule } = createWriteBehind(write, FLUSH_MS, clock);

  const read = async (): Promise<Recent> => {
    const [text, lookupsTotal, playersTotal] = await Promise.all([
      store.get(LAST_DAY_KEY),
      readTotal(store, "lookups"),
      readTotal(store, "players"),
    ]);
    const now = clock.now();
    const { recent, hours } = readLastDay(text);
    const listed = await Promise.all(recent.map(({ id }) => isListed(id)));
    const lastDay = hours.filter(({ hour }) => isWithinDay(hour, now));
    const sumOf = (name: "lookups" | "hits") => lastDay.reduce((sum, one) => sum + one[name], 0);
    const [lastDayLookups, lastDayHits] = [sumOf("lookups"), sumOf("hits")];
    return {
      recent: recent.filter((_, index) => listed[index]).map((lookup) => lookupUntil(lookup, now)),
      stats: {
        lookups_total: lookupsTotal,
        lookups_24h: lastDayLookups,
        players_total: playersTotal,
        cache_hit_ratio_24h: lastDayLookups === 0 ? 0 : Math.min(1, lastDayHits / lastDayLookups),
      },
    };
  };

  return {
    /**
     * Counts one lookup and lists the players it found, in this order. Clients are not recorded. It is
     * called for every cached response that is sent, so it must be very cheap.
     */
    record(players: readonly LookedUpPlayer[], cached: boolean): void {
      if (players !== latest) {
        latest = players;
        // The newest comes last.
        for (const player of players.toReversed()) {
          pending.delete(player.id);
          pending.set(player.id, player);
          if (pending.size > RECENT_LENGTH) pending.delete(pending.keys().next().value ?? "");
        }
      }
      lookups += 1;
      if (cached) hits += 1;
      schedule();
    },

    flush,

    /** Drops who was looked up from memory, after another process has removed a player from the store. */
    clearMemory(): void {
      seen = undefined;
      lastRead = { ...lastRead, recent: [] };
    },

    /** The data of `?recent=1`; while the store fails, as last read. Never rejects. */
    async recent(): Promise<Recent> {
      await settle();
      lastRead = await read().catch(() => lastRead);
      return lastRead;
    },
  };
}

export async function readTotal(store: Pick<Store, "get">, total: Total): Promise<number> {
  return countIn(await store.get(totalKey(total)));
}

/** A lookup as of now: the clock of the process that noted it may be ahead. */
function lookupUntil(lookup: RecentLookup, now: number): RecentLookup {
  return { ...lookup, looked_up_at: isoTime(Date.parse(lookup.looked_up_at), now) };
}

/** Each player's first entry: no UUID equals an XUID. */
function withoutRepeats(lookups: readonly RecentLookup[]): RecentLookup[] {
  const seen = new Set<string>();
  return lookups.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** The last day as a store has it. */
function readLastDay(text: string | undefined): LastDay {
  return readJson(lastDaySchema, text) ?? { recent: [], hours: [] };
}
