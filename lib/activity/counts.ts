import { z } from "zod";
import { AHEAD_MS } from "../time/stored-time.ts";

/** This is far more than is ever counted, and the sum of several is still a whole number. */
const MOST = 1e12;
export const HOUR_MS = 3_600_000;
const HOURS = 24;

/** A count in a store or a file. */
export const storedCount = z.int().min(0).max(MOST);

/** Milliseconds in all: a sum of fractions. */
export const storedSum = z.number().min(0).max(MOST);

/**
 * Changes the counts of an hour, which begin as `none`. Keeps a day of counts: those nearest to the hour,
 * since a clock that is wrong must not drop those of others.
 */
export function withHour<Counts extends { hour: number }>(
  hours: readonly Counts[],
  none: Counts,
  change: (known: Counts) => Counts,
): Counts[] {
  const known = hours.find(({ hour }) => hour === none.hour) ?? none;
  const others = hours.filter(({ hour }) => hour !== none.hour);
  const distance = ({ hour }: Counts) => Math.abs(hour - none.hour);
  return [change(known), ...others]
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, HOURS + 1);
}

/** Says whether an hour is one of the last day. */
export function isWithinDay(hour: number, now: number): boolean {
  return hour > hourOf(now) - HOURS && hour <= hourOf(now + AHEAD_MS);
}

export function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS);
}
