import { randomUUID } from "node:crypto";
import type { Store } from "../cache/stores/store.ts";

/** One forced refresh in this time, for each client and for each profile. */
export const REFRESH_SECONDS = 3_600;

export interface Turn {
  granted: true;
  /** Undoes the turn; for a refresh that did not happen. */
  giveBack(): Promise<void>;
}

export interface RefusedTurn {
  granted: false;
  retryAfterSeconds: number;
}

export interface RefreshLimit {
  /** Takes the turn of all keys, or of none. */
  take(keys: readonly string[]): Promise<Turn | RefusedTurn>;
}

/** The refresh limit on a store: whoever writes the key first has the turn until it expires. */
export function createRefreshLimit(store: Store): RefreshLimit {
  return {
    async take(keys) {
      const token = randomUUID();
      const taken: string[] = [];
      const giveBack = async () => {
        // Only our own turn: the key may have expired and be another's by now.
        await Promise.all(taken.map((key) => store.compareAndSet(key, token, undefined)));
      };
      for (const name of new Set(keys)) {
        const key = `refresh:${name}`;
        const ttlMs = REFRESH_SECONDS * 1_000;
        if (await store.compareAndSet(key, undefined, token, { ttlMs })) {
          taken.push(key);
          continue;
        }
        await giveBack();
        const leftMs = (await store.timeToLive(key)) ?? 1_000;
        const seconds = Math.min(REFRESH_SECONDS, Math.max(1, Math.ceil(leftMs / 1_000)));
        return { granted: false, retryAfterSeconds: seconds };
      }
      return { granted: true, giveBack };
    },
  };
}
