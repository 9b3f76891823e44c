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
  /** Aborted when the client leaves. What others may wait for as well goes on. */
  left?: AbortSignal;
}

/** Who is counted: a caller without a client is one of its own. */
export const clientOf = (caller: Caller): unknown => caller.client ?? caller;

/** What waits. `cost` is how much work it is: 1 where all are alike. */
interface Costly {
  caller: Caller;
  cost?: number;
}

const costOf = ({ cost = 1 }: Costly) => cost;

/**
 * A queue that is served by priority, then equal shares of work of each client in turn, then by age. A waiter
 * without a client counts as a client of its own. Within a class, a later arrival comes before others only if its
 * client will have had less by then.
 */
export function createFairQueue<Waiter extends Costly>() {
  /**
   * In the order in which they are served. `rank` is that of the priority: 0 is the most urgent. `round` is how
   * much its client will have had done by then, beginning with what all have had.
   */
  const places: { waiter: Waiter; rank: number; round: number }[] = [];
  /** How much each client of a rank has had done, if all had had the same. */
  const rounds = PRIORITIES.map(() => 0);
  const clientsOf = (rank: number) =>
    new Set(
      places.filter((place) => place.rank === rank).map((place) => clientOf(place.waiter.caller)),
    );

  return {
    add(waiter: Waiter): void {
      const rank = PRIORITIES.indexOf(waiter.caller.priority);
      const client = clientOf(waiter.caller);
      const last = places.findLast(
        (other) => other.rank === rank && clientOf(other.waiter.caller) === client,
      );
      const round = (last?.round ?? rounds[rank] ?? 0) + costOf(waiter);
      const before = places.findLastIndex(
        (other) => other.rank < rank || (other.rank === rank && other.round <= round),
      );
      places.splice(before + 1, 0, { waiter, rank, round });
    },

    /** Takes out the first ones, at most so many. */
    take(count: number): Waiter[] {
      const taken: Waiter[] = [];
      while (taken.length < count) {
        const [first] = places;
        if (first === undefined) break;
        const { waiter, rank, round } = first;
        const share = costOf(waiter) / clientsOf(rank).size;
        rounds[rank] = Math.min(round, (rounds[rank] ?? 0) + share);
        places.shift();
        taken.push(waiter);
      }
      return taken;
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
