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
  /** Gives what is aborted when the client leaves. What others may wait for as well goes on. */
  left?: (() => AbortSignal | undefined) | undefined;
}

/** Who is counted: a caller without a client is one of its own. */
export const clientOf = (caller: Caller): unknown => caller.client ?? caller;

/** What waits. `cost` is how much work it is: 1 where all are alike. */
interface Costly {
  caller: Caller;
  cost?: number;
}

const costOf = ({ cost = 1 }: Costly) => cost;

interface Entry<Waiter> {
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
  const entries: Entry<Waiter>[] = [];
  /** How much each client of a rank has had done, if all had had the same. */
  const rounds = PRIORITIES.map(() => 0);
  /** By rank, how many waiters each client has. */
  const clients = PRIORITIES.map(() => new Map<unknown, number>());
  const count = ({ waiter, rank }: Entry<Waiter>, change: 1 | -1) => {
    const client = clientOf(waiter.caller);
    const waiters = (clients[rank]?.get(client) ?? 0) + change;
    if (waiters > 0) clients[rank]?.set(client, waiters);
    else clients[rank]?.delete(client);
  };
  /** Takes out so many, from this one on, for which nothing is done. */
  const drop = (start: number, most = Infinity): Waiter[] => {
    const dropped = entries.splice(start, most);
    for (const entry of dropped) count(entry, -1);
    return dropped.map(({ waiter }) => waiter);
  };

  return {
    add(waiter: Waiter): void {
      const rank = PRIORITIES.indexOf(waiter.caller.priority);
      const client = clientOf(waiter.caller);
      const last = entries.findLast(
        (other) => other.rank === rank && clientOf(other.waiter.caller) === client,
      );
      const round = (last?.round ?? rounds[rank] ?? 0) + costOf(waiter);
      const before = entries.findLastIndex(
        (other) => other.rank < rank || (other.rank === rank && other.round <= round),
      );
      const entry = { waiter, rank, round };
      entries.splice(before + 1, 0, entry);
      count(entry, 1);
    },

    /** Takes out the first ones, at most so many. */
    take(most: number): Waiter[] {
      const taken = entries.splice(0, most);
      for (const entry of taken) {
        const { waiter, rank, round } = entry;
        const share = costOf(waiter) / (clients[rank]?.size ?? 1);
        rounds[rank] = Math.min(round, (rounds[rank] ?? 0) + share);
        count(entry, -1);
      }
      return taken.map(({ waiter }) => waiter);
    },

    /** True when it was waiting. */
    remove(waiter: Waiter): boolean {
      const index = entries.findIndex((entry) => entry.waiter === waiter);
      return index >= 0 && drop(index, 1).length > 0;
    },

    /** Over the limit, takes out the lowest-ranked waiters. */
    shed: (limit: number): Waiter[] => drop(Math.max(0, Math.floor(limit))),

    /** In the order in which they are served. */
    waiters: (): Waiter[] => entries.map(({ waiter }) => waiter),
    size: (): number => entries.length,
  };
}
