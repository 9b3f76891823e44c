import { createFairQueue, type Caller } from "./fair-queue.ts";

/** Thrown for what was refused, since too many others wait. */
export class BusyError extends Error {
  override readonly name = "BusyError";
  constructor(places: number) {
    super(`More than ${places} are waiting for their turn.`);
  }
}

/** The clients who wait for one result. More may join until it is there. */
export type Party = ReturnType<typeof createParty>;

export function createParty(first: Caller) {
  const callers = new Map([[clientOf(first), first]]);
  let onJoin: (caller: Caller) => void = () => undefined;
  return {
    callers: () => [...callers.values()],
    join(caller: Caller): void {
      callers.set(clientOf(caller), caller);
      onJoin(caller);
    },
    /** While it waits for its turn, those who join take a place as well. */
    listen: (listener: typeof onJoin) => void (onJoin = listener),
  };
}

/** Who is counted: a caller without a client is one of its own. */
function clientOf(caller: Caller): unknown {
  return caller.client ?? caller;
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
}

/** A place in the queue. */
interface Place {
  caller: Caller;
  entry: Entry;
}

/** A party that waits for a slot. */
interface Entry {
  places: Map<unknown, Place>;
  start(): void;
  refuse(error: Error): void;
}

export type Turns = ReturnType<typeof createTurns>;

/**
 * Bounds how much is done at once and how much waits. Clients take turns, and when all places are taken, the
 * client that has the most of them loses one. What several clients want has a place of each, and the first one
 * counts: it comes as early as if the client that is served first had requested it alone.
 */
export function createTurns({ slots, places, waitMs, startsPaused = false }: TurnsOptions) {
  const queue = createFairQueue<Place>();
  let underWay = 0;
  let paused = startsPaused;

  const startNext = () => {
    while (!paused && underWay < slots) {
      const [next] = queue.take(1);
      if (next === undefined) return;
      underWay += 1;
      next.entry.start();
    }
  };
  const takePlaces = (entry: Entry, callers: readonly Caller[]) => {
    for (const caller of callers) {
      if (entry.places.has(clientOf(caller))) continue;
      const place = { caller, entry };
      entry.places.set(clientOf(caller), place);
      queue.add(place);
    }
    startNext();
    for (const { caller, entry: its } of queue.shed(places)) {
      its.places.delete(clientOf(caller));
      if (its.places.size === 0) its.refuse(new BusyError(places));
    }
  };
  const free = () => {
    underWay -= 1;
    startNext();
  };

  return {
    /**
     * Resolves when it is the party's turn, with the function that ends it. Rejects with a `BusyError` when
     * there is no place, and with another error when there was no turn in time and on `signal`.
     */
    enter: (party: Party, signal?: AbortSignal) =>
      new Promise<() => void>((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        const stopWaiting = () => {
          party.listen(() => undefined);
          for (const place of entry.places.values()) queue.remove(place);
          clearTimeout(timer);
          signal?.removeEventListener("abort", giveUp);
        };
        const entry: Entry = {
          places: new Map(),
          start() {
            stopWaiting();
            resolve(free);
          },
          refuse(error) {
            stopWaiting();
            reject(error);
          },
        };
        const giveUp = () => entry.refuse(new Error("No turn in time, or no longer wanted."));
        if (signal?.aborted) return giveUp();
        if (waitMs !== undefined) timer = setTimeout(giveUp, waitMs);
        signal?.addEventListener("abort", giveUp);
        party.listen((caller) => takePlaces(entry, [caller]));
        takePlaces(entry, party.callers());
      }),

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
  const flights = new Map<string, { party: Party; result: Promise<Value> }>();

  const fly = async (key: string, party: Party, work: () => Promise<Value>) => {
    try {
      const end = await turns.enter(party);
      return await work().finally(end);
    } finally {
      flights.delete(key);
    }
  };

  return (key, caller, work) => {
    const known = flights.get(key);
    if (known !== undefined) {
      known.party.join(caller);
      return known.result;
    }
    const party = createParty(caller);
    const result = fly(key, party, work);
    flights.set(key, { party, result });
    return result;
  };
}
