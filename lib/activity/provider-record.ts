import { z } from "zod";
import {
  createWriteBehind,
  readJson,
  updateValue,
  validListOf,
} from "../cache/stores/stored-value.ts";
import { storedTime } from "../time/stored-time.ts";
import { systemClock, type Clock } from "../time/clock.ts";
import type { Store } from "../cache/stores/store.ts";
import { HOUR_MS, hourOf, isWithinDay, storedCount, storedSum, withHour } from "./counts.ts";
import {
  isOfLastWeek,
  joinOutages,
  outageSchema,
  outagesUntil,
  providerName,
  type Outage,
} from "./outages.ts";

const PROVIDERS_KEY = "providers:v1";
const DAY_MS = 24 * HOUR_MS;
/** Requests are collected for this long before they are written; an outage is written again as often. */
const FLUSH_MS = 10_000;

export type RequestOutcome = "answered" | "refused" | "failed";

const countsSchema = z.object({
  answered: storedCount,
  refused: storedCount,
  failed: storedCount,
  /** The total time of requests with a response. */
  ms: storedSum,
});
/** The requests to one provider. */
export type ProviderCounts = z.infer<typeof countsSchema>;
const NONE: ProviderCounts = { answered: 0, refused: 0, failed: 0, ms: 0 };

const hourSchema = z.object({
  hour: z.int(),
  providers: z.record(providerName, countsSchema),
});
const providersSchema = z.object({
  /** The time of the first request that was counted. */
  since: storedTime,
  hours: validListOf(hourSchema),
  outages: validListOf(outageSchema),
});
type Recorded = z.infer<typeof providersSchema>;

export type ProviderRecord = ReturnType<typeof createProviderRecord>;

/** The requests of one hour. */
export interface HourCounts extends ProviderCounts {
  /** Its beginning in Unix milliseconds. */
  at: number;
}

export interface LastDay {
  /** Counting began at this time, in Unix milliseconds: 24 hours ago, or later. */
  since: number;
  providers: ReadonlyMap<string, ProviderCounts>;
  /** The hours with requests, oldest first, by provider. */
  hours: ReadonlyMap<string, readonly HourCounts[]>;
  /** The outages of seven days, newest first. */
  outages: readonly Outage[];
}

/** The results of requests to providers by the hour, and outages, shared by all processes through the store. */
export function createProviderRecord(
  store: Store,
  { clock = systemClock, random = Math.random }: { clock?: Clock; random?: () => number } = {},
) {
  const startedAt = clock.now();
  let pending: Record<string, ProviderCounts> = {};
  /** The outages that this process sees, and those that are over and may not be in the store yet. */
  let outagesHere: Outage[] = [];
  /** The record as this process last saw it in the store. */
  let seen: string | undefined;
  let lastRead: Recorded = { since: startedAt, hours: [], outages: [] };

  const read = (text: string | undefined): Recorded => {
    const now = clock.now();
    const nothing = { since: startedAt, hours: [], outages: [] };
    const { since, hours, outages } = readJson(providersSchema, text) ?? nothing;
    return { since: Math.min(since, now), hours, outages: outagesUntil(outages, now) };
  };

  /** The same, as of now. */
  const knownHere = (): Outage[] => {
    const now = clock.now();
    const seen = outagesHere.map((one) => (one.over ? one : { ...one, until: now }));
    return outagesUntil(seen, now);
  };

  const write = async () => {
    const counted = pending;
    const written = new Set(outagesHere.filter(({ over }) => over));
    const outages = knownHere();
    if (Object.keys(counted).length + outages.length === 0) return;
    pending = {};
    const hour = hourOf(clock.now());
    const change = (text: string | undefined) => {
      const known = read(text);
      const after: Recorded = {
        since: known.since,
        hours: withHour(known.hours, { hour, providers: {} }, ({ providers }) => ({
          hour,
          providers: sumOf([providers, counted]),
        })),
        outages: joinOutages(known.outages, outages),
      };
      return { to: JSON.stringify(after) };
    };
    ({ to: seen } = await updateValue(store, PROVIDERS_KEY, change, { seen, clock, random }));
    outagesHere = outagesHere.filter((outage) => !written.has(outage));
    // Other processes believe that an outage is over if it is not written again.
    if (outagesHere.length > 0) schedule();
  };

  const { flush, settle, schedule } = createWriteBehind(write, FLUSH_MS, clock);

  return {
    /** Counts one request. */
    note(provider: string, outcome: RequestOutcome, ms: number): void {
      const counts = (pending[provider] ??= { ...NONE });
      counts[outcome] += 1;
      if (outcome === "answered") counts.ms += ms;
      schedule();
    },

    /** Notes that a provider fails, or works again. */
    noteState(provider: string, fails: boolean): void {
      const current = outagesHere.find((one) => one.provider === provider && !one.over);
      if (fails === (current !== undefined)) return;
      const now = clock.now();
      const others = outagesHere.filter((one) => one !== current);
      const changed = { provider, from: current?.from ?? now, until: now, over: !fails };
      outagesHere = [...others, changed];
      schedule();
    },

    flush,

    /** The last 24 hours of all processes; while the store fails, as last read. Never rejects. */
    async lastDay(): Promise<LastDay> {
      await settle();
      const text = await store.get(PROVIDERS_KEY).catch(() => null);
      if (text !== null) lastRead = read(text);
      const { since, hours, outages } = lastRead;
      const now = clock.now();
      const recent = hours
        .filter(({ hour }) => isWithinDay(hour, now))
        .toSorted((one, other) => one.hour - other.hour);
      const byProvider = new Map<string, HourCounts[]>();
      for (const { hour, providers } of recent) {
        for (const [provider, counts] of Object.entries(providers)) {
          const known = byProvider.get(provider) ?? [];
          byProvider.set(provider, [...known, { at: hour * HOUR_MS, ...counts }]);
        }
      }
      return {
        since: Math.max(since, now - DAY_MS),
        providers: new Map(Object.entries(sumOf(recent.map(({ providers }) => providers)))),
        hours: byProvider,
        outages: joinOutages(outages, knownHere()).filter((one) => isOfLastWeek(one, now)),
      };
    },
  };
}

function sumOf(records: readonly Record<string, ProviderCounts>[]) {
  const sums: Record<string, ProviderCounts> = {};
  for (const [provider, counts] of records.flatMap((record) => Object.entries(record))) {
    const sum = (sums[provider] ??= { ...NONE });
    for (const field of ["answered", "refused", "failed", "ms"] as const)
      sum[field] += counts[field];
  }
  return sums;
}
