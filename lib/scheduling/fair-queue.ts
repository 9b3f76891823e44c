import { systemClock, type Clock } from "../time/clock.ts";
import { clientOf, type Caller } from "./caller.ts";
import { createWaitingList } from "./waiting-list.ts";

/** Thrown for what has no turn: too much waits, or it has waited for too long. */
export class BusyError extends Error {
  override readonly name = "BusyError";
}

/** Thrown for a client that left before its turn. */
export class ClientLeftError extends Error {
  override readonly name = "ClientLeftError";
  constructor() {
    super("The client no longer waits.");
  }
}

export interface FairQueueOptions {
  /** How much is done at once. */
  slots: number;
  /** How much work may wait, in the units of `cost`. */
  room: number;
  /** How long a request may wait for its turn. */
  waitMs: number;
  /** Nothing starts before `resume`. */
  startsPaused?: boolean;
  clock?: Clock;
}

/** Makes the value of a key when its turn has come. */
export type Work<Value> = (turn: {
  /** It is aborted when no client waits for the value any more. */
  signal: AbortSignal;
  /** Lets the next begin before all of this is done. */
  end(): void;
}) => Promise<Value>;

/** Something that is done for all who want it at the same time. */
interface Task<Value> {
  cost: number;
  hasBegun: boolean;
  begin(): void;
  abandon(): void;
  result: Promise<Value>;
  members: Map<unknown, Member<Value>>;
}

/** A client that wants it: queued until it has begun, unless there is no room. */
interface Member<Value> {
  caller: Caller;
  cost: number;
  task: Task<Value>;
  /** Each is ended by an error. */
  requests: Set<(error: Error) => void>;
}

export type FairQueue<Value> = ReturnType<typeof createFairQueue<Value>>;

/**
 * Work in turn, and each key once. Bounds how much is done at once, how much waits, and how long. Whoever had least
 * done lately is next, and when there is no room, the one that had and wants most is refused something. What
 * several clients want is queued for each, and the first one counts: it comes as early as if the client that is
 * served first had requested it alone. A request that ends leaves the queue; what nobody wants is not done.
 */
export function createFairQueue<Value>(options: FairQueueOptions) {
  const { slots, room, waitMs, startsPaused = false, clock = systemClock } = options;
  const queue = createWaitingList<Member<Value>>({ clock, smallestFirst: true });
  const tasks = new Map<string, Task<Value>>();
  let free = slots;
  /** How much work waits. */
  let waiting = 0;
  let paused = startsPaused;

  const startNext = () => {
    while (!paused && free > 0) {
      const [next] = queue.take(1);
      if (next === undefined) return;
      free -= 1;
      next.task.begin();
    }
  };

  const open = (key: string, cost: number, work: Work<Value>): Task<Value> => {
    const abandoning = new AbortController();
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      free += 1;
      startNext();
    };
    const forget = () => {
      // One that nobody wanted any more may have been replaced.
      if (tasks.get(key) === task) tasks.delete(key);
    };
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const result = begun
      .then(() => work({ signal: abandoning.signal, end }))
      .finally(() => {
        forget();
        end();
      });
    // Whoever waits for it gets its failure.
    result.catch(() => undefined);
    const task: Task<Value> = {
      cost,
      hasBegun: false,
      begin() {
        task.hasBegun = true;
        waiting -= cost;
        for (const member of task.members.values()) queue.remove(member);
        begin();
      },
      abandon() {
        if (!task.hasBegun) waiting -= cost;
        forget();
        abandoning.abort();
      },
      result,
      members: new Map(),
    };
    tasks.set(key, task);
    waiting += cost;
    return task;
  };

  /** A member has left the queue: once all have, the task is refused to those who still want it. */
  const leaveQueue = ({ task }: Member<Value>) => {
    if (task.hasBegun || [...task.members.values()].some(queue.has)) return;
    const busy = new BusyError(`Work of more than ${room} waits for its turn.`);
    for (const { requests } of task.members.values()) for (const end of requests) end(busy);
  };

  const memberOf = (task: Task<Value>, caller: Caller): Member<Value> => {
    const known = task.members.get(clientOf(caller));
    if (known !== undefined) return known;
    const member = { caller, cost: task.cost, task, requests: new Set<(error: Error) => void>() };
    task.members.set(clientOf(caller), member);
    if (!task.hasBegun) queue.add(member);
    return member;
  };

  const join = (task: Task<Value>, caller: Caller): Promise<Value> =>
    new Promise<Value>((resolve, reject) => {
      const signal = caller.whenClientLeaves?.();
      const member = memberOf(task, caller);
      const end = (error: Error) => {
        member.requests.delete(end);
        cleanUp();
        reject(error);
        if (member.requests.size > 0) return;
        task.members.delete(clientOf(caller));
        if (task.members.size === 0) task.abandon();
        if (queue.remove(member)) leaveQueue(member);
      };
      const leave = () => end(new ClientLeftError());
      const late = () => {
        if (!task.hasBegun) end(new BusyError(`There was no turn within ${waitMs} ms.`));
      };
      const cancelTimer = clock.after(waitMs, late);
      const cleanUp = () => {
        cancelTimer();
        signal?.removeEventListener("abort", leave);
      };
      member.requests.add(end);
      signal?.addEventListener("abort", leave);
      task.result.then(resolve, reject).finally(cleanUp);
    });

  return {
    /**
     * The value of a key: made in turn, unless it is being made.
     * @param cost How much work it is.
     * @throws BusyError, ClientLeftError, and what the work throws.
     */
    async run(key: string, caller: Caller, cost: number, work: Work<Value>): Promise<Value> {
      if (caller.whenClientLeaves?.()?.aborted) throw new ClientLeftError();
      const value = join(tasks.get(key) ?? open(key, cost, work), caller);
      startNext();
      while (waiting > room && queue.size() > 0) {
        for (const member of queue.shed(queue.size() - 1)) leaveQueue(member);
      }
      return value;
    },

    resume(): void {
      paused = false;
      startNext();
    },

    pause: () => void (paused = true),
  };
}
