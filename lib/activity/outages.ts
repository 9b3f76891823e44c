import { z } from "zod";
import { storedTime } from "../time/stored-time.ts";

/** The name of a provider. A property that every object has, such as `constructor`, cannot be one. */
export const providerName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.:_-]{0,299}$/i)
  .refine((name) => !(name in {}));

export const outageSchema = z.object({
  provider: providerName,
  from: storedTime,
  /** The time at which it was last seen to fail, or had recovered. */
  until: storedTime,
  /** It has recovered. If this is false, the process that saw it may also have ended. */
  over: z.boolean(),
});
/** A time in which a provider had failed so often that it got no more calls, or few. */
export type Outage = z.infer<typeof outageSchema>;

/** Outages of one provider with less than this between them are one. */
const SAME_MS = 10 * 60_000;
/** Every process that sees an outage says so more often. */
const SEEN_MS = 60_000;
const WEEK_MS = 7 * 24 * 3_600_000;
/** The newest outages of all providers are kept: about 4 kB. */
const KEPT = 40;

/** The outages of several lists, newest first. Joining them again changes nothing. */
export function joinOutages(...lists: (readonly Outage[])[]): Outage[] {
  const joined = new Map<string, Outage[]>();
  for (const outage of lists.flat().toSorted((one, other) => one.from - other.from)) {
    const before = joined.get(outage.provider) ?? [];
    const last = before.at(-1);
    if (last !== undefined && outage.from - last.until < SAME_MS) {
      before.splice(-1, 1, { ...laterOf(last, outage), from: last.from });
    } else before.push(outage);
    joined.set(outage.provider, before);
  }
  return [...joined.values()]
    .flat()
    .toSorted((one, other) => other.from - one.from || (one.provider < other.provider ? -1 : 1))
    .slice(0, KEPT);
}

/** The report that knows more has seen the provider later, or has seen it recover. */
function laterOf(one: Outage, other: Outage): Outage {
  if (one.until === other.until) return one.over ? one : other;
  return one.until > other.until ? one : other;
}

/**
 * Outages as of now: the clock of the process that noted one may be ahead. One that is noted further ahead
 * than processes report does not count as ongoing, or it would last until its time has come.
 */
export function outagesUntil(outages: readonly Outage[], now: number): Outage[] {
  return outages.map((outage) => ({
    ...outage,
    from: Math.min(outage.from, now),
    until: Math.min(outage.until, now),
    over: outage.over || outage.until - now > SEEN_MS,
  }));
}

/** Says whether an outage still lasts, as far as any process knows. */
export function isOngoing({ until, over }: Outage, now: number): boolean {
  return !over && now - until < SEEN_MS;
}

export function isOfLastWeek({ until }: Outage, now: number): boolean {
  return now - until < WEEK_MS;
}
