import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { storedTime } from "../stored-time.ts";
import { beside, readJson, type Store } from "../cache/stores/store.ts";
import { systemClock } from "../clock.ts";
import {
  isWithinDay,
  LAST_DAY_KEY,
  pastLookups,
  readLastDay,
  readTotal,
  RECENT_LENGTH,
  storedLookup,
  totalKey,
  TOTALS,
  withoutRepeats,
} from "../activity/activity.ts";
import {
  additionsOf,
  countsByOrigin,
  originsOf,
  readLedger,
  type Counts,
  type CountsByOrigin,
  type Ledger,
} from "./ledger.ts";
import { plus, providerName } from "../activity/counts.ts";
import { joinOutages, outageSchema, pastOutages } from "../activity/outages.ts";
import {
  NONE,
  PROVIDERS_KEY,
  providersSchema,
  type ProviderCounts,
} from "../activity/provider-record.ts";

const ATTEMPTS = 100;

/** What a group of counters is made of. */
interface Group<Rest> {
  /** What holds them, but for the totals. */
  key: string;
  /** Counters that are beside it. */
  totals: readonly { name: string; key: string; read(store: Store): Promise<number> }[];
  /** The counters in its text, and what else is there. */
  read(text: string | undefined): { counters: Counts; rest: Rest };
  write(counters: Counts, rest: Rest): string;
  mergeRest(one: Rest, other: Rest): Rest;
}

/** What a store counted, and what else is among its statistics. */
export interface Counted<Rest> {
  origins: CountsByOrigin;
  rest: Rest;
}

/** Reads and merges a group of counters while the service counts on. */
function createCountsMerge<Rest>(store: Store, group: Group<Rest>) {
  const ledgerKey = beside(group.key, "ledger");

  /** The ledger of this store; the first to look gives the store its ID. */
  const ledgerOf = async (): Promise<{ text: string; ledger: Ledger }> => {
    const found = await store.get(ledgerKey);
    const ledger = readLedger(found);
    if (found !== undefined && ledger !== undefined) return { text: found, ledger };
    const text = JSON.stringify({ own: randomUUID(), added: {} } satisfies Ledger);
    await store.transact([
      { check: ledgerKey, is: found },
      { set: ledgerKey, to: text },
    ]);
    return ledgerOf();
  };

  const look = async () => {
    const { text: ledgerText, ledger } = await ledgerOf();
    const text = await store.get(group.key);
    const { counters, rest } = group.read(text);
    const totals: Record<string, number> = {};
    for (const { name, read } of group.totals) totals[name] = await read(store);
    return { ledgerText, ledger, text, counters: { ...counters, ...totals }, rest };
  };

  /** False when someone else wrote in between. */
  const mergeOnce = async (theirs: Counted<Rest>): Promise<boolean> => {
    const seen = await look();
    const { additions, ledger } = additionsOf(theirs.origins, seen, isCountedNow);
    const counters: Record<string, number> = { ...seen.counters };
    for (const [name, count] of Object.entries(additions)) {
      counters[name] = plus(counters[name] ?? 0, count);
    }
    const next = group.write(counters, group.mergeRest(seen.rest, theirs.rest));
    const isKnown = Object.keys(additions).length === 0;
    if (isKnown && next === group.write(seen.counters, seen.rest)) return true;
    const totals = group.totals.flatMap(({ name, key }) => {
      const by = additions[name] ?? 0;
      return by > 0 ? [{ add: key, by }] : [];
    });
    const outcome = await store.transact([
      { check: ledgerKey, is: seen.ledgerText },
      { check: group.key, is: seen.text },
      { set: ledgerKey, to: JSON.stringify(ledger) },
      { set: group.key, to: next },
      ...totals,
    ]);
    return outcome.done;
  };

  return {
    /** What this store counted by itself, and what it has from others. */
    async read(): Promise<Counted<Rest>> {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const { ledgerText, ledger, counters, rest } = await look();
        // Otherwise counts of others could be taken for its own.
        if ((await store.get(ledgerKey)) === ledgerText) {
          return { origins: originsOf(counters, ledger), rest };
        }
      }
      throw new Error("the statistics change faster than they can be read");
    },

    async merge(theirs: Counted<Rest>): Promise<void> {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        if (await mergeOnce(theirs)) return;
        await sleep(Math.random() * Math.min(2 ** attempt, 100));
      }
      throw new Error("the statistics change faster than they can be merged");
    },

    /** Whether everything that theirs counted is counted here. */
    async holds(theirs: Counted<Rest>): Promise<boolean> {
      const { additions } = additionsOf(theirs.origins, await look(), isCountedNow);
      return Object.keys(additions).length === 0;
    },
  };
}

/** Totals count for good, hours for a day. */
function isCountedNow(name: string): boolean {
  const hour = hourIn(name);
  return Number.isNaN(hour) || isWithinDay(hour, systemClock.now());
}

const hourIn = (name: string) => (name.includes("/") ? Number.parseInt(name, 10) : Number.NaN);

/** The hours that counters are of, and the counters of each, by the rest of their names. */
function byHour(counters: Counts): [hour: number, counts: Map<string, number>][] {
  const hours = new Map<number, Map<string, number>>();
  for (const [name, count] of Object.entries(counters)) {
    const hour = hourIn(name);
    if (Number.isNaN(hour)) continue;
    const counts = hours.get(hour) ?? new Map<string, number>();
    hours.set(hour, counts.set(name.slice(name.indexOf("/") + 1), count));
  }
  return [...hours].toSorted(([one], [other]) => other - one);
}

const recentSchema = z.array(storedLookup);
type Recent = z.infer<typeof recentSchema>;

export const countedLookups = z.object({
  origins: countsByOrigin(z.string().regex(/^(lookups|players|\d{1,9}\/(lookups|hits))$/)),
  rest: recentSchema,
});

/** Lookups and players in all, lookups of the last day, and who was looked up last. */
export function createLookupsMerge(store: Store) {
  return createCountsMerge<Recent>(store, {
    key: LAST_DAY_KEY,
    totals: TOTALS.map((name) => ({
      name,
      key: totalKey(name),
      read: (from) => readTotal(from, name),
    })),
    read(text) {
      const { recent, hours } = readLastDay(text, systemClock.now());
      const counters = hours.flatMap(({ hour, lookups, hits }) => [
        [`${hour}/lookups`, lookups] as const,
        [`${hour}/hits`, hits] as const,
      ]);
      return { counters: Object.fromEntries(counters), rest: recent };
    },
    write(counters, recent) {
      const hours = byHour(counters).map(([hour, counts]) => {
        return { hour, lookups: counts.get("lookups") ?? 0, hits: counts.get("hits") ?? 0 };
      });
      return JSON.stringify({ recent, hours });
    },
    mergeRest(one, other) {
      const latest = pastLookups([...one, ...other], systemClock.now()).toSorted(
        (a, b) => Date.parse(b.looked_up_at) - Date.parse(a.looked_up_at),
      );
      return withoutRepeats(latest).slice(0, RECENT_LENGTH);
    },
  });
}

const requestsRest = z.object({
  /** Null before the first. */
  since: storedTime.nullable(),
  outages: z.array(outageSchema),
});
type RequestsRest = z.infer<typeof requestsRest>;

const REQUESTS = /^\d{1,9}\/(.*)\/(answered|refused|failed|ms)$/;
const isProvider = (name: string | undefined) => providerName.safeParse(name).success;

export const countedRequests = z.object({
  origins: countsByOrigin(z.string().refine((name) => isProvider(REQUESTS.exec(name)?.[1]))),
  rest: z.union([
    requestsRest,
    // Earlier versions wrote no outages.
    requestsRest.shape.since.transform((since): RequestsRest => ({ since, outages: [] })),
  ]),
});

/** Requests to providers in the last day, since when they are counted, and outages. */
export function createRequestsMerge(store: Store) {
  return createCountsMerge<RequestsRest>(store, {
    key: PROVIDERS_KEY,
    totals: [],
    read(text) {
      const nothing = { since: null, hours: [], outages: [] };
      const { since, hours, outages } = readJson(providersSchema, text) ?? nothing;
      const counters = hours.flatMap(({ hour, providers }) =>
        Object.entries(providers).flatMap(([provider, counts]) =>
          Object.entries(counts).map(
            ([field, count]) => [`${hour}/${provider}/${field}`, count] as const,
          ),
        ),
      );
      return { counters: Object.fromEntries(counters), rest: { since, outages } };
    },
    write(counters, { since, outages }) {
      const hours = byHour(counters).map(([hour, counts]) => {
        const providers: Record<string, ProviderCounts> = {};
        for (const [name, count] of counts) {
          const [, provider = "", field = ""] = /^(.*)\/(\w+)$/.exec(name) ?? [];
          const known = (providers[provider] ??= { ...NONE });
          if (Object.hasOwn(NONE, field)) known[field as keyof ProviderCounts] = count;
        }
        return { hour, providers };
      });
      return JSON.stringify({ since: since ?? 0, hours, outages });
    },
    mergeRest(one, other) {
      const now = systemClock.now();
      const known = [one.since, other.since].filter((since) => since !== null);
      return {
        since: known.length === 0 ? null : Math.min(...known, now),
        outages: joinOutages(...[one, other].map(({ outages }) => pastOutages(outages, now))),
      };
    },
  });
}
