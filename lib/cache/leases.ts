import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Store } from "./stores/store.ts";

/** A lease outlives the death of its holder by this much at most. */
const LEASE_MS = 3_000;
const RENEW_MS = 1_000;
/** How long others wait for the value of a load that is over: it is written right after. */
const DONE_MS = 1_000;
/** How long others share a failure. */
const FAILED_MS = 2_000;
const FIRST_LOOK_MS = 15;
const LONGEST_LOOK_MS = 250;

/** Says what went wrong in another process. */
export interface FailureCodec {
  /** Null for a failure that is of no use to others. */
  encode(error: unknown): string | null;
  decode(text: string): Error | undefined;
  /** The other process took too long. */
  late(key: string): Error;
}

export interface LoadOptions<Value> {
  /** Loads the value; at most one process does at a time. */
  load(): Promise<Value>;
  /** Looks whether another process has brought a value meanwhile. */
  look(): Promise<Value | undefined>;
  /** How long to wait for another process at most, ms. */
  waitMs: number;
  /** Loads even when another process has just done so, in vain or not. */
  insist?: boolean;
}

export interface Leases {
  /**
   * Loads something once over all processes on the store: by `load` here, or as another process
   * brings it, or fails with what that process failed with. When the store cannot say who loads,
   * everybody does.
   */
  once<Value>(key: string, options: LoadOptions<Value>): Promise<Value>;
}

export interface LeasesOptions {
  /** Rejects when it fails: a lease that others cannot see is none. */
  store: Pick<Store, "get" | "compareAndSet">;
  failures: FailureCodec;
  random?: () => number;
}

const HELD = "held:";
const DONE = "done";
const FAILED = "failed:";

/** Leases in a store: whoever writes the key first loads; the others look for what comes of it. */
export function createLeases({ store, failures, random = Math.random }: LeasesOptions): Leases {
  /** What keeps this process from loading, or undefined once it holds the lease. */
  const take = async (key: string, mine: string, insist: boolean): Promise<string | undefined> => {
    const before = await store.get(key);
    const isHeld = before?.startsWith(HELD) === true;
    const isOver = before === DONE || before?.startsWith(FAILED) === true;
    if (before !== undefined && (isHeld || (isOver && !insist))) return before;
    return (await store.compareAndSet(key, before, mine, { ttlMs: LEASE_MS })) ? undefined : HELD;
  };

  const holding = async <Value>(
    key: string,
    mine: string,
    { load, look, insist = false }: LoadOptions<Value>,
  ) => {
    const renewal = setInterval(() => {
      store.compareAndSet(key, mine, mine, { ttlMs: LEASE_MS }).catch(() => undefined);
    }, RENEW_MS).unref();
    // Nobody here waits for the others to be told.
    const tell = (outcome: string | undefined, ttlMs: number) =>
      void store.compareAndSet(key, mine, outcome, { ttlMs }).catch(() => undefined);
    try {
      // Another may have begun and ended since this process last looked.
      const found = insist ? undefined : await look();
      const value = found ?? (await load());
      tell(DONE, DONE_MS);
      return value;
    } catch (error) {
      const text = failures.encode(error);
      tell(text === null ? undefined : FAILED + text, FAILED_MS);
      throw error;
    } finally {
      clearInterval(renewal);
    }
  };

  const sharedFailure = (text: string) =>
    text.startsWith(FAILED) ? failures.decode(text.slice(FAILED.length)) : undefined;

  return {
    async once(name, options) {
      const { load, look, waitMs, insist = false } = options;
      const key = `lease:${name}`;
      const mine = HELD + randomUUID();
      const end = performance.now() + waitMs;
      for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(lookMs * 1.6, LONGEST_LOOK_MS)) {
        let held: string | undefined;
        try {
          held = await take(key, mine, insist);
        } catch {
          return load();
        }
        if (held === undefined) return holding(key, mine, options);
        const found = await look();
        if (found !== undefined) return found;
        const failure = sharedFailure(held);
        if (failure !== undefined) throw failure;
        if (performance.now() >= end) throw failures.late(name);
        // Jitter, so that waiting processes do not look in step.
        await sleep(lookMs * (0.75 + random() / 2));
      }
    },
  };
}
