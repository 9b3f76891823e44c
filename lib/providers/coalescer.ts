import type { Clock } from "../time/clock.ts";
import type { Capacity } from "../upstream-budget/budget.ts";
import type { Caller, Priority } from "../scheduling/caller.ts";
import { createWaitingList } from "../scheduling/waiting-list.ts";
import { askInOrder, LOOKUP_MS, SHARES, startDeadline, type Deadline } from "./deadline.ts";
import { UpstreamFailure, type CallName } from "./failure.ts";
import type { Upstream, UpstreamRequest } from "./provider.ts";

/** When no token is given, the next call begins after so long at least. */
const RETRY_MS = 50;
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

/** A request for the value of one key. */
interface KeyRequest<Key, Value> extends Pick<Waiter<Key, Value>, "key" | "resolve" | "reject"> {
  deadline: Deadline;
  cancelTimer(): void;
}

interface CoalescerOptions<Key> {
  /** The most keys in one call. */
  most: number;
  /** True for a key that would fail a call that carries others, too. */
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
  const { clock, call: callName } = hosts[0];
  const keys = createKeyQueue<Key, Value>(most, clock);
  /** Priorities with a call that waits for its token. */
  const queued = new Set<Priority>();
  /** Calls that wait to be filled; each has to look again when a key comes. */
  const gathering = new Set<() => void>();
  const batching = () => batchingFor(hosts, most);

  const noToken = (detail: string) => {
    const { retrySeconds: retryAfterSeconds } = batching();
    return new UpstreamFailure("budget-spent", callName, detail, { retryAfterSeconds, clock });
  };

  /**
   * Waits until calls are as far apart as tokens come, and the next one is full, or enough time has passed since the
   * last one. Nobody else takes the token meanwhile.
   */
  const gathered = async () => {
    for (;;) {
      const { tokenMs, gatherMs } = batching();
      const sinceLastMs = clock.monotonic() - keys.lastSharedAt();
      const waitMs = keys.isFull() ? tokenMs : Math.max(tokenMs, gatherMs - sinceLastMs);
      if (keys.next() === undefined || waitMs <= 0) return;
      await new Promise<void>((resolve) => {
        const end = () => {
          cancel();
          gathering.delete(end);
          resolve();
        };
        const cancel = clock.after(Math.ceil(waitMs), end);
        gathering.add(end);
      });
    }
  };

  const leave = async (priority: Priority) => {
    const takeKeys = () => {
      queued.delete(priority);
      const waiters = keys.take();
      for (const waiter of waiters) waiter.leave();
      begin(priority);
      return waiters;
    };
    const call = createBulkCall(takeKeys, () => noToken("no key waits any more"));
    await gathered();
    const orderedHosts = batching().hosts;
    try {
      // Longer than any of its keys may wait.
      const deadline = startDeadline(LOOKUP_MS, { priority }, { waitMs: Infinity, clock });
      await askInOrder(orderedHosts, call.requestFrom, { deadline, share: SHARES.equalHosts });
    } catch (error) {
      const waiters = call.waiters();
      if (waiters === undefined) refuse(priority, error);
      for (const waiter of waiters ?? []) waiter.reject(error);
    }
  };

  /**
   * A call was not sent. For want of a token, that ends the keys whose time is over before there is one; the others
   * get another call. Any other reason is one for all of them.
   */
  const refuse = (priority: Priority, error: unknown) => {
    const isSpent = error instanceof UpstreamFailure && error.kind === "budget-spent";
    const retryMs = Math.max(RETRY_MS, batching().readyMs);
    const retryAt = isSpent ? clock.monotonic() + retryMs : Infinity;
    for (const waiter of keys.ofPriority(priority)) {
      if (waiter.untilMs <= retryAt && keys.remove(waiter)) waiter.reject(error);
    }
    const retry = () => {
      queued.delete(priority);
      begin(priority);
    };
    if (keys.has(priority)) clock.after(retryMs, retry);
    else retry();
  };

  /** One call of each priority waits for a token; the first that gets one takes the most urgent keys. */
  const begin = (priority: Priority) => {
    for (const wake of gathering) wake();
    if (queued.has(priority) || !keys.has(priority)) return;
    queued.add(priority);
    void leave(priority);
  };

  const enqueue = (request: KeyRequest<Key, Value>, alone: boolean) => {
    const { key, deadline, resolve, reject } = request;
    const { caller } = deadline;
    const sinceMs = clock.monotonic();
    const waitMs = Math.max(LEAVE_MS, deadline.waitMs());
    const stopWaiting = () => {
      request.cancelTimer();
      deadline.excludeWait(clock.monotonic() - sinceMs);
    };
    const waiter: Waiter<Key, Value> = {
      key,
      caller,
      isAlone: alone,
      cost: alone ? 1 : 1 / most,
      untilMs: sinceMs + waitMs,
      leave() {
        stopWaiting();
        const tooSlow = () => reject(new UpstreamFailure("timeout", callName, "too slow"));
        request.cancelTimer = clock.after(deadline.remainingMs(), tooSlow);
      },
      goAlone() {
        request.cancelTimer();
        enqueue(request, true);
      },
      resolve,
      reject,
    };
    request.cancelTimer = clock.after(waitMs, () => {
      stopWaiting();
      if (keys.remove(waiter)) reject(noToken("no token in time"));
    });
    keys.add(waiter);
    for (const lowest of keys.shed(batching().mostWaiting)) {
      lowest.reject(noToken("too many wait"));
    }
    begin(caller.priority);
  };

  /** Requests a key together with others that wait. */
  return (key: Key, deadline: Deadline): Promise<Value | null> => {
    if (deadline.waitMs() === 0 && batching().gatherMs > 0) {
      return Promise.reject(noToken("it may not wait for a token"));
    }
    let request: KeyRequest<Key, Value> | undefined;
    const value = new Promise<Value | null>((resolve, reject) => {
      request = { key, deadline, resolve, reject, cancelTimer: () => undefined };
      enqueue(request, isAlone(key));
    });
    return value.finally(() => request?.cancelTimer());
  };
}

/** The keys that wait, in the order in which calls take them. */
function createKeyQueue<Key, Value>(most: number, clock: Clock) {
  type KeyWaiter = Waiter<Key, Value>;
  const queue = createWaitingList<KeyWaiter>({ clock });
  /** When the last call for keys that go together left. */
  let lastSharedAt = Number.NEGATIVE_INFINITY;
  let callsSinceLone = CALLS_BETWEEN_LONE;
  const isShared = (waiter: KeyWaiter) => !waiter.isAlone;

  /** The key with which the next call leaves. */
  const next = (): KeyWaiter | undefined => {
    const first = queue.first()?.waiter;
    if (first?.isAlone !== true || callsSinceLone >= CALLS_BETWEEN_LONE) return first;
    const shared = queue.first(isShared)?.waiter;
    return shared?.caller.priority === first.caller.priority ? shared : first;
  };

  return {
    add: queue.add,
    remove: queue.remove,
    shed: queue.shed,
    next,
    /** True if more keys would not fit into the next call. */
    isFull: () => next()?.isAlone === true || queue.size() >= most,
    lastSharedAt: () => lastSharedAt,
    has: (priority: Priority) =>
      queue.first(({ caller }) => caller.priority === priority) !== undefined,
    ofPriority: (priority: Priority) =>
      queue
        .inOrder()
        .map(({ waiter }) => waiter)
        .filter(({ caller }) => caller.priority === priority),
    /** Takes the keys of the next call: one that goes alone, or several. */
    take(): KeyWaiter[] {
      const first = next();
      if (first?.isAlone === true) {
        callsSinceLone = 0;
        return queue.take(1, (waiter) => waiter === first);
      }
      callsSinceLone += 1;
      lastSharedAt = clock.monotonic();
      return queue.take(most, isShared);
    },
  };
}

/**
 * A call that takes its keys at the last moment, when it has its token. It keeps them for a retry and for the next
 * host.
 */
function createBulkCall<Key, Value>(
  takeKeys: () => Waiter<Key, Value>[],
  noKey: () => UpstreamFailure,
) {
  let waiters: Waiter<Key, Value>[] | undefined;

  const requestTo = async (
    host: BulkHost<Key, Value>,
  ): Promise<UpstreamRequest<ReadKey<Key, Value>>> => {
    waiters ??= takeKeys();
    const [key, ...others] = waiters.map((waiter) => waiter.key);
    if (key === undefined) throw noKey();
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
    waiters = waiters?.filter(({ key, resolve }) => {
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

  return {
    /** The keys without a value; undefined while none were taken. */
    waiters: () => waiters,
    /** One bad key may fail a whole bulk call: then each goes alone. */
    async requestFrom(host: BulkHost<Key, Value>, deadline: Deadline): Promise<true> {
      try {
        giveValues(await host.upstream({ ...host.call, deadline, prepare: () => requestTo(host) }));
      } catch (error) {
        const isBulk = waiters !== undefined && waiters.length > 1;
        if (!isBulk || !(error instanceof UpstreamFailure) || error.status !== 400) throw error;
        for (const { goAlone } of waiters ?? []) goAlone();
      }
      return true;
    },
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
