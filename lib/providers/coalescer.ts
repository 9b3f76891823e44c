import { setTimeout as sleep } from "node:timers/promises";
import { createFairQueue, type Caller, type Priority } from "../limits/fair-queue.ts";
import type { Pace } from "../limits/budget.ts";
import { startDeadline, type Deadline } from "./deadline.ts";
import { UpstreamFailure } from "./failure.ts";
import type { Question } from "./upstream/request.ts";

/** Longest that one batch waits for its turn and its answer: as long as any lookup may take. */
const BATCH_MS = 6_000;
/** Keys that come this soon after others left are gathered a moment, since more will follow. */
const DENSE_MS = 50;
const GATHER_MS = 15;

export interface CoalescerOptions<Key, Value> {
  /** For the failures it throws. */
  call: { provider: string; operation: string };
  /** Keys that one call may carry. */
  most: number;
  pace?: () => Pace;
  /**
   * Sends one call. `take` gives the keys to ask for, at least one; it is to be called when the call
   * may leave, and gives the same keys when it is called again. What comes back reads the answer
   * for one key, and may throw what went wrong with that one.
   */
  send(take: () => readonly Key[], deadline: Deadline): Promise<Read<Key, Value>>;
  /** Asks for one key: for when a call was refused because one of many is invalid (400). */
  single(key: Key, deadline: Deadline): Promise<Value | null>;
}

const UNHURRIED = () => ({ scarce: false, mostWaiting: 1_000 });

type Read<Key, Value> = (key: Key) => Value | null;

/** A key that waits for its value. */
interface Waiter<Key, Value> {
  key: Key;
  caller: Caller;
  deadline: Deadline;
  resolve(value: Value | null): void;
  reject(error: unknown): void;
}

/**
 * Lets questions about single keys leave together: the first leaves as soon as it may, and while it
 * waits for its turn, others get on. Each key has its own deadline, which ends no other.
 */
export function createCoalescer<Key, Value>(options: CoalescerOptions<Key, Value>) {
  const { call, most, pace = UNHURRIED, send, single } = options;
  const queue = createFairQueue<Waiter<Key, Value>>();
  /** Priorities with a call that waits for its turn. */
  const queued = new Set<Priority>();
  let leftAt = Number.NEGATIVE_INFINITY;

  const answer = ({ key, resolve, reject }: Waiter<Key, Value>, read: Read<Key, Value>) => {
    try {
      resolve(read(key));
    } catch (error) {
      reject(error);
    }
  };

  const leave = async (priority: Priority) => {
    let taken: Waiter<Key, Value>[] | undefined;
    const take = () => {
      if (taken === undefined) {
        queued.delete(priority);
        leftAt = performance.now();
        taken = queue.take(most);
        begin();
      }
      if (taken.length === 0) throw spent("no key waits any more");
      return taken.map(({ key }) => key);
    };
    try {
      const dense = performance.now() - leftAt < DENSE_MS;
      if (dense && pace().scarce) await sleep(GATHER_MS);
      const read = await send(take, startDeadline(BATCH_MS, { priority }));
      for (const waiter of taken ?? []) answer(waiter, read);
    } catch (error) {
      if (taken !== undefined && taken.length > 1 && isRefusalOfOne(error)) {
        for (const { key, deadline, resolve, reject } of taken) {
          single(key, deadline).then(resolve, reject);
        }
        return;
      }
      queued.delete(priority);
      const concerned =
        taken ?? queue.waiters().filter(({ caller }) => caller.priority === priority);
      for (const waiter of concerned) {
        queue.remove(waiter);
        waiter.reject(error);
      }
    }
  };

  /** One call for each priority waits for its turn; whichever gets it takes who matters most. */
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

  return (key: Key, deadline: Deadline): Promise<Value | null> =>
    new Promise((resolve, reject) => {
      const settled = <Result>(settle: (result: Result) => void) => {
        return (result: Result) => {
          clearTimeout(timer);
          settle(result);
        };
      };
      const waiter: Waiter<Key, Value> = {
        key,
        caller: deadline.caller,
        deadline,
        resolve: settled(resolve),
        reject: settled(reject),
      };
      const timer = setTimeout(() => {
        const isWaiting = queue.remove(waiter);
        reject(
          isWaiting ? spent("waited in vain") : new UpstreamFailure("timeout", call, "too slow"),
        );
      }, deadline.remainingMs());
      queue.add(waiter);
      for (const { reject } of queue.shed(pace().mostWaiting)) reject(spent("too many wait"));
      begin();
    });
}

function isRefusalOfOne(error: unknown): boolean {
  return error instanceof UpstreamFailure && error.status === 400;
}

/** The question about one key, as `send` needs it. */
export function forOne<Value>(question: Question<Value>): Question<() => Value | null> {
  return {
    ...question,
    read: (answer) => {
      const value = question.read(answer);
      return () => value;
    },
  };
}
