import { LRUCache } from "lru-cache";

/** What was done to a key while the real store could not be told. Never changed, only replaced. */
export interface Aside {
  /** What readers see until it expires; undefined: deleted. */
  readonly value: string | undefined;
  /** Epoch milliseconds; Infinity: never. */
  readonly expiresAt: number;
  /** What the real store held before, as far as that is known; undefined also for absent. */
  readonly base: string | undefined;
  /** For a counter that was only added to: how much. */
  readonly added?: number;
}

/** The keys that differ from the real store, bounded; the least recently used are given up first. */
export interface Detour {
  read(key: string): Aside | undefined;
  write(key: string, aside: Aside): void;
  /** Forgets what the real store has been told, but not what was done to the key since. */
  settle(key: string, told: Aside): void;
  keys(): string[];
  isEmpty(): boolean;
}

/** Roughly what V8 and lru-cache spend on an entry beside its strings. */
const OVERHEAD_BYTES = 250;

export function createDetour(maxBytes: number): Detour {
  const asides = new LRUCache<string, Aside>({ maxSize: maxBytes, sizeCalculation: bytesOf });

  return {
    read: (key) => asides.get(key),
    write: (key, aside) => void asides.set(key, aside),
    settle(key, told) {
      const current = asides.peek(key);
      if (current === undefined) return;
      if (current === told) asides.delete(key);
      else if (current.added !== undefined && told.added !== undefined) {
        asides.set(key, { ...current, added: current.added - told.added });
      }
    },
    keys: () => [...asides.keys()],
    isEmpty: () => asides.size === 0,
  };
}

function bytesOf({ value = "", base = "" }: Aside, key: string): number {
  return [key, value, base].reduce((sum, text) => sum + Buffer.byteLength(text), OVERHEAD_BYTES);
}
