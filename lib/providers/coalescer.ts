import type { Clock } from "../clock.ts";
import type { Capacity } from "../upstream-budget/budget.ts";
import { createFairQueue, type Caller, type Priority } from "../scheduling/queue.ts";
import { askInOrder, LOOKUP_MS, SHARES, startDeadline, type Deadline } from "./deadline.ts";
import { UpstreamFailure, type CallName } from "./failure.ts";
import type { Upstream, UpstreamRequest } from "./provider.ts";

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
  capacity: () => Capacity;
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
 * that fails, or with those whose values are not clear. Each key has its own deadline, which ends no other.
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

  const noToken = (detail: string, clock: Clock) => {
    const { retrySeconds: retryAfterSeconds } = batchingFor(hosts, most);
    const options = { retryAfterSeconds, clock };
    return new UpstreamFailure("budget-spent", hosts[0].call, detail, options);
  };

  /** Waits until the next call is full, or has waited for long enough. */
  const gathered = (clock: Clock) => {
    const { gatherMs } = batchingFor(hosts, most);
    const isDense = clock.monotonic() - leftAt < DENSE_MS;
    if (!isDense || gatherMs === 0 || queue.size() >= most) return undefined;
    return new Promise<void>((resolve) => {
      const cancel = clock.after(gatherMs, resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });
  };

  const leave = async (priority: Priority, clock: Clock) => {
    let taken: Waiter<Key, Value>[] | undefined;
    // Runs again for a retry and for the next host, with the same keys.
    const take = () => {
      if (taken === undefined) {
        queued.delete(priority);
        leftAt = clock.monotonic();
        taken = queue.take(most);
        for (const waiter of taken) waiter.leave();
        begin(clock);
      }
      return taken.map(({ key }) => key);
    };
    /** The request for the keys that the call carries. */
    const requestOf = async (
      host: BulkHost<Key, Value>,
    ): Promise<UpstreamRequest<ReadKey<Key, Value>>> => {
      const [key, ...others] = take();
      if (key === undefined) throw noToken("no key waits any more", clock);
      if (others.length > 0) return host.bulk([key, ...others]);
      const { read, ...request } = await host.single(key);
      return {
        ...request,
        read(response) {
          const value = read(response);
          return () => value;
        },
      };
    };
    /** Gives each key its value; throws while there are keys left whose values are not clear. */
    const giveValues = (read: ReadKey<Key, Value> | null) => {
      let unclear: UpstreamFailure | undefined;
      taken = taken?.filter(({ key, resolve }) => {
        try {
          resolve(read?.(key) ?? null);
          return false;
        } catch (error) {
          if (!(error instanceof UpstreamFailure)) throw error;
          unclear = error;
          return true;
        }
      });
      if (unclear !== undefined) throw unclear;
    };
    /** One bad key may fail a whole bulk call: then each is requested alone. */
    const requestFrom = async (host: BulkHost<Key, Value>, until: Deadline) => {
      try {
        const prepare = () => requestOf(host);
        giveValues(await host.upstream({ deadline: until, prepare, ...host.call }));
      } catch (error) {
        const isBulk = taken !== undefined && taken.length > 1;
        if (!isBulk || !(error instanceof UpstreamFailure) || error.status !== 400) throw error;
        for (const { key, deadline, resolve, reject } of taken ?? []) {
          requestOne(host, key, deadline).then(resolve, reject);
        }
      }
      return true;
    };
    await gathered(clock);
    const inTurn = batchingFor(hosts, most).hosts;
    try {
      // Longer than any of its keys may wait.
      const deadline = startDeadline(LOOKUP_MS, { priority }, { waitMs: Infinity, clock });
      await askInOrder(inTurn, requestFrom, { deadline, share: SHARES.equalHosts });
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
  const begin = (clock: Clock) => {
    for (const { caller } of queue.waiters()) {
      if (queued.has(caller.priority)) continue;
      queued.add(caller.priority);
      void leave(caller.priority, clock);
    }
    if (queue.size() >= most) wake();
  };

  /** Requests a key together with others that wait. */
  return (key: Key, deadline: Deadline): Promise<Value | null> => {
    const { caller, clock } = deadline;
    const { gatherMs, mostWaiting } = batchingFor(hosts, most);
    const waitMs = deadline.waitMs();
    if (waitMs === 0 && gatherMs > 0) {
      return Promise.reject(noToken("it may not wait for a token", clock));
    }
    const requestedAt = clock.monotonic();
    let cancelTimer = () => {};
    const value = new Promise<Value | null>((resolve, reject) => {
      const stopWaiting = () => {
        cancelTimer();
        deadline.waited(clock.monotonic() - requestedAt);
      };
      const waiter: Waiter<Key, Value> = {
        key,
        caller,
        deadline,
        leave() {
          stopWaiting();
          const tooSlow = () => reject(new UpstreamFailure("timeout", hosts[0].call, "too slow"));
          cancelTimer = clock.after(deadline.remainingMs(), tooSlow);
        },
        resolve,
        reject,
      };
      cancelTimer = clock.after(Math.max(LEAVE_MS, waitMs), () => {
        stopWaiting();
        if (queue.remove(waiter)) reject(noToken("no token in time", clock));
      });
      queue.add(waiter);
      for (const lowest of queue.shed(mostWaiting)) lowest.reject(noToken("too many wait", clock));
      begin(clock);
    });
    return value.finally(() => cancelTimer());
  };
}

/** With so many calls left, or half of the burst, none has to be filled. */
const PLENTY = 15;
/** How long a call waits to be filled when none is left after it: longer than until the next token. */
const GATHER_MS = 1_400;
const GATHER_TOKENS = 1.12;
/** A key that has to wait for longer is better refused at once. */
const WAIT_SECONDS = 2;
/** No more keys than this may wait, however much may be requested. */
const MOST_WAITING = 5_000;

/** How keys are put into the calls of hosts with the same data, the first of them preferred. */
export function batchingFor<Host extends { capacity: () => Capacity }>(
  hosts: readonly Host[],
  keysPerCall: number,
) {
  const all = hosts.map((host) => ({ host, ...host.capacity() }));
  const readyIn = ({ tokens, rate, pausedForSeconds }: Capacity) =>
    Math.max(pausedForSeconds, Math.max(0, 1 - tokens) / rate);
  const usable = all.filter(({ pausedForSeconds }) => pausedForSeconds <= WAIT_SECONDS);
  const sum = (field: "tokens" | "rate" | "burst") =>
    usable.reduce((total, capacity) => total + capacity[field], 0);
  const plenty = Math.min(PLENTY, sum("burst") / 2);
  const missing = plenty === 0 ? 0 : Math.min(1, Math.max(0, 1 - sum("tokens") / plenty));
  const calls = Math.floor(sum("tokens") + sum("rate") * WAIT_SECONDS);
  const soonest = Math.min(...all.map(readyIn));
  return {
    /** Every host, the one that may be called first at the beginning. */
    hosts: all.toSorted((one, other) => readyIn(one) - readyIn(other)).map(({ host }) => host),
    /** How long the next call waits to be filled, when others have just left. */
    gatherMs: missing * Math.min(GATHER_MS, (1_000 * GATHER_TOKENS) / sum("rate")),
    /** Keys that can be requested in time. */
    mostWaiting: Math.min(MOST_WAITING, Math.max(1, calls) * keysPerCall),
    /** When one more key could be taken. */
    retrySeconds: Math.max(1, Math.ceil(usable.length > 0 ? 1 / sum("rate") : soonest)),
  };
}
