import { isAhead } from "../../time/stored-time.ts";
import { systemClock } from "../../time/clock.ts";
import type { Store } from "./store.ts";

/** How long a key is granted. */
export const GRANT_MS = 3_600_000;

/**
 * Keys that are granted once an hour, to the first who asks, for all processes on a store. Every method rejects when it
 * cannot know which keys others hold.
 */
export interface Grants {
  /** Grants the key for an hour, unless it is granted already. */
  take(key: string): Promise<{ granted: true } | { granted: false; leftMs: number }>;
  giveBack(key: string): Promise<void>;
}

/** Every key of a grant begins with this. */
export const GRANTS_PREFIX = "refresh:";

/** Grants in a store, where the key of each is there until its hour is over, and holds when that is. */
export function grantsInStore(store: Store, clock = systemClock): Grants {
  const keyOf = (key: string) => GRANTS_PREFIX + key;

  return {
    async take(key) {
      const grant = { set: keyOf(key), to: String(clock.now() + GRANT_MS), ttlMs: GRANT_MS };
      const takeFrom = (is: string | undefined) =>
        store.transact([{ check: keyOf(key), is }, grant]);
      let outcome = await takeFrom(undefined);
      if (outcome.done) return { granted: true };
      // A grant from a clock that is ahead, or was set back since, would last until that time.
      if (isAhead(Number(outcome.found) - GRANT_MS, clock.now()))
        outcome = await takeFrom(outcome.found);
      if (outcome.done) return { granted: true };
      // Another program may have written something that is no time.
      return { granted: false, leftMs: Number(outcome.found) - clock.now() || GRANT_MS };
    },
    giveBack: (key) => store.delete(keyOf(key)),
  };
}
