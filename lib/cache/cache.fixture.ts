import { afterEach, beforeEach, vi } from "vitest";
import { createCache, type Cache, type GetOptions } from "./cache.ts";
import { wasNotSent, type FailureCodec } from "./flights.ts";
import { createMemoryTier } from "./tiers.ts";
import { createMemoryStore } from "./stores/memory.ts";
import type { Clock } from "../time/clock.ts";
import type { Store } from "./stores/store.ts";

export const SECOND = 1_000;
export const DAY = 86_400 * SECOND;

export const codec: FailureCodec = {
  encode: (error) => (error instanceof Error && !wasNotSent(error) ? error.message : null),
  decode: (text) => new Error(`${text}, elsewhere`),
  late: (key) => new Error(`${key} is late`),
};

const down = () => Promise.reject(new Error("the store is down"));
/** A store on which every call fails; assigned to another, it makes that one fail. */
export const failingStore: Store = {
  kind: "memory",
  get: down,
  set: down,
  delete: down,
  transact: down,
  health: () => ({ ok: false }),
};

export interface TestCacheOptions {
  clock?: Clock;
  random?: () => number;
  /** Given to several caches, they are those of several processes. */
  store?: Store;
  onChange?: (tag: string) => void;
}

/** A cache that keeps 20 s fresh, a week stale and negative entries for 10 min. */
export function createTestCache(options: TestCacheOptions = {}): Cache<string> {
  return createCache<string>({
    name: "test:v1",
    store: createMemoryStore({ maxBytes: 1_000_000 }),
    tier: createMemoryTier({ entries: 1_000_000, failures: 1_000_000 }),
    failures: codec,
    lifetimes: { freshMs: 20 * SECOND, ttlMs: 7 * DAY, negativeMs: 600 * SECOND },
    ...options,
  });
}

/** A cache, and its loads of one key. */
export interface World {
  cache: Cache<string>;
  loads: number;
  /** The next loads do this. */
  upstream: () => Promise<string | null>;
  get(options?: GetOptions): ReturnType<Cache<string>["get"]>;
}

export function createWorld(options: TestCacheOptions = {}): World {
  const cache = createTestCache(options);
  const world: World = {
    cache,
    loads: 0,
    upstream: () => Promise.resolve("first"),
    get: (options) =>
      cache.get(
        "key",
        async () => {
          world.loads += 1;
          const value = await world.upstream();
          return value === null ? null : { value };
        },
        options,
      ),
  };
  return world;
}

export function fail(message = "upstream is down"): () => Promise<never> {
  return () => Promise.reject(new Error(message));
}

/** Moves the clock without waiting. */
export function pass(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
}

/** Stops the clock for each test of a file; `pass` moves it. */
export function stopClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-01-01T00:00:00Z") });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}
