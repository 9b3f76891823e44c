import { PRIORITIES, type Priority } from "./claim.ts";

/** What the queue must know of who waits. */
export interface Waiting {
  priority: Priority;
  /** Compared by identity. */
  client: unknown;
  /** Monotonic milliseconds until which it waits. */
  untilMs: number;
}

export interface Queue<Waiter extends Waiting> {
  size(): number;
  /** How many wait in a class. */
  sizeOf(priority: Priority): number;
  /** Gives who has no place: the one that came, another, or nobody. */
  add(waiter: Waiter): Waiter | undefined;
  /** Takes the first one of this class or a more important one. */
  takeNext(least: Priority): Waiter | undefined;
  waiters(): Waiter[];
  /** True when it was waiting. */
  remove(waiter: Waiter): boolean;
  /** How many are certainly served before this one gets a token by its time, if it ever does. */
  surelyBefore(waiter: Waiter): number;
}

/**
 * Who waits for a token, `limit()` of them. Classes go in order of importance; within a class each
 * client has its turn, and within a client the oldest goes first. When the queue is full, a more
 * important one pushes out the newest of the least important class, and one whose client has fewer
 * waiting pushes out the newest of the client with most, in its class.
 */
export function createQueue<Waiter extends Waiting>(limit: () => number): Queue<Waiter> {
  /** Of each class the clients in the order of their turns; none without waiters. */
  const classes = new Map(PRIORITIES.map((name) => [name, new Map<unknown, Waiter[]>()]));
  const clientsOf = (priority: Priority) => classes.get(priority) ?? new Map<unknown, Waiter[]>();
  const sizeOf = (priority: Priority) => {
    let waiting = 0;
    for (const { length } of clientsOf(priority).values()) waiting += length;
    return waiting;
  };
  const size = () => PRIORITIES.reduce((sum, priority) => sum + sizeOf(priority), 0);

  /** Who must go so that this one may come. */
  function victimOf({ priority, client }: Waiter): Waiter | undefined {
    for (const other of PRIORITIES.toReversed()) {
      const clients = clientsOf(other);
      // Of those with as many, the one whose turn comes last.
      const [most = []] = [...clients.values()]
        .toReversed()
        .toSorted((one, two) => two.length - one.length);
      if (other !== priority) {
        if (most.length > 0) return most.at(-1);
        continue;
      }
      // With one less the other client still has as many as this one with one more.
      const own = clients.get(client)?.length ?? 0;
      return most.length > own + 1 ? most.at(-1) : undefined;
    }
    return undefined;
  }

  function remove(waiter: Waiter): boolean {
    const clients = clientsOf(waiter.priority);
    const waiters = clients.get(waiter.client) ?? [];
    const place = waiters.indexOf(waiter);
    if (place < 0) return false;
    waiters.splice(place, 1);
    if (waiters.length === 0) clients.delete(waiter.client);
    return true;
  }

  return {
    size,
    sizeOf,
    waiters: () => PRIORITIES.flatMap((priority) => [...clientsOf(priority).values()].flat()),
    remove,

    add(waiter) {
      let victim: Waiter | undefined;
      if (size() >= limit()) {
        victim = victimOf(waiter);
        if (victim === undefined) return waiter;
        remove(victim);
      }
      const clients = clientsOf(waiter.priority);
      const others = clients.get(waiter.client);
      if (others) others.push(waiter);
      else clients.set(waiter.client, [waiter]);
      return victim;
    },

    takeNext(least) {
      for (const priority of PRIORITIES.slice(0, PRIORITIES.indexOf(least) + 1)) {
        const clients = clientsOf(priority);
        for (const [client, [first, ...others]] of clients) {
          clients.delete(client);
          // Behind all who wait for their turn.
          if (others.length > 0) clients.set(client, others);
          if (first) return first;
        }
      }
      return undefined;
    },

    surelyBefore(waiter) {
      // Of its own class only its own client's: the turns of others may change until then.
      const own = clientsOf(waiter.priority).get(waiter.client) ?? [];
      const place = own.indexOf(waiter);
      const moreImportant = PRIORITIES.slice(0, PRIORITIES.indexOf(waiter.priority));
      const before = moreImportant
        .flatMap((priority) => [...clientsOf(priority).values()].flat())
        .concat(place < 0 ? own : own.slice(0, place));
      // Who waits less long may be gone by then.
      return before.filter(({ untilMs }) => untilMs >= waiter.untilMs).length;
    },
  };
}
