import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import {
  LAST_DAY_KEY,
  pastLookups,
  readLastDay,
  readTotal,
  RECENT_LENGTH,
  totalKey,
  withoutRepeats,
  type Total,
} from "../activity/activity.ts";
import { isWithinDay, plus, storedCount } from "../activity/counts.ts";
import { joinOutages, outageSchema, pastOutages, providerName } from "../activity/outages.ts";
import {
  NONE,
  PROVIDERS_KEY,
  providersSchema,
  type ProviderCounts,
} from "../activity/provider-record.ts";
import { countIn, readJson, updateValue, type Store } from "../cache/stores/store.ts";
import { storedTime } from "../clock.ts";
import { recentLookup } from "../contract/status.ts";
import type { Part } from "./part.ts";

/*
 * Of two counts, the greater one stays: however often, in whichever order and direction stores are merged, and wherever
 * that is interrupted, no count gets less, and none counts twice (docs/decisions/109-the-greater-of-two-counts.md).
 */

/** Counts by name: those of an hour begin with it, as in `483721/lookups`. */
type Counts = Readonly<Record<string, number>>;

/** Files of earlier versions tell apart what several stores counted, by an ID of each. */
const countsByOrigin = (names: z.ZodType<string, string>) =>
  z.record(z.uuid(), z.record(names, storedCount));
const ORIGIN = "00000000-0000-0000-0000-000000000000";

/** What is stored under one key: counts by the hour, and what else is there. */
interface Statistics<Rest> {
  counts: Counts;
  rest: Rest;
}

interface StatisticsOptions<Kind, Rest> {
  kind: Kind;
  key: string;
  /** Counts that are not in the value, but beside it. */
  totals: readonly Total[];
  read(text: string | undefined): Statistics<Rest>;
  write(statistics: Statistics<Rest>): string;
  mergeRest(one: Rest, other: Rest): Rest;
}

function statisticsIn<Kind extends string, Rest>(
  store: Store,
  { kind, key, totals, read, write, mergeRest }: StatisticsOptions<Kind, Rest>,
): Part<{ kind: Kind; origins: Record<string, Counts>; rest: Rest }> {
  const look = async () => {
    const { counts, rest } = read(await store.get(key));
    const all: Record<string, number> = { ...counts };
    for (const total of totals) all[total] = await readTotal(store, total);
    return { counts: all, rest };
  };

  return {
    async *read() {
      const { counts, rest } = await look();
      // Times are sums of fractions.
      const whole = Object.entries(counts).map(([name, count]) => [name, Math.round(count)]);
      yield [{ kind, origins: { [ORIGIN]: Object.fromEntries(whole) }, rest }];
    },

    count: async () => 1,

    async merge({ origins, rest }) {
      const theirs = countsOf(origins);
      for (const total of totals) await raiseTotal(store, total, theirs[total] ?? 0);
      const hourly = Object.entries(theirs).filter(([name]) => hourIn(name) !== undefined);
      await updateValue(store, key, (text) => {
        const known = read(text);
        const counts: Record<string, number> = { ...known.counts };
        for (const [name, count] of hourly) {
          if (count > (counts[name] ?? 0)) counts[name] = count;
        }
        const merged = { counts, rest: mergeRest(known.rest, rest) };
        return { to: isDeepStrictEqual(merged, known) ? text : write(merged) };
      });
    },

    async holds({ origins }) {
      const { counts } = await look();
      const theirs = Object.entries(countsOf(origins));
      return theirs.every(([name, count]) => count <= (counts[name] ?? 0));
    },
  };
}

/** What all origins together counted, without hours that nobody counts any more. */
function countsOf(origins: Record<string, Counts>): Counts {
  const counts: Record<string, number> = {};
  for (const [name, count] of Object.values(origins).flatMap((one) => Object.entries(one))) {
    const hour = hourIn(name);
    if (hour === undefined || isWithinDay(hour, Date.now()))
      counts[name] = plus(counts[name] ?? 0, count);
  }
  return counts;
}

/** Raises a total to a count at least. */
async function raiseTotal(store: Store, total: Total, count: number): Promise<void> {
  await updateValue(store, totalKey(total), (text) => {
    return { to: countIn(text) >= count ? text : String(count) };
  });
}

const hourIn = (name: string) => (name.includes("/") ? Number.parseInt(name, 10) : undefined);

/** The hours that counts are of, the latest first, and the counts of each by the rest of their names. */
function byHour(counts: Counts): [hour: number, counts: Record<string, number>][] {
  const hours = new Map<number, Record<string, number>>();
  for (const [name, count] of Object.entries(counts)) {
    const hour = hourIn(name) ?? 0;
    const known = hours.get(hour) ?? {};
    hours.set(hour, known);
    known[name.slice(name.indexOf("/") + 1)] = count;
  }
  return [...hours].toSorted(([one], [other]) => other - one);
}

export const lookupsItem = z.object({
  kind: z.literal("lookups"),
  origins: countsByOrigin(z.string().regex(/^(lookups|players|\d{1,9}\/(lookups|hits))$/)),
  rest: z.array(recentLookup),
});
type LookupsItem = z.infer<typeof lookupsItem>;

/** Lookups and players in all, lookups of the last day, and who was looked up last. */
export function lookupsIn(store: Store): Part<LookupsItem> {
  return statisticsIn<"lookups", LookupsItem["rest"]>(store, {
    kind: "lookups",
    key: LAST_DAY_KEY,
    totals: ["lookups", "players"],
    read(text) {
      const { recent, hours } = readLastDay(text, Date.now());
      const counts = hours.flatMap(({ hour, lookups, hits }) => [
        [`${hour}/lookups`, lookups],
        [`${hour}/hits`, hits],
      ]);
      return { counts: Object.fromEntries(counts), rest: recent };
    },
    write({ counts, rest }) {
      const hours = byHour(counts).map(([hour, counted]) => {
        return { hour, lookups: counted["lookups"] ?? 0, hits: counted["hits"] ?? 0 };
      });
      return JSON.stringify({ recent: rest, hours });
    },
    mergeRest(one, other) {
      const latest = pastLookups([...one, ...other], Date.now()).toSorted(
        (a, b) => Date.parse(b.looked_up_at) - Date.parse(a.looked_up_at),
      );
      return withoutRepeats(latest).slice(0, RECENT_LENGTH);
    },
  });
}

const REQUESTS = /^\d{1,9}\/(.*)\/(answered|refused|failed|ms)$/;
const isProvider = (name: string | undefined) => providerName.safeParse(name).success;

const requestsRest = z.object({
  /** Null before the first. */
  since: storedTime.nullable(),
  outages: z.array(outageSchema),
});
type RequestsRest = z.infer<typeof requestsRest>;

export const requestsItem = z.object({
  kind: z.literal("requests"),
  origins: countsByOrigin(z.string().refine((name) => isProvider(REQUESTS.exec(name)?.[1]))),
  rest: z.union([
    requestsRest,
    // Earlier versions wrote no outages.
    requestsRest.shape.since.transform((since): RequestsRest => ({ since, outages: [] })),
  ]),
});

/** Requests to providers in the last day, since when they are counted, and outages. */
export function requestsIn(store: Store): Part<z.infer<typeof requestsItem>> {
  return statisticsIn<"requests", RequestsRest>(store, {
    kind: "requests",
    key: PROVIDERS_KEY,
    totals: [],
    read(text) {
      const nothing = { since: null, hours: [], outages: [] };
      const { since, hours, outages } = readJson(providersSchema, text) ?? nothing;
      const counts = hours.flatMap(({ hour, providers }) =>
        Object.entries(providers).flatMap(([provider, counted]) =>
          Object.entries(counted).map(([field, count]) => [`${hour}/${provider}/${field}`, count]),
        ),
      );
      return { counts: Object.fromEntries(counts), rest: { since, outages } };
    },
    write({ counts, rest: { since, outages } }) {
      const hours = byHour(counts).map(([hour, counted]) => {
        const providers: Record<string, ProviderCounts> = {};
        for (const [name, count] of Object.entries(counted)) {
          const [provider = "", field = ""] = name.split("/");
          providers[provider] = { ...NONE, ...providers[provider], [field]: count };
        }
        return { hour, providers };
      });
      return JSON.stringify({ since: since ?? 0, hours, outages });
    },
    mergeRest(one, other) {
      const now = Date.now();
      const known = [one.since, other.since].filter((since) => since !== null);
      return {
        since: known.length === 0 ? null : Math.min(...known, now),
        outages: joinOutages(...[one, other].map(({ outages }) => pastOutages(outages, now))),
      };
    },
  });
}
