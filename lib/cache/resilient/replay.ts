import type { Store } from "../stores/store.ts";
import type { Aside } from "./detour.ts";

/**
 * How a store that is back learns what was done without it. `overwrite`: the last word is right, as
 * in a cache. `add-missing`: what another process wrote meanwhile stays, as in a ledger; only what is
 * absent there, or unchanged since, is written. Counters are added to either way.
 */
export type Rejoin = "overwrite" | "add-missing";

/** What the real store holds of the key now; undefined when that is nothing, or not known. */
export type Told = { value: string | undefined; ttlMs: number };

/** Tells the real store one thing that was done without it. Rejects as the store does. */
export async function replay(
  store: Store,
  key: string,
  aside: Aside,
  { rejoin, now }: { rejoin: Rejoin; now: number },
): Promise<Told> {
  const { base, added } = aside;
  const ttlMs = aside.expiresAt - now;
  const value = ttlMs > 0 ? aside.value : undefined;
  if (added !== undefined) {
    if (value === undefined) return { value, ttlMs };
    return { value: String(await store.increment(key, added, { ttlMs })), ttlMs };
  }
  // For a deletion, any time to live will do.
  const options = value === undefined ? {} : { ttlMs };
  if (rejoin === "add-missing") {
    const written = await store.compareAndSet(key, base, value, options);
    return { value: written ? value : undefined, ttlMs };
  }
  if (value === undefined) await store.delete(key);
  else await store.set(key, value, options);
  return { value, ttlMs };
}
