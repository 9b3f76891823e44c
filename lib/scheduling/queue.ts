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

interface Place<Waiter> {
  waiter: Waiter;
  /** That of its priority: 0 is the most urgent. */
  rank: number;
  /** How much its client will have had done by then, beginning with what all have had. */
  round: number;
}

/**
 * A queue that is served by priority, then equal shares of work of each client in turn, then by age. A waiter
 * without a client counts as a client of its own. Within a class, a later arrival comes before others only if its
 * client will have had less by then.
 */
export function createFairQueue<Waiter extends Costly>() {
  /** In the order in which they are served. */
  const places: Place<Waiter>[] = [];
  /** How much each client of a rank has had done, if all had had the same. */
  const rounds = PRIORITIES.map(() => 0);
  /** By rank, how many waiters each client has. */
  const clients = PRIORITIES.map(() => new Map<unknown, number>());
  const count = ({ waiter, rank }: Place<Waiter>, change: 1 | -1) => {
    const client = clientOf(waiter.caller);
    const waiters = (clients[rank]?.get(client) ?? 0) + change;
    if (waiters > 0) clients[rank]?.set(client, waiters);
    else clients[rank]?.delete(client);
  };

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
      const place = { waiter, rank, round };
      places.splice(before + 1, 0, place);
      count(place, 1);
    },

    /** Takes out the first ones, at most so many. */
    take(most: number): Waiter[] {
      const taken = places.splice(0, most);
      for (const place of taken) {
        const { waiter, rank, round } = place;
        const share = costOf(waiter) / (clients[rank]?.size ?? 1);
        rounds[rank] = Math.min(round, (rounds[rank] ?? 0) + share);
        count(place, -1);
      }
      return taken.map(({ waiter }) => waiter);
    },

    /** True when it was waiting. */
    remove(waiter: Waiter): boolean {
      const index = places.findIndex((place) => place.waiter === waiter);
      if (index < 0) return false;
      for (const place of places.splice(index, 1)) count(place, -1);
      return true;
    },

    /** Over the limit, takes out the lowest-ranked waiters. */
    shed(limit: number): Waiter[] {
      const lowest = places.splice(Math.max(0, Math.floor(limit)));
      for (const place of lowest) count(place, -1);
      return lowest.map(({ waiter }) => waiter);
    },

    /** In the order in which they are served. */
    waiters: (): Waiter[] => places.map(({ waiter }) => waiter),
    size: (): number => places.length,
  };
}
