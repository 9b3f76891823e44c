import { systemClock, type Clock } from "../time/clock.ts";
import { clientOf, type Caller } from "./caller.ts";
import { createWaitingList } from "./waiting-list.ts";

/** Thrown when work has no turn: too much waits, or it has waited for too long. */
export class BusyError extends Error {
  override readonly name = "BusyError";
}

/** Thrown when the client left before its turn. */
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

/** Work that is done once for all who want its value at the same time. */
interface Task<Value> {
  key: string;
  cost: number;
  hasBegun: boolean;
  begin(): void;
  abandon(): void;
  result: Promise<Value>;
  members: Map<unknown, Member<Value>>;
}

/** A client that wants a value. It waits in the list until the task has begun, unless there is no room. */
interface Member<Value> {
  caller: Caller;
  cost: number;
  task: Task<Value>;
  /** Each request of the client ends with the error that its function is called with. */
  requests: Set<(error: Error) => void>;
}

export type FairQueue<Value> = ReturnType<typeof createFairQueue<Value>>;

/**
 * Runs work in turn, and once for each key. It bounds how much is done at once, how much waits, and how long. The client
 * that had least done lately is next, and when there is no room, the one that had and wants most is refused something.
 * Several clients may want the same value: the first of them whose turn comes has it made for all, as early as if that
 * client had requested it alone. A request that ends leaves the queue; work that no client wants any more is not done.
 */
export function createFairQueue<Value>(options: FairQueueOptions) {
  const { slots, room, waitMs, startsPaused = false, clock = systemClock } = options;
  const list = createWaitingList<Member<Value>>({ clock, smallestFirst: true });
  const tasks = new Map<string, Task<Value>>();
  let freeSlots = slots;
  let waitingCost = 0;
  let paused = startsPaused;

  const begin = (task: Task<Value>) => {
    freeSlots -= 1;
    waitingCost -= task.cost;
    for (const member of task.members.values()) list.remove(member);
    task.begin();
  };
  const beginNext = () => {
    while (!paused && freeSlots > 0) {
      const [next] = list.take(1);
      if (next === undefined) return;
      begin(next.task);
    }
  };
  const freeSlot = () => {
    freeSlots += 1;
    beginNext();
  };

  const forget = (task: Task<Value>) => {
    // A task that nobody wanted any more may have been replaced.
    if (tasks.get(task.key) === task) tasks.delete(task.key);
  };
  const open = (key: string, cost: number, work: Work<Value>): Task<Value> => {
    const task = createTask(key, cost, work, { onEnd: freeSlot, onSettled: forget });
    tasks.set(key, task);
    waitingCost += cost;
    return task;
  };
  const abandon = (task: Task<Value>) => {
    if (!task.hasBegun) waitingCost -= task.cost;
    forget(task);
    task.abandon();
  };

  /** Refuses a task to those who still want it when all of its members have left the list. */
  const refuseIfOut = ({ task }: Member<Value>) => {
    if (task.hasBegun || [...task.members.values()].some(list.has)) return;
    const busy = new BusyError(`Work of more than ${room} waits for its turn.`);
    for (const { requests } of task.members.values()) for (const end of requests) end(busy);
  };
  const shed = () => {
    while (waitingCost > room && list.size() > 0) {
      for (const member of list.shed(list.size() - 1)) refuseIfOut(member);
    }
  };

  const memberOf = (task: Task<Value>, caller: Caller): Member<Value> => {
    const known = task.members.get(clientOf(caller));
    if (known !== undefined) return known;
    const member = { caller, cost: task.cost, task, requests: new Set<(error: Error) => void>() };
    task.members.set(clientOf(caller), member);
    if (!task.hasBegun) list.add(member);
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
        if (task.members.size === 0) abandon(task);
        if (list.remove(member)) refuseIfOut(member);
      };
      const leave = () => end(new ClientLeftError());
      const cancelTimer = clock.after(waitMs, () => {
        if (!task.hasBegun) end(new BusyError(`There was no turn within ${waitMs} ms.`));
      });
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
     * @throws BusyError, ClientLeftError, and the error of the work.
     */
    async run(key: string, caller: Caller, cost: number, work: Work<Value>): Promise<Value> {
      if (caller.whenClientLeaves?.()?.aborted) throw new ClientLeftError();
      const value = join(tasks.get(key) ?? open(key, cost, work), caller);
      beginNext();
      shed();
      return value;
    },

    resume(): void {
      paused = false;
      beginNext();
    },

    pause: () => void (paused = true),
  };
}

/**
 * @param on `onEnd` is called once, when the next task may begin, and `onSettled` when this one is done or has failed.
 */
function createTask<Value>(
  key: string,
  cost: number,
  work: Work<Value>,
  on: { onEnd(): void; onSettled(task: Task<Value>): void },
): Task<Value> {
  const abandoning = new AbortController();
  let hasEnded = false;
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    on.onEnd();
  };
  let start = () => {};
  const begun = new Promise<void>((resolve) => (start = resolve));
  const result = begun
    .then(() => work({ signal: abandoning.signal, end }))
    .finally(() => {
      on.onSettled(task);
      end();
    });
  // All who wait for it get its failure.
  result.catch(() => undefined);
  const task: Task<Value> = {
    key,
    cost,
    hasBegun: false,
    begin() {
      task.hasBegun = true;
      start();
    },
    abandon: () => abandoning.abort(),
    result,
    members: new Map(),
  };
  return task;
}
