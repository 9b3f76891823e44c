import { createMemoryStore } from "../stores/memory.ts";

/** A bounded copy of what was read from and written to a store, for the time when it fails. */
export interface Mirror {
  get(key: string): Promise<string | undefined>;
  timeToLive(key: string): Promise<number | undefined>;
  /**
   * Notes what the store holds now; undefined: nothing. Without `ttlMs` the time to live is not known:
   * that of the same value stays, and any other is kept until it is crowded out.
   */
  note(key: string, value: string | undefined, ttlMs?: number): Promise<void>;
}

export function createMirror(maxBytes: number, now: () => number): Mirror {
  const copy = createMemoryStore({ maxBytes, now });

  return {
    get: (key) => copy.get(key),
    timeToLive: (key) => copy.timeToLive(key),
    async note(key, value, ttlMs) {
      if (value === undefined || (ttlMs !== undefined && ttlMs <= 0)) {
        await copy.delete(key);
      } else if (ttlMs !== undefined || (await copy.get(key)) !== value) {
        // What does not fit is not mirrored.
        await copy
          .set(key, value, ttlMs === undefined ? {} : { ttlMs })
          .catch(() => copy.delete(key));
      }
    },
  };
}

/** For a store whose reads go on when its writes fail. */
export const noMirror: Mirror = {
  get: async () => undefined,
  timeToLive: async () => undefined,
  note: async () => undefined,
};
