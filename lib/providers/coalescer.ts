import { setTimeout as sleep } from "node:timers/promises";
import type { Pace } from "../limits/budget.ts";
import { createFairQueue, type Caller, type Priority } from "../limits/fair-queue.ts";
import { startDeadline, type Deadline } from "./deadline.ts";
import { requestWithFailover } from "./failover.ts";
import { UpstreamFailure, type CallName } from "./failure.ts";
import { planOf } from "./pace.ts";
import type { Upstream, UpstreamRequest } from "./upstream/request.ts";

/** Longest that one bulk call waits for its token and its response: as long as any lookup may take. */
const BULK_MS = 4_500;
/** Keys that come later than this after others left do not wait for company. */
const DENSE_MS = 1_500;
/** A key that may not wait still needs a moment to leave. */
const LEAVE_MS = 250;

/** Gives the value of one key, null for none, or throws what went wrong with that one. */
export type ReadKey<Key, Value> = (key: Key) => Value | null;

/** A host that takes single keys, and several in one call. */
export interface BulkHost<Key, Value> {
  upstream: Upstream;
  call: CallName;
  pace: () => Pace;
  /** The request for one key; also used for each key when a bulk request gets a 400. */
  single(key: Key): Promise<UpstreamRequest<Value>> | UpstreamRequest<Value>;
  /** The request for several keys. */
  bulk(
    keys: readonly Key[],
  ): Promise<UpstreamRequest<ReadKey<Key, Value>>> | UpstreamRequest<ReadKey<Key, Value>>;
}

/** A key that waits for its value. */
interface Waiter<Key, Value> {
  key: Key;
  caller: Caller;
  deadline: Deadline;
  /** Its call leaves: from now on it waits for the response. */
  leave(): void;
  resolve(value: Value | null): void;
  reject(error: unknown): void;
}

/** Requests one key from a host. */
export function requestOne<Key, Value>(
  { upstream, call, single }: BulkHost<Key, Value>,
  key: Key,
  deadline: Deadline,
): Promise<Value | null> {
  return upstream({ deadline, prepare: async () => single(key), ...call });
}

/**
 * Puts requests for single keys into bulk calls: a call leaves as soon as it gets its token, and takes
 * along the keys that came while it waited. With few tokens left it waits for a moment itself, to be
 * filled. It goes to the host that has a token first, and with the same keys to the next one when
 * that fails. Each key has its own deadline, which ends no other.
 */
export function createCoalescer<Key, Value>(
  hosts: readonly [BulkHost<Key, Value>, ...BulkHost<Key, Value>[]],
  most: number,
) {
  const queue = createFairQueue<Waiter<Key, Value>>();
  /** Priorities with a call that waits for its token. */
  const queued = new Set<Priority>();
  let leftAt = Number.NEGATIVE_INFINITY;
  let wake = () => {};

  const spent = (detail: string) => {
    const { retrySeconds: retryAfterSeconds } = planOf(hosts, most);
    return new UpstreamFailure("budget-spent", hosts[0].call, detail, { retryAfterSeconds });
  };

  /** The request for the keys that a call carries. */
  const requestFor = async (
    host: BulkHost<Key, Value>,
    keys: readonly Key[],
  ): Promise<UpstreamRequest<ReadKey<Key, Value>>> => {
    const [key, another] = keys;
    if (key === undefined) throw spent("no key waits any more");
    if (another !== undefined) return host.bulk(keys);
    const { read, ...request } = await host.single(key);
    return {
      ...request,
      read: (response) => {
        const value = read(response);
        return () => value;
      },
    };
  };

  /** Waits until the next call is full, or has waited for long enough. */
  const gathered = async () => {
    const milliseconds = planOf(hosts, most).gatherMs;
    const isDense = performance.now() - leftAt < DENSE_MS;
    if (!isDense || milliseconds === 0 || queue.size() >= most) return;
    const full = new AbortController();
    wake = () => full.abort();
    await sleep(milliseconds, undefined, { signal: full.signal }).catch(() => undefined);
  };

  const leave = async (priority: Priority) => {
    let taken: Waiter<Key, Value>[] | undefined;
    // Runs again for a retry and for the next host, with the same keys.
    const take = () => {
      if (taken === undefined) {
        queued.delete(priority);
        leftAt = performance.now();
        taken = queue.take(most);
        for (const waiter of taken) waiter.leave();
        begin();
      }
      return taken.map(({ key }) => key);
    };
    /** Gives what reads the values. One bad key fails a whole bulk call: then each is requested alone. */
    const requestFrom = async (host: BulkHost<Key, Value>, until: Deadline) => {
      try {
        const prepare = () => requestFor(host, take());
        const read = await host.upstream({ deadline: until, prepare, ...host.call });
        return ({ key }: Waiter<Key, Value>) => read?.(key) ?? null;
      } catch (error) {
        const isBulk = taken !== undefined && taken.length > 1;
        if (!isBulk || !(error instanceof UpstreamFailure) || error.status !== 400) throw error;
        return ({ key, deadline }: Waiter<Key, Value>) => requestOne(host, key, deadline);
      }
    };
    await gathered();
    const inTurn = planOf(hosts, most).hosts;
    try {
      const deadline = startDeadline(BULK_MS, { priority }, { patienceMs: Infinity });
      const valueOf = await requestWithFailover(inTurn, requestFrom, { deadline, share: 1 / 2 });
      for (const waiter of taken ?? []) {
        const value = (async () => valueOf?.(waiter) ?? null)();
        value.then(waiter.resolve, waiter.reject);
      }
    } catch (error) {
      queued.delete(priority);
      const failed = taken ?? queue.waiters().filter(({ caller }) => caller.priority === priority);
      for (const waiter of failed) {
        queue.remove(waiter);
        waiter.reject(error);
      }
    }
  };

  /** One call of each priority waits for a token; the first that gets one takes the most urgent keys. */
  const begin = () => {
    for (const { caller } of queue.waiters()) {
      const { priority } = caller;
      if (queued.has(priority)) continue;
      queued.add(priority);
      void leave(priority);
    }
    if (queue.size() >= most) wake();
  };

  /** Requests a key together with others that wait. */
  return (key: Key, deadline: Deadline): Promise<Value | null> => {
    const { gatherMs, mostWaiting } = planOf(hosts, most);
    const waitMs = deadline.waitMs();
    if (waitMs === 0 && gatherMs > 0) return Promise.reject(spent("it may not wait for a token"));
    const requestedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const value = new Promise<Value | null>((resolve, reject) => {
      const waiter: Waiter<Key, Value> = {
        key,
        caller: deadline.caller,
        deadline,
        leave() {
          clearTimeout(timer);
          deadline.waited(performance.now() - requestedAt);
          const tooSlow = () => reject(new UpstreamFailure("timeout", hosts[0].call, "too slow"));
          timer = setTimeout(tooSlow, deadline.remainingMs());
        },
        resolve,
        reject,
      };
      const giveUp = () => {
        deadline.waited(performance.now() - requestedAt);
        if (queue.remove(waiter)) reject(spent("no token in time"));
      };
      timer = setTimeout(giveUp, Math.max(LEAVE_MS, waitMs));
      queue.add(waiter);
      for (const lowest of queue.shed(mostWaiting)) lowest.reject(spent("too many wait"));
      begin();
    });
    return value.finally(() => clearTimeout(timer));
  };
}
