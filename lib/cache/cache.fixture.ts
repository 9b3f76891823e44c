import { afterEach, beforeEach, vi } from "vitest";
import { createCache, type Cache, type GetOptions } from "./cache.ts";
import { createMemoryStore } from "./stores/memory.ts";

export const SECOND = 1_000;
export const DAY = 86_400 * SECOND;

/** A cache that keeps 20 s fresh, a week stale and absences for 10 min. */
export function createTestCache(options: { random?: () => number } = {}): Cache<string> {
  const store = () => createMemoryStore({ maxBytes: 1_000_000 });
  return createCache<string>({
    name: "test:v1",
    store: store(),
    missing: store(),
    lifetimes: { freshMs: 20 * SECOND, keepMs: 7 * DAY, missingMs: 600 * SECOND },
    ...options,
  });
}

/** A cache, and what it asks for one key. */
export interface World {
  cache: Cache<string>;
  loads: number;
  /** What the next loads do. */
  upstream: () => Promise<string | null>;
  get(options?: GetOptions): ReturnType<Cache<string>["get"]>;
}

export function createWorld(): World {
  const cache = createTestCache();
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

/** Moves the clock; nothing is waited for. */
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
