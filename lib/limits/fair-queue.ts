/** How urgent a call to an upstream is. */
export type Priority =
  /** A client waits for the response. */
  | "foreground"
  /** A client forced a refresh of something known. */
  | "refresh"
  /** A client waits for a batch of players. */
  | "batch"
  /** No client waits. */
  | "background";

/** Most urgent first. */
const PRIORITIES: readonly Priority[] = ["foreground", "refresh", "batch", "background"];

/** The caller of an upstream. */
export interface Caller {
  priority: Priority;
  /** Identifies a client, so that one cannot take everything; never an address. */
  client?: string;
}

interface Place<Waiter> {
  waiter: Waiter;
  /** Round of its class in which it is served. */
  round: number;
}

/**
 * A queue that is served by priority, then one waiter of each client in turn, then by age. A waiter
 * without a client counts as a client of its own. Later arrivals never push anyone back within a class.
 */
export function createFairQueue<Waiter extends { caller: Caller }>() {
  /** In the order in which they are served. */
  const places: Place<Waiter>[] = [];
  /** The round of each class that is being served. */
  const rounds: Record<Priority, number> = { foreground: 0, refresh: 0, batch: 0, background: 0 };

  const clientOf = (waiter: Waiter) => waiter.caller.client ?? waiter;
  const rankOf = ({ waiter, round }: Place<Waiter>) =>
    [PRIORITIES.indexOf(waiter.caller.priority), round] as const;

  const isBefore = (one: Place<Waiter>, other: Place<Waiter>) => {
    const [[oneClass, oneRound], [otherClass, otherRound]] = [rankOf(one), rankOf(other)];
    return oneClass < otherClass || (oneClass === otherClass && oneRound <= otherRound);
  };

  return {
    add(waiter: Waiter): void {
      const { priority } = waiter.caller;
      const last = places.findLast(
        (other) =>
          other.waiter.caller.priority === priority && clientOf(other.waiter) === clientOf(waiter),
      );
      const place = { waiter, round: (last?.round ?? rounds[priority]) + 1 };
      places.splice(places.findLastIndex((other) => isBefore(other, place)) + 1, 0, place);
    },

    /** Takes out the first ones, at most so many. */
    take(count: number): Waiter[] {
      return places.splice(0, count).map(({ waiter, round }) => {
        rounds[waiter.caller.priority] = round;
        return waiter;
      });
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
