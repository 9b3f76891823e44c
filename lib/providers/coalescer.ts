import type { Clock } from "../time/clock.ts";
import type { Capacity } from "../upstream-budget/budget.ts";
import type { Caller, Priority } from "../scheduling/caller.ts";
import { createWaitingList } from "../scheduling/waiting-list.ts";
import { askInOrder, LOOKUP_MS, SHARES, startDeadline, type Deadline } from "./deadline.ts";
import { UpstreamFailure, type CallName } from "./failure.ts";
import type { Upstream, UpstreamRequest } from "./provider.ts";

/** When no token is given, the next call begins after so long at least. */
const AGAIN_MS = 50;
/** A key that may not wait still needs a moment to leave. */
const LEAVE_MS = 250;
/** While others wait, at most every tenth call carries a key that goes alone. */
const CALLS_BETWEEN_LONE = 9;

/** Gives the value of one key, null for none, or throws what went wrong with that one. */
export type ReadKey<Key, Value> = (key: Key) => Value | null;

/** A host that takes single keys, and several in one call. */
export interface BulkHost<Key, Value> {
  upstream: Upstream;
  call: CallName;
  capacity: () => Capacity;
  clock: Clock;
  /** The request for one key; also used for each key when a bulk request gets a 400. */
  single(key: Key): Promise<UpstreamRequest<Value>> | UpstreamRequest<Value>;
  /** The request for several keys. */
  bulk(
    keys: readonly Key[],
  ): Promise<UpstreamRequest<ReadKey<Key, Value>>> | UpstreamRequest<ReadKey<Key, Value>>;
}

/** A key that waits for its value. */
interface Waiter<Key, Value> {
  key: Key;
  caller: Caller;
  /** It needs a call of its own. */
  isAlone: boolean;
  /** Its part of a call. */
  cost: number;
  /** Monotonic milliseconds until which it waits for a call. */
  untilMs: number;
  /** Its call leaves: from now on it waits for the response. */
  leave(): void;
  /** It waits again, for a call of its own. */
  goAlone(): void;
  resolve(value: Value | null): void;
  reject(error: unknown): void;
}

interface CoalescerOptions<Key> {
  /** The most keys in one call. */
  most: number;
  /** Whether a key would fail a call that carries others, too. */
  isAlone?: (key: Key) => boolean;
}

/**
 * Puts requests for single keys into bulk calls: a call leaves as soon as it gets its token, and takes
 * along the keys that came while it waited. With few tokens left it waits for a moment itself, to be
 * filled. It goes to the host that has a token first, and with the same keys to the next one when
 * that fails, or with those whose values are not clear. Each key has its own deadline, which ends no other.
 * Keys that go alone wait in the same queue, in which each counts as much as a whole call.
 */
export function createCoalescer<Key, Value>(
  hosts: readonly [BulkHost<Key, Value>, ...BulkHost<Key, Value>[]],
  { most, isAlone = () => false }: CoalescerOptions<Key>,
) {
  const { clock } = hosts[0];
  const queue = createWaitingList<Waiter<Key, Value>>({ clock });
  /** Priorities with a call that waits for its token. */
  const queued = new Set<Priority>();
  /** When the last call for keys that go together left. */
  let leftAt = Number.NEGATIVE_INFINITY;
  let callsSinceLone = CALLS_BETWEEN_LONE;
  /** Calls that wait to be filled; each has to look again when a key comes. */
  const gathering = new Set<() => void>();

  const noToken = (detail: string) => {
    const { retrySeconds: retryAfterSeconds } = batchingFor(hosts, most);
    const options = { retryAfterSeconds, clock };
    return new UpstreamFailure("budget-spent", hosts[0].call, detail, options);
  };

  const isTogether = (waiter: Waiter<Key, Value>) => !waiter.isAlone;
  /** The key with which the next call leaves. */
  const nextUp = (): Waiter<Key, Value> | undefined => {
    const first = queue.first()?.waiter;
    if (first?.isAlone !== true || callsSinceLone >= CALLS_BETWEEN_LONE) return first;
    const other = queue.first(isTogether)?.waiter;
    return other?.caller.priority === first.caller.priority ? other : first;
  };

  /** Takes what the next call carries: a key that goes alone, or several. */
  const takeNext = (): Waiter<Key, Value>[] => {
    const next = nextUp();
    if (next?.isAlone === true) {
      callsSinceLone = 0;
      return queue.take(1, (waiter) => waiter === next);
    }
    callsSinceLone += 1;
    leftAt = clock.monotonic();
    return queue.take(most, isTogether);
  };

  /**
   * Waits until calls are as far apart as tokens come, and the next one is full, or enough time has passed since the
   * last one. Nobody else takes the token meanwhile.
   */
  const gathered = async () => {
    for (;;) {
      const next = nextUp();
      const { tokenMs, gatherMs } = batchingFor(hosts, most);
      const isFull = next?.isAlone !== false || queue.size() >= most;
      const leftMs = isFull ? tokenMs : Math.max(tokenMs, leftAt + gatherMs - clock.monotonic());
      if (next === undefined || leftMs <= 0) return;
      await new Promise<void>((resolve) => {
        const end = () => {
          cancel();
          gathering.delete(end);
          resolve();
        };
        const cancel = clock.after(Math.ceil(leftMs), end);
        gathering.add(end);
      });
    }
  };

  const leave = async (priority: Priority) => {
    let taken: Waiter<Key, Value>[] | undefined;
    // Runs again for a retry and for the next host, with the same keys.
    const take = () => {
      if (taken === undefined) {
        queued.delete(priority);
        taken = takeNext();
        for (const waiter of taken) waiter.leave();
        begin(priority);
      }
      return taken.map(({ key }) => key);
    };
    /** The request for the keys that the call carries. */
    const requestOf = async (
      host: BulkHost<Key, Value>,
    ): Promise<UpstreamRequest<ReadKey<Key, Value>>> => {
      const [key, ...others] = take();
      if (key === undefined) throw noToken("no key waits any more");
      if (others.length > 0) return host.bulk([key, ...others]);
      const { read, ...request } = await host.single(key);
      return {
        ...request,
        read(response) {
          const value = read(response);
          return () => value;
        },
      };
    };
    /** Gives each key its value; throws while there are keys left whose values are not clear. */
    const giveValues = (read: ReadKey<Key, Value> | null) => {
      let unclear: UpstreamFailure | undefined;
      taken = taken?.filter(({ key, resolve }) => {
        try {
          resolve(read?.(key) ?? null);
          return false;
        } catch (error) {
          if (!(error instanceof UpstreamFailure)) throw error;
          unclear = error;
          return true;
        }
      });
      if (unclear !== undefined) throw unclear;
    };
    /** One bad key may fail a whole bulk call: then each goes alone. */
    const requestFrom = async (host: BulkHost<Key, Value>, until: Deadline) => {
      try {
        const prepare = () => requestOf(host);
        giveValues(await host.upstream({ deadline: until, prepare, ...host.call }));
      } catch (error) {
        const isBulk = taken !== undefined && taken.length > 1;
        if (!isBulk || !(error instanceof UpstreamFailure) || error.status !== 400) throw error;
        for (const { goAlone } of taken ?? []) goAlone();
      }
      return true;
    };
    await gathered();
    const inTurn = batchingFor(hosts, most).hosts;
    try {
      // Longer than any of its keys may wait.
      const deadline = startDeadline(LOOKUP_MS, { priority }, { waitMs: Infinity, clock });
      await askInOrder(inTurn, requestFrom, { deadline, share: SHARES.equalHosts });
    } catch (error) {
      if (taken === undefined) refuse(priority, error);
      for (const waiter of taken ?? []) waiter.reject(error);
    }
  };

  /**
   * A call was not sent. For want of a token, that ends the keys whose time is over before there is one; the others
   * get another call. Any other reason is one for all of them.
   */
  const refuse = (priority: Priority, error: unknown) => {
    const isSpent = error instanceof UpstreamFailure && error.kind === "budget-spent";
    const againMs = Math.max(AGAIN_MS, batchingFor(hosts, most).readyMs);
    const againAtMs = isSpent ? clock.monotonic() + againMs : Infinity;
    const isOf = ({ caller }: Waiter<Key, Value>) => caller.priority === priority;
    for (const { waiter } of queue.inOrder()) {
      if (isOf(waiter) && waiter.untilMs <= againAtMs && queue.remove(waiter)) waiter.reject(error);
    }
    const again = () => {
      queued.delete(priority);
      begin(priority);
    };
    if (queue.first(isOf) === undefined) again();
    else clock.after(againMs, again);
  };

  /** One call of each priority waits for a token; the first that gets one takes the most urgent keys. */
  const begin = (priority: Priority) => {
    for (const wake of gathering) wake();
    const isOf = ({ caller }: Waiter<Key, Value>) => caller.priority === priority;
    if (queued.has(priority) || queue.first(isOf) === undefined) return;
    queued.add(priority);
    void leave(priority);
  };

  /** Requests a key together with others that wait. */
  return (key: Key, deadline: Deadline): Promise<Value | null> => {
    const { caller } = deadline;
    const { gatherMs, mostWaiting } = batchingFor(hosts, most);
    if (deadline.waitMs() === 0 && gatherMs > 0) {
      return Promise.reject(noToken("it may not wait for a token"));
    }
    let cancelTimer = () => {};
    const value = new Promise<Value | null>((resolve, reject) => {
      const wait = (alone: boolean) => {
        const sinceMs = clock.monotonic();
        const waitMs = Math.max(LEAVE_MS, deadline.waitMs());
        const stopWaiting = () => {
          cancelTimer();
          deadline.waited(clock.monotonic() - sinceMs);
        };
        const waiter: Waiter<Key, Value> = {
          key,
          caller,
          isAlone: alone,
          cost: alone ? 1 : 1 / most,
          untilMs: sinceMs + waitMs,
          leave() {
            stopWaiting();
            const tooSlow = () => reject(new UpstreamFailure("timeout", hosts[0].call, "too slow"));
            cancelTimer = clock.after(deadline.remainingMs(), tooSlow);
          },
          goAlone() {
            cancelTimer();
            wait(true);
          },
          resolve,
          reject,
        };
        cancelTimer = clock.after(waitMs, () => {
          stopWaiting();
          if (queue.remove(waiter)) reject(noToken("no token in time"));
        });
        queue.add(waiter);
        for (const lowest of queue.shed(mostWaiting)) lowest.reject(noToken("too many wait"));
        begin(caller.priority);
      };
      wait(isAlone(key));
    });
    return value.finally(() => cancelTimer());
  };
}

/** With so many calls left, or half of the burst, none has to be filled. */
const PLENTY = 15;
/** How long a call waits to be filled when none is left after it: longer than until the next token. */
const GATHER_MS = 1_400;
const GATHER_TOKENS = 1.12;
/** A key that has to wait for longer is better refused at once. */
const WAIT_SECONDS = 2;
/** No more keys than this may wait, however much may be requested. */
const MOST_WAITING = 5_000;

/** How keys are put into the calls of hosts with the same data, the first of them preferred. */
export function batchingFor<Host extends { capacity: () => Capacity }>(
  hosts: readonly Host[],
  keysPerCall: number,
) {
  const all = hosts.map((host) => ({ host, ...host.capacity() }));
  const readyIn = ({ tokens, rate, pausedForSeconds }: Capacity) =>
    Math.max(pausedForSeconds, Math.max(0, 1 - tokens) / rate);
  const usable = all.filter(({ pausedForSeconds }) => pausedForSeconds <= WAIT_SECONDS);
  const sum = (field: "tokens" | "rate" | "burst") =>
    usable.reduce((total, capacity) => total + capacity[field], 0);
  const plenty = Math.min(PLENTY, sum("burst") / 2);
  const missing = plenty === 0 ? 0 : Math.min(1, Math.max(0, 1 - sum("tokens") / plenty));
  const calls = Math.floor(sum("tokens") + sum("rate") * WAIT_SECONDS);
  const soonest = Math.min(...all.map(readyIn));
  const nextSeconds = Math.max(0, usable.length - sum("tokens")) / sum("rate");
  return {
    /** Every host, the one that may be called first at the beginning. */
    hosts: all.toSorted((one, other) => readyIn(one) - readyIn(other)).map(({ host }) => host),
    /**
     * When the next call may leave: once there are as many tokens as hosts. Parts of tokens at each make no whole one, so
     * that calls at the first whole one would be up to two seconds apart, which is longer than a key waits.
     */
    tokenMs: nextSeconds <= WAIT_SECONDS ? 1_000 * nextSeconds : 0,
    /** How long after the last call the next one leaves, to be filled. */
    gatherMs: missing * Math.min(GATHER_MS, (1_000 * GATHER_TOKENS) / sum("rate")),
    /** Keys that can be requested in time. */
    mostWaiting: Math.min(MOST_WAITING, Math.max(1, calls) * keysPerCall),
    /** When the first of them may have a token. */
    readyMs: 1_000 * soonest,
    /** When one more key could be taken. */
    retrySeconds: Math.max(1, Math.ceil(usable.length > 0 ? 1 / sum("rate") : soonest)),
  };
}
