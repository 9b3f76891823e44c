import { z } from "zod";
import { systemClock, type Clock } from "../clock.ts";
import { readJson, updateValue, type Store } from "../cache/stores/store.ts";
import { createFlushing, hourOf, isWithinDay, withHour } from "./activity.ts";

export const PROVIDERS_KEY = "providers:v1";
const DAY_MS = 24 * 3_600_000;
/** Requests are collected for this long before they are written. */
const FLUSH_MS = 10_000;

export type RequestOutcome = "answered" | "refused" | "failed";

const count = z.int().nonnegative();
const countsSchema = z.object({
  answered: count,
  refused: count,
  failed: count,
  /** The total time of requests with a response. */
  ms: z.number().nonnegative(),
});
/** The requests to one provider. */
export type ProviderCounts = z.infer<typeof countsSchema>;
export const NONE: ProviderCounts = { answered: 0, refused: 0, failed: 0, ms: 0 };

export const providersSchema = z.object({
  /** When the first request was counted. */
  since: z.number(),
  hours: z.array(z.object({ hour: count, providers: z.record(z.string(), countsSchema) })),
});
export type Recorded = z.infer<typeof providersSchema>;

export type ProviderRecord = ReturnType<typeof createProviderRecord>;

export interface LastDay {
  /** Since when requests are counted, in Unix milliseconds: 24 hours ago, or later. */
  since: number;
  providers: ReadonlyMap<string, ProviderCounts>;
}

/** The results of requests to providers by the hour, shared by all processes through the store. */
export function createProviderRecord(
  store: Store,
  { clock = systemClock, random = Math.random }: { clock?: Clock; random?: () => number } = {},
) {
  const startedAt = clock.now();
  let pending: Record<string, ProviderCounts> = {};
  let lastRead: LastDay = { since: startedAt, providers: new Map() };

  const read = (text: string | undefined): Recorded =>
    readJson(providersSchema, text) ?? { since: startedAt, hours: [] };

  const write = async () => {
    const counted = pending;
    if (Object.keys(counted).length === 0) return;
    pending = {};
    const hour = hourOf(clock.now());
    const change = (text: string | undefined) => {
      const { since, hours } = read(text);
      return JSON.stringify({
        since,
        hours: withHour(hours, { hour, providers: {} }, ({ providers }) => ({
          hour,
          providers: sumOf([providers, counted]),
        })),
      } satisfies Recorded);
    };
    await updateValue(store, PROVIDERS_KEY, change, { clock, random });
  };

  const { flush, schedule } = createFlushing(write, FLUSH_MS, clock);

  return {
    /** Counts one request. */
    note(provider: string, outcome: RequestOutcome, ms: number): void {
      const counts = (pending[provider] ??= { ...NONE });
      counts[outcome] += 1;
      if (outcome === "answered") counts.ms += ms;
      schedule();
    },

    flush,

    /** The last 24 hours of all processes; while the store fails, as last read. Never rejects. */
    async lastDay(): Promise<LastDay> {
      await flush();
      const text = await store.get(PROVIDERS_KEY).catch(() => null);
      if (text === null) return lastRead;
      const { since, hours } = read(text);
      const hour = hourOf(clock.now());
      const recent = hours.filter((one) => isWithinDay(one.hour, hour));
      lastRead = {
        since: Math.max(since, clock.now() - DAY_MS),
        providers: new Map(Object.entries(sumOf(recent.map(({ providers }) => providers)))),
      };
      return lastRead;
    },
  };
}

function sumOf(records: readonly Record<string, ProviderCounts>[]) {
  const sums: Record<string, ProviderCounts> = {};
  for (const [provider, counts] of records.flatMap((record) => Object.entries(record))) {
    const sum = (sums[provider] ??= { ...NONE });
    sum.answered += counts.answered;
    sum.refused += counts.refused;
    sum.failed += counts.failed;
    sum.ms += counts.ms;
  }
  return sums;
}
