import { createHash, randomUUID } from "node:crypto";

/** Failures of so many distinct identifiers count against the provider. */
export const SEVERAL = 5;

/** The key of an identifier, which may be long. Null has another key each time. */
export function keyOf(about: string | null): string {
  return about === null ? randomUUID() : createHash("sha256").update(about).digest("base64");
}

/** Counts the identifiers with which something went wrong, each of them once, until they are several. */
export function createStreak() {
  const seen = new Set<string>();

  return {
    /** Notes an identifier, or null for none. True when they are several by now. */
    add(about: string | null): boolean {
      if (seen.size < SEVERAL) seen.add(keyOf(about));
      return seen.size >= SEVERAL;
    },

    /** Begins anew. */
    clear: () => seen.clear(),
  };
}
