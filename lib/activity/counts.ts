import { z } from "zod";

/** Far more than is ever counted, and few enough that the sum of several is still a whole number. */
const MOST = 1e12;

/** A count in a store or a file. */
export const storedCount = z.int().min(0).max(MOST);

/** Milliseconds in all: a sum of fractions. */
export const storedSum = z.number().min(0).max(MOST);

/** The name of a provider. What every object has, such as `constructor`, is none. */
export const providerName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.:_-]{0,299}$/i)
  .refine((name) => !(name in {}));

/** The sum of two, as one that can be read again. */
export function plus(one: number, other: number): number {
  return Math.min(MOST, one + other);
}
