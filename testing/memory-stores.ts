import type { Stores } from "../lib/cache/open-stores.ts";
import { grantsInStore } from "../lib/cache/stores/grants.ts";
import { createMemoryStore } from "../lib/cache/stores/memory.ts";

/** Stores in memory, which outlive the services that use them: for tests with many services, which are not about files. */
export function memoryStores(): Stores {
  const open = () => createMemoryStore({ maxBytes: 16 * 2 ** 20 });
  const coordination = open();
  return {
    description: "memory of the test",
    values: open(),
    textures: open(),
    coordination,
    durable: open(),
    isShared: false,
    limits: coordination,
    grants: grantsInStore(coordination),
    inspect: () => Promise.resolve(),
    committed: () => Promise.resolve(),
    health: () => ({ ok: true }),
    close: () => Promise.resolve(),
  };
}
