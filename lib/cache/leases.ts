import { randomUUID } from "node:crypto";
import { isAhead } from "../time/stored-time.ts";
import { systemClock, type Clock } from "../time/clock.ts";
import { beside, type Step, type Store } from "./stores/store.ts";

/** A lease outlives its holder by at most this long. */
const LEASE_MS = 3_000;
const RENEW_MS = 1_000;
/** How long other processes share a failure. */
const FAILED_MS = 2_000;

/** Serializes failures for other processes. */
export interface FailureCodec {
  /** Null for a failure that must not be shared. */
  encode(error: unknown): string | null;
  decode(text: string): Error | undefined;
  /** For a load in another process that takes too long. */
  late(key: string): Error;
}

/** The right to load a key, held by one process at a time. */
export interface Lease {
  /** Writes what was loaded and ends the lease, in one command. */
  complete(text: string, ttlMs: number): Promise<void>;
  /** Ends the lease and shares the failure with the processes that wait. */
  fail(failure: unknown): void;
}

export type Attempt =
  | { kind: "granted"; lease: Lease }
  /** The store does not hold the entry that the caller has seen, but this text, or nothing any more. */
  | { kind: "changed"; text: string | undefined }
  /** Another process loads. */
  | { kind: "held" }
  /** Another process has just failed. */
  | { kind: "failed"; failure: Error };

const HELD = "held:";
const FAILED = "failed:";

/** Leases beside the values of a store: single flight across processes. */
export function createLeases(
  store: Pick<Store, "transact" | "set">,
  failures: FailureCodec,
  clock: Clock = systemClock,
) {
  const granted = (key: string, hold: { set: string; to: string; ttlMs: number }): Lease => {
    const { set: leaseKey } = hold;
    const holds: Step = { check: leaseKey, is: hold.to };
    let endRenewal = () => {};
    const renewLater = () => {
      endRenewal = clock.after(RENEW_MS, () => {
        store.transact([holds, hold]).catch(() => undefined);
        renewLater();
      });
    };
    renewLater();

    return {
      async complete(text, ttlMs) {
        endRenewal();
        const write: Step = { set: key, to: text, ttlMs };
        const { done } = await store.transact([holds, write, { set: leaseKey, to: undefined }]);
        // Another process has the lease by now, but the loaded value is still valid.
        if (!done) await store.set(key, text, { ttlMs });
      },
      fail(failure) {
        endRenewal();
        const text = failures.encode(failure);
        const to = text === null ? undefined : FAILED + text;
        store.transact([holds, { set: leaseKey, to, ttlMs: FAILED_MS }]).catch(() => undefined);
      },
    };
  };

  const attempt = async (
    key: string,
    seen: string | undefined,
    refresh: boolean,
  ): Promise<Attempt> => {
    const leaseKey = beside(key, "lease");
    const hold = { set: leaseKey, to: `${HELD}${clock.now()}:${randomUUID()}`, ttlMs: LEASE_MS };
    const unchanged: Step[] = refresh
      ? []
      : [seen === undefined ? { check: key, is: undefined } : { check: key, startsWith: seen }];
    const takeFrom = (before: string | undefined) =>
      store.transact([...unchanged, { check: leaseKey, is: before }, hold]);

    let outcome = await takeFrom(undefined);
    if (!outcome.done && isOver(outcome.found, refresh, clock.now()))
      outcome = await takeFrom(outcome.found);
    if (outcome.done) return { kind: "granted", lease: granted(key, hold) };
    const { found } = outcome;
    if (found?.startsWith(HELD)) return { kind: "held" };
    if (!found?.startsWith(FAILED)) return { kind: "changed", text: found };
    const failure = failures.decode(found.slice(FAILED.length));
    return failure === undefined ? { kind: "held" } : { kind: "failed", failure };
  };

  return {
    /**
     * Tries once to get the lease of a key, with one command that also checks the store for a new entry. A
     * failing store cannot grant leases: then every process may load.
     * @param seen How the entry begins that the caller knows; undefined when it knows none.
     * @param refresh Load whatever the store holds and however others have just failed.
     */
    attempt: (key: string, seen: string | undefined, refresh = false) =>
      attempt(key, seen, refresh).catch((): Attempt => ({ kind: "granted", lease: NO_LEASE })),
  };
}

const NO_LEASE: Lease = { complete: async () => undefined, fail: () => undefined };

/** Tells whether a lease is over: a failure does not stop a refresh, nor does a lease of a clock that is ahead. */
function isOver(found: string | undefined, refresh: boolean, now: number): boolean {
  if (found?.startsWith(FAILED)) return refresh;
  return found?.startsWith(HELD) === true && isAhead(Number(found.split(":")[1]), now);
}
