import { z } from "zod";
import { isAhead, storedTime } from "../clock.ts";

/** The name of a provider. What every object has, such as `constructor`, is none. */
export const providerName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.:_-]{0,299}$/i)
  .refine((name) => !(name in {}));

export const outageSchema = z.object({
  provider: providerName,
  from: storedTime,
  /** When it was last seen to fail, or when it had recovered. */
  until: storedTime,
  /** Whether it has recovered. Without that, a process may also have ended in between. */
  over: z.boolean(),
});
/** A time in which a provider had failed so often that it got no more calls, or few. */
export type Outage = z.infer<typeof outageSchema>;

/** Outages of one provider with less than this between them are one. */
const SAME_MS = 10 * 60_000;
/** Every process that sees an outage says so more often. */
const SEEN_MS = 60_000;
const WEEK_MS = 7 * 24 * 3_600_000;
/** So many are kept, the newest of all providers: about 4 kB. */
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

/** The one that knows more: that has seen the provider later, or has seen it recover. */
function laterOf(one: Outage, other: Outage): Outage {
  if (one.until === other.until) return one.over ? one : other;
  return one.until > other.until ? one : other;
}

/** Outages as far as they may have been. One from a clock that is ahead would last until then. */
export function pastOutages(outages: readonly Outage[], now: number): Outage[] {
  return outages
    .filter(({ from, until }) => !isAhead(from, now) && !isAhead(until, now))
    .map((outage) => {
      const until = Math.min(outage.until, now);
      return { ...outage, from: Math.min(outage.from, until), until };
    });
}

/** Whether it still lasts, as far as anyone knows. */
export function isOngoing({ until, over }: Outage, now: number): boolean {
  return !over && now - until < SEEN_MS;
}

export function isOfLastWeek({ until }: Outage, now: number): boolean {
  return now - until < WEEK_MS;
}
