import { setTimeout as sleep } from "node:timers/promises";
import { compareAndSet, type Store, type WriteOptions } from "./store.ts";

export interface UpdateOptions extends WriteOptions {
  /** How often to try before giving up. */
  attempts?: number;
  random?: () => number;
  wait?: (ms: number) => Promise<unknown>;
}

/**
 * Reads, changes and writes one value so that no concurrent change is lost, on any store.
 * `change` gets the current value and returns the next one (`undefined`: absent); it runs again
 * whenever someone else wrote in between, so it must be pure. Returning what it got writes nothing.
 * Resolves to the value left in the store; rejects when `attempts` writers in a row were faster.
 */
export async function updateValue(
  store: Pick<Store, "get" | "transact">,
  key: string,
  change: (current: string | undefined) => string | undefined,
  { attempts = 32, random = Math.random, wait = sleep, ...write }: UpdateOptions = {},
): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const current = await store.get(key);
    const next = change(current);
    if (next === current || (await compareAndSet(store, key, current, next, write))) return next;
    if (attempt >= attempts) throw new Error(`gave up updating a value after ${attempts} attempts`);
    // Full jitter: losers of one round must not meet again in the next.
    await wait(random() * Math.min(2 ** attempt, 100));
  }
}
