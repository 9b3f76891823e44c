import { systemClock, type Clock } from "../clock.ts";

/** Most urgent first. */
const PRIORITIES = [
  /** A client waits for the response. */
  "foreground",
  /** A client forced a refresh of something known. */
  "refresh",
  /** A client waits for a batch of players. */
  "batch",
  /** No client waits. */
  "background",
] as const;

/** How urgent a call to an upstream is. */
export type Priority = (typeof PRIORITIES)[number];

/** The caller of an upstream. */
export interface Caller {
  priority: Priority;
  /** Identifies a client, so that one cannot take everything; never an address. */
  client?: string;
}

/** Who is counted: a caller without a client is one of its own. */
const clientOf = (caller: Caller): unknown => caller.client ?? caller;

/**
 * A queue that is served by priority, then one waiter of each client in turn, then by age. A waiter
 * without a client counts as a client of its own. Later arrivals never push anyone back within a class.
 */
export function createFairQueue<Waiter extends { caller: Caller }>() {
  /** In the order in which they are served. `rank` is that of the priority: 0 is the most urgent. */
  const places: { waiter: Waiter; rank: number; round: number }[] = [];
  /** The round of each rank that is being served. */
  const rounds = PRIORITIES.map(() => 0);

  return {
    add(waiter: Waiter): void {
      const rank = PRIORITIES.indexOf(waiter.caller.priority);
      const client = clientOf(waiter.caller);
      const last = places.findLast(
        (other) => other.rank === rank && clientOf(other.waiter.caller) === client,
      );
      const round = (last?.round ?? rounds[rank] ?? 0) + 1;
      const before = places.findLastIndex(
        (other) => other.rank < rank || (other.rank === rank && other.round <= round),
      );
      places.splice(before + 1, 0, { waiter, rank, round });
    },

    /** Takes out the first ones, at most so many. */
    take(count: number): Waiter[] {
      const taken = places.splice(0, count);
      for (const { rank, round } of taken) rounds[rank] = round;
      return taken.map(({ waiter }) => waiter);
    },

    /** True when it was waiting. */
    remove(waiter: Waiter): boolean {
      const index = places.findIndex((place) => place.waiter === waiter);
      if (index >= 0) places.splice(index, 1);
      return index >= 0;
    },

    /** Over the limit, takes out the lowest-ranked waiters. */
    shed: (limit: number): Waiter[] =>
      places.splice(Math.max(0, Math.floor(limit))).map(({ waiter }) => waiter),

    /** In the order in which they are served. */
    waiters: (): Waiter[] => places.map(({ waiter }) => waiter),
    size: (): number => places.length,
  };
}

/** Thrown for what was refused, since too many others wait. */
export class BusyError extends Error {
  override readonly name = "BusyError";
  constructor(places: number) {
    super(`More than ${places} are waiting for their turn.`);
  }
}

export interface TurnsOptions {
  /** How much is done at once. */
  slots: number;
  /** How many places there are to wait; a client has one for each result that it waits for. */
  places: number;
  /** How long anything may wait. */
  waitMs?: number;
  /** Nothing starts before `resume`. */
  startsPaused?: boolean;
  clock?: Clock;
}

/** What waits for a slot, with the place of each client that wants it. */
interface Waiting {
  places: Map<unknown, Place>;
  /** It is its turn, or it is refused. */
  end(error?: Error): void;
}
interface Place {
  caller: Caller;
  waiting: Waiting;
}

export type Turns = ReturnType<typeof createTurns>;

/**
 * Bounds how much is done at once and how much waits. Clients take turns, and when all places are taken, the
 * client that has the most of them loses one. What several clients want has a place of each, and the first one
 * counts: it comes as early as if the client that is served first had requested it alone.
 */
export function createTurns(options: TurnsOptions) {
  const { slots, places, waitMs, startsPaused = false, clock = systemClock } = options;
  const queue = createFairQueue<Place>();
  let underWay = 0;
  let paused = startsPaused;

  const startNext = () => {
    while (!paused && underWay < slots) {
      const [next] = queue.take(1);
      if (next === undefined) return;
      underWay += 1;
      next.waiting.end();
    }
  };
  const free = () => {
    underWay -= 1;
    startNext();
  };
  const takePlace = (waiting: Waiting, caller: Caller) => {
    if (waiting.places.has(clientOf(caller))) return;
    const place = { caller, waiting };
    waiting.places.set(clientOf(caller), place);
    queue.add(place);
    startNext();
    for (const { waiting: its, caller: client } of queue.shed(places)) {
      its.places.delete(clientOf(client));
      if (its.places.size === 0) its.end(new BusyError(places));
    }
  };

  return {
    /**
     * `turn` resolves when it is the caller's turn, with the function that ends it. It rejects with a `BusyError`
     * when there is no place, and with another error when there was no turn in time and on `signal`. Others who
     * want the same `join`: until it is their turn, they take a place as well.
     */
    enter(caller: Caller, signal?: AbortSignal) {
      let join = (_other: Caller): void => undefined;
      const turn = new Promise<() => void>((resolve, reject) => {
        const waiting: Waiting = {
          places: new Map(),
          end(error) {
            join = () => undefined;
            for (const place of waiting.places.values()) queue.remove(place);
            cancelTimer?.();
            signal?.removeEventListener("abort", giveUp);
            if (error === undefined) resolve(free);
            else reject(error);
          },
        };
        const giveUp = () => waiting.end(new Error("No turn in time, or no longer wanted."));
        const cancelTimer = waitMs === undefined ? undefined : clock.after(waitMs, giveUp);
        if (signal?.aborted) return giveUp();
        signal?.addEventListener("abort", giveUp);
        join = (other) => takePlace(waiting, other);
        join(caller);
      });
      return { turn, join: (other: Caller) => join(other) };
    },

    resume(): void {
      paused = false;
      startNext();
    },

    pause: () => void (paused = true),
  };
}

/** Does something in turn, unless it is being done: with single flight, by key. */
export type InTurn<Value> = (
  key: string,
  caller: Caller,
  work: () => Promise<Value>,
) => Promise<Value>;

/** Single flight for work that waits for its turn. */
export function createFlightsInTurn<Value>(turns: Turns): InTurn<Value> {
  const flights = new Map<string, { join(caller: Caller): void; result: Promise<Value> }>();

  return (key, caller, work) => {
    const known = flights.get(key);
    known?.join(caller);
    if (known !== undefined) return known.result;
    const { turn, join } = turns.enter(caller);
    const result = turn.then((end) => work().finally(end)).finally(() => flights.delete(key));
    flights.set(key, { join, result });
    return result;
  };
}
