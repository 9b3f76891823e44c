import { compareAndSet, type Store } from "../cache/stores/store.ts";
import { secondsOf, TURN_MS, type Turns } from "./turns.ts";

const TAKEN = "taken";

/** Turns on a store: whoever writes the key first has the turn until it expires. */
export function createStoreTurns(store: Store): Turns {
  const keyOf = (key: string) => `refresh:${key}`;
  const write = (key: string, ttlMs: number) =>
    compareAndSet(store, keyOf(key), undefined, TAKEN, { ttlMs });

  return {
    async take(key) {
      if (await write(key, TURN_MS)) return { granted: true };
      const leftMs = (await store.timeToLive(keyOf(key))) ?? 0;
      return { granted: false, retryAfterSeconds: secondsOf(leftMs) };
    },
    async giveBack(key) {
      await store.delete(keyOf(key));
    },
    async note(key, leftMs) {
      await write(key, leftMs);
    },
  };
}
