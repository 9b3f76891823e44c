import { createMemoryStore } from "../../lib/cache/stores/memory.ts";
import type { Stores } from "../../lib/cache/open-stores.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Store } from "../../lib/cache/stores/store.ts";

/**
 * The stores that all simulated instances share, as they would a Redis, and the commands that one would
 * have received. Reads and transactions are one command each, as on Redis. There a budget step is a single script,
 * which is a read and a transaction here; and the log of changes is read when a message comes, while
 * here it is polled: neither is counted twice.
 */
export function createSharedStores(clock: Clock) {
  let commands = 0;
  const open = (): Store => {
    const store = createMemoryStore({ maxBytes: Number.MAX_SAFE_INTEGER, clock });
    const count = (key: string | undefined) => {
      if (key !== "changes:v1") commands += 1;
    };
    return {
      ...store,
      get(key) {
        count(key);
        return store.get(key);
      },
      set(key, ...rest) {
        count(key);
        return store.set(key, ...rest);
      },
      delete(key) {
        count(key);
        return store.delete(key);
      },
      transact(steps) {
        const [first] = steps;
        const isBudget =
          first !== undefined && "check" in first && first.check.startsWith("budget:");
        if (!isBudget) commands += 1;
        return store.transact(steps);
      },
    };
  };
  const stores: Stores = {
    description: "simulated",
    values: open(),
    textures: open(),
    coordination: open(),
    durable: open(),
    inspect: () => Promise.resolve(),
    committed: () => Promise.resolve(),
    health: () => ({ ok: true }),
    close: () => Promise.resolve(),
  };
  return { stores, commands: () => commands };
}
