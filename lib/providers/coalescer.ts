import { setTimeout as sleep } from "node:timers/promises";
import type { Pace } from "../limits/budget.ts";
import { createFairQueue, type Caller, type Priority } from "../limits/fair-queue.ts";
import { startDeadline, type Deadline } from "./deadline.ts";
import { UpstreamFailure, type CallName } from "./failure.ts";
import type { Upstream, UpstreamRequest } from "./upstream/request.ts";

/** Longest that one bulk call waits for its token and its response: as long as any lookup may take. */
const BULK_MS = 6_000;
/** Keys that come this soon after others left are gathered a moment, since more will follow. */
const DENSE_MS = 50;
const GATHER_MS = 15;

/** Gives the value of one key, null for none, or throws what went wrong with that one. */
export type ReadKey<Key, Value> = (key: Key) => Value | null;

export interface CoalescerOptions<Key, Value> {
  upstream: Upstream;
  call: CallName;
  /** Keys that one bulk call may carry. */
  most: number;
  pace?: (() => Pace) | undefined;
  /** The request for one key; also used for each key when a bulk request gets a 400. */
  single(key: Key): Promise<UpstreamRequest<Value>> | UpstreamRequest<Value>;
  /** The request for several keys. */
  bulk(
    keys: readonly Key[],
  ): Promise<UpstreamRequest<ReadKey<Key, Value>>> | UpstreamRequest<ReadKey<Key, Value>>;
}

const UNHURRIED = () => ({ scarce: false, mostWaiting: 1_000 });

/** A key that waits for its value. */
interface Waiter<Key, Value> {
  key: Key;
  caller: Caller;
  deadline: Deadline;
  resolve(value: Value | null): void;
  reject(error: unknown): void;
}

/**
 * Puts requests for single keys into bulk calls: a call leaves as soon as it gets its token, and takes
 * along the keys that came while it waited. Each key has its own deadline, which ends no other.
 */
export function createCoalescer<Key, Value>(options: CoalescerOptions<Key, Value>) {
  const { upstream, call, most, pace = UNHURRIED } = options;
  const queue = createFairQueue<Waiter<Key, Value>>();
  /** Priorities with a call that waits for its token. */
  const queued = new Set<Priority>();
  let leftAt = Number.NEGATIVE_INFINITY;

  const single = (key: Key, deadline: Deadline): Promise<Value | null> =>
    upstream({ ...call, expects: "json", deadline, prepare: async () => options.single(key) });

  /** The request for the keys that a call carries. */
  const requestFor = async (
    keys: readonly Key[],
  ): Promise<UpstreamRequest<ReadKey<Key, Value>>> => {
    const [key, another] = keys;
    if (key === undefined) throw spent("no key waits any more");
    if (another !== undefined) return options.bulk(keys);
    const { read, ...request } = await options.single(key);
    return {
      ...request,
      read: (response) => {
        const value = read(response);
        return () => value;
      },
    };
  };

  const leave = async (priority: Priority) => {
    let taken: Waiter<Key, Value>[] | undefined;
    // Runs again for a retry, with the same keys.
    const prepare = () => {
      if (taken === undefined) {
        queued.delete(priority);
        leftAt = performance.now();
        taken = queue.take(most);
        begin();
      }
      return requestFor(taken.map(({ key }) => key));
    };
    try {
      const dense = performance.now() - leftAt < DENSE_MS;
      if (dense && pace().scarce) await sleep(GATHER_MS);
      const deadline = startDeadline(BULK_MS, { priority });
      const read = await upstream({ ...call, expects: "json", deadline, prepare });
      for (const waiter of taken ?? []) settle(waiter, () => read?.(waiter.key) ?? null);
    } catch (error) {
      if (taken !== undefined && taken.length > 1 && isBadRequest(error)) {
        for (const { key, deadline, resolve, reject } of taken) {
          single(key, deadline).then(resolve, reject);
        }
        return;
      }
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
  };

  const spent = (detail: string) =>
    new UpstreamFailure("budget-spent", call, detail, { retryAfterSeconds: 5 });

  const together = (key: Key, deadline: Deadline): Promise<Value | null> => {
    let timer: NodeJS.Timeout | undefined;
    const value = new Promise<Value | null>((resolve, reject) => {
      const waiter = { key, caller: deadline.caller, deadline, resolve, reject };
      timer = setTimeout(() => {
        const isWaiting = queue.remove(waiter);
        reject(
          isWaiting ? spent("no token in time") : new UpstreamFailure("timeout", call, "too slow"),
        );
      }, deadline.remainingMs());
      queue.add(waiter);
      for (const lowest of queue.shed(pace().mostWaiting)) lowest.reject(spent("too many wait"));
      begin();
    });
    return value.finally(() => clearTimeout(timer));
  };

  return { single, together };
}

function settle<Value>(
  { resolve, reject }: Pick<Waiter<unknown, Value>, "resolve" | "reject">,
  read: () => Value | null,
): void {
  try {
    resolve(read());
  } catch (error) {
    reject(error);
  }
}

function isBadRequest(error: unknown): boolean {
  return error instanceof UpstreamFailure && error.status === 400;
}
