import { createHash } from "node:crypto";

/** What happens with so many identifiers in a row is no longer about them. */
export const SEVERAL = 5;
/** Identifiers that are remembered. */
const KNOWN = 64;

/** Counts the identifiers with which something went wrong, each of them once; 64 are remembered. */
export function createStreak() {
  const known = new Set<string>();
  let count = 0;
  let unnamed = 0;

  return {
    /** Those that are new since the last restart. */
    count: () => count,

    /** Notes an identifier, which may be long, or null for none. True when they are several by now. */
    add(about: string | null): boolean {
      const key =
        about === null
          ? String((unnamed += 1))
          : createHash("sha256").update(about).digest("base64");
      if (!known.has(key)) {
        known.add(key);
        count += 1;
      }
      const [oldest] = known;
      if (known.size > KNOWN && oldest !== undefined) known.delete(oldest);
      return count >= SEVERAL;
    },

    /** Counts from here. Identifiers that are known already say nothing new. */
    restart: () => void (count = 0),

    /** Begins anew. */
    clear() {
      known.clear();
      count = 0;
    },
  };
}
