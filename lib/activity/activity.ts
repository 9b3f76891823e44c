import { z } from "zod";
import { countIn, type Store } from "../cache/stores/store.ts";
import { recentLookup, type RecentBody, type RecentLookup } from "../contract/activity.ts";

const RECENT_KEY = "recent:v1";
const TOTAL_KEY = "lookups";
const RECENT_LENGTH = 24;
const ATTEMPTS = 32;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const HOURS = 24;
/** Lookups are gathered this long before they are written. */
const FLUSH_MS = 100;

const recentSchema = z.array(recentLookup);

export type LookedUpPlayer = Omit<RecentLookup, "looked_up_at">;

type Recent = Pick<RecentBody, "recent" | "stats">;

const NOTHING: Recent = {
  recent: [],
  stats: { lookups_total: 0, lookups_24h: 0, players_total: 0, cache_hit_ratio_24h: 0 },
};

export interface Activity {
  /**
   * Counts one lookup and lists the players it found, in this order. Nothing about who asked is
   * taken.
   */
  record(players: readonly LookedUpPlayer[], cached: boolean): void;
  /** What `?recent=1` shows; as last read while the store fails. Never rejects. */
  recent(): Promise<Recent>;
  /** Writes what is gathered. */
  flush(): Promise<void>;
}

export interface ActivityOptions {
  store: Store;
  playersTotal(): Promise<number>;
  now?: () => number;
}

/** Recent lookups and their statistics, shared through the store by all processes. */
export function createActivity({ store, playersTotal, now = Date.now }: ActivityOptions): Activity {
  let pending = new Map<string, LookedUpPlayer>();
  let latest: readonly LookedUpPlayer[] | undefined;
  let lookups = 0;
  let hits = 0;
  let timer: NodeJS.Timeout | undefined;
  let flushing = Promise.resolve();
  /** The list as this process last saw it in the store. */
  let recentText: string | undefined;
  let lastRead = NOTHING;

  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (lookups === 0) return;
    const minute = new Date(Math.floor(now() / MINUTE_MS) * MINUTE_MS).toISOString();
    const newest = [...pending.values()].toReversed();
    const batch = {
      newest: newest.map((player) => ({ ...player, looked_up_at: minute })),
      lookups,
      hits,
    };
    pending = new Map();
    latest = undefined;
    lookups = 0;
    hits = 0;
    const hour = Math.floor(now() / HOUR_MS);
    const ttlMs = (HOURS + 1) * HOUR_MS;
    // One command as long as no other process has written since.
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const next = JSON.stringify(newestFirst(batch.newest, readRecent(recentText)));
      const outcome = await store.transact([
        { check: RECENT_KEY, is: recentText },
        { set: RECENT_KEY, to: next },
        { add: TOTAL_KEY, by: batch.lookups },
        { add: lookupsKey(hour), by: batch.lookups, ttlMs },
        { add: hitsKey(hour), by: batch.hits, ttlMs },
      ]);
      recentText = outcome.done ? next : outcome.found;
      if (outcome.done) return;
    }
  };

  const flush = () => {
    // One after the other, and a failed write loses a statistic, never an answer.
    flushing = flushing.then(write).catch(() => undefined);
    return flushing;
  };

  const numberAt = async (key: string) => countIn(await store.get(key));

  const ofLastDay = async (keyOf: (hour: number) => string) => {
    const hour = Math.floor(now() / HOUR_MS);
    const keys = Array.from({ length: HOURS }, (_, ago) => keyOf(hour - ago));
    const counts = await Promise.all(keys.map(numberAt));
    return counts.reduce((sum, count) => sum + count, 0);
  };

  const read = async (): Promise<Recent> => {
    const [recent, total, lastDay, lastDayHits, players] = await Promise.all([
      store.get(RECENT_KEY),
      numberAt(TOTAL_KEY),
      ofLastDay(lookupsKey),
      ofLastDay(hitsKey),
      playersTotal(),
    ]);
    return {
      recent: readRecent(recent),
      stats: {
        lookups_total: total,
        lookups_24h: lastDay,
        players_total: players,
        cache_hit_ratio_24h: lastDay === 0 ? 0 : Math.min(1, lastDayHits / lastDay),
      },
    };
  };

  return {
    // Called for every hit of a finished answer: it has to cost next to nothing.
    record(players, cached) {
      if (players !== latest) {
        latest = players;
        // The newest comes last.
        for (const player of players.toReversed()) {
          // A UUID and an XUID are never alike.
          pending.delete(player.id);
          pending.set(player.id, player);
          if (pending.size > RECENT_LENGTH) pending.delete(pending.keys().next().value ?? "");
        }
      }
      lookups += 1;
      if (cached) hits += 1;
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },

    flush,

    async recent() {
      await flush();
      // A store that fails is no reason for an error: what was read before is told again.
      lastRead = await read().catch(() => lastRead);
      return lastRead;
    },
  };
}

function newestFirst(newest: RecentLookup[], older: RecentLookup[]): RecentLookup[] {
  const seen = new Set<string>();
  return [...newest, ...older]
    .filter(({ edition, id }) => {
      const key = `${edition}:${id}`;
      return seen.has(key) ? false : seen.add(key);
    })
    .slice(0, RECENT_LENGTH);
}

function readRecent(text: string | undefined): RecentLookup[] {
  if (text === undefined) return [];
  try {
    return recentSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

function lookupsKey(hour: number): string {
  return `lookups:${hour}`;
}

function hitsKey(hour: number): string {
  return `hits:${hour}`;
}
