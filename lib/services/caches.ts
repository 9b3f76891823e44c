import { createCache, type Cache, type Lifetimes } from "../cache/cache.ts";
import { createChanges } from "../cache/changes.ts";
import { createMemoryTier } from "../cache/tiers.ts";
import { FRESH_MS } from "../freshness.ts";
import { createResponses } from "../http/responses.ts";
import { createFailureCodec } from "../providers/failure.ts";
import type { Base } from "./base.ts";

/** A process looks this often for what others changed; a look at a Redis costs more. */
const CHANGES_MS = 25;
const REMOTE_CHANGES_MS = 250;

export type Caches = ReturnType<typeof createCaches>;

/** Responses and values in memory, and what other processes change of them. */
export function createCaches({ configuration, stores, memory, clock, random }: Base) {
  const { PROFILE_STALE_SECONDS: staleSeconds } = configuration;
  const responses = createResponses({ maxBytes: memory.responses, staleSeconds, clock });
  const tier = createMemoryTier(memory);
  const others: (() => void)[] = [];
  const changes = createChanges({
    store: stores.coordination,
    listener: {
      forget(tag) {
        tier.entries.delete(tag);
        responses.forget(tag);
      },
      forgetAll() {
        tier.entries.clear();
        responses.forgetAll();
        for (const clear of others) clear();
      },
    },
    recentMs: stores.isShared ? REMOTE_CHANGES_MS : CHANGES_MS,
    channel: stores.channel,
    clock,
    random,
  });
  const failures = createFailureCodec(clock);

  const profile: Lifetimes = {
    freshMs: configuration.PROFILE_FRESH_SECONDS * 1_000,
    ttlMs: staleSeconds * 1_000,
    negativeMs: configuration.MISSING_SECONDS * 1_000,
  };
  const { name, texture } = FRESH_MS;
  const lifetimes = {
    profile,
    name: { ...profile, freshMs: name, ttlMs: Math.max(name, profile.ttlMs) },
    texture: { ...profile, freshMs: texture, ttlMs: texture },
  };

  /** Opens the cache of one kind of value. */
  const open = <Value>(
    prefix: string,
    kind: keyof typeof lifetimes,
    isValue: (key: string, value: unknown) => boolean,
    store = stores.values,
  ): Cache<Value> =>
    createCache<Value>({
      name: prefix,
      isValue,
      store,
      tier,
      lifetimes: lifetimes[kind],
      failures,
      onChange: changes.note,
      clock,
      random,
    });

  return {
    responses,
    changes,
    open,
    missingMs: profile.negativeMs,
    /** Registers something else that is cleared when all memory is. */
    clearWithAll: (clear: () => void) => void others.push(clear),
  };
}
