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

interface Place<Waiter> {
  waiter: Waiter;
  /** Of its priority: 0 is the most urgent. */
  rank: number;
  /** Round of its rank in which it is served. */
  round: number;
}

/**
 * A queue that is served by priority, then one waiter of each client in turn, then by age. A waiter
 * without a client counts as a client of its own. Later arrivals never push anyone back within a class.
 */
export function createFairQueue<Waiter extends { caller: Caller }>() {
  /** In the order in which they are served. */
  const places: Place<Waiter>[] = [];
  /** The round of each rank that is being served. */
  const rounds = PRIORITIES.map(() => 0);

  const clientOf = (waiter: Waiter) => waiter.caller.client ?? waiter;

  return {
    add(waiter: Waiter): void {
      const rank = PRIORITIES.indexOf(waiter.caller.priority);
      const last = places.findLast(
        (other) => other.rank === rank && clientOf(other.waiter) === clientOf(waiter),
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
    shed(limit: number): Waiter[] {
      return places.splice(Math.max(0, Math.floor(limit))).map(({ waiter }) => waiter);
    },

    /** In the order in which they are served. */
    waiters: (): Waiter[] => places.map(({ waiter }) => waiter),
    size: (): number => places.length,
  };
}
