import { createMemoryStore } from "./stores/memory.ts";
import type { Store } from "./stores/store.ts";

export interface ResilientOptions {
  /** Bound of what is kept in memory meanwhile. */
  maxBytes: number;
  /** Called once when the store begins to fail and once when it works again. */
  onChange(state: { ok: boolean; error?: unknown }): void;
}

/**
 * A store that never rejects: while the real one fails, what is written is kept in memory and read
 * from there, and goes back to the real one key by key as it is written again.
 */
export function createResilientStore(
  store: Store,
  { maxBytes, onChange }: ResilientOptions,
): Store {
  const memory = createMemoryStore({ maxBytes });
  let failing = false;
  let detour = false;

  const noteState = (ok: boolean, error?: unknown) => {
    if (failing !== ok) return;
    failing = !ok;
    onChange(ok ? { ok } : { ok, error });
  };

  const attempt = async <Value>(real: () => Promise<Value>, instead: () => Promise<Value>) => {
    try {
      const value = await real();
      noteState(true);
      return value;
    } catch (error) {
      // What no store would take is the caller's mistake, not a failure of this one.
      if (error instanceof RangeError) throw error;
      noteState(false, error);
      detour = true;
      return instead();
    }
  };

  /** A write that reached the real store outdates what memory holds of that key. */
  const written = async (key: string) => {
    if (detour) await memory.delete(key);
  };

  return {
    kind: store.kind,

    async get(key) {
      const kept = detour ? await memory.get(key) : undefined;
      return (
        kept ??
        attempt(
          () => store.get(key),
          () => memory.get(key),
        )
      );
    },

    set: (key, value, options) =>
      attempt(
        async () => {
          await store.set(key, value, options);
          await written(key);
        },
        () => memory.set(key, value, options),
      ),

    delete: (key) =>
      attempt(
        async () => {
          const kept = detour && (await memory.delete(key));
          return (await store.delete(key)) || kept;
        },
        () => memory.delete(key),
      ),

    async compareAndSet(key, expected, next, options) {
      if (detour && (await memory.get(key)) !== undefined) {
        return memory.compareAndSet(key, expected, next, options);
      }
      return attempt(
        () => store.compareAndSet(key, expected, next, options),
        async () => {
          // The real value may still be readable; memory must not contradict it.
          const current = await store.get(key).catch(() => undefined);
          if (current !== expected) return false;
          if (next === undefined) return memory.delete(key);
          await memory.set(key, next, options);
          return true;
        },
      );
    },

    increment: (key, by, options) =>
      attempt(
        () => store.increment(key, by, options),
        () => memory.increment(key, by, options),
      ),

    async timeToLive(key) {
      const kept = detour ? await memory.timeToLive(key) : undefined;
      return (
        kept ??
        attempt(
          () => store.timeToLive(key),
          () => memory.timeToLive(key),
        )
      );
    },

    health: () => store.health(),
    close: () => store.close(),
  };
}
