import { systemClock, type Clock } from "../time/clock.ts";
import type { Caller } from "../scheduling/caller.ts";
import { createWaitingList, type Place } from "../scheduling/waiting-list.ts";
import {
  createTokens,
  EPSILON,
  multiplied,
  RATE,
  RESERVE,
  type Allowance,
  type Bounds,
  type Tokens,
  type TokenStore,
  type Wanted,
} from "./token-bucket.ts";

/** So many may wait, or as many as get a token within the next seconds. */
const WAITING = 64;
const WAITING_SECONDS = 5;
const MAX_RETRY_SECONDS = 600;
/** How often a failing store is tried while there are waiters and no local token. */
const STORE_RETRY_MS = 1_000;

/** A claim of an upstream's caller for one token. */
export interface Claim extends Caller {
  /** How long to wait for a token at most, in milliseconds. */
  waitMs: number;
  /** Once it is aborted, the claim waits no longer. */
  signal?: AbortSignal | undefined;
}

/** Thrown when no token came in time. */
export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
  /** When a token may be there again: 1 to 600. */
  readonly retryAfterSeconds: number;

  constructor(bucket: string, retryAfterSeconds: number) {
    super(`the budget of ${bucket} is spent for ${retryAfterSeconds} s`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The state of a bucket, for metrics. */
export interface BucketState {
  bucket: string;
  /** As last seen, and filled since. */
  tokens: number;
  /** Tokens a second: what holds now, and the most that it may become. */
  rate: number;
  configuredRate: number;
  waiting: number;
  /** 0 when there is no pause. */
  pausedForSeconds: number;
  /** The store fails: this process gives a small share from memory. */
  storeFails: boolean;
}

/** The most that a bucket gives at the moment. */
export type Capacity = Pick<BucketState, "tokens" | "rate" | "pausedForSeconds"> &
  Pick<Bounds, "burst">;

export interface BudgetOptions {
  /** Shared by all processes that call from one address. */
  tokens: TokenStore;
  allowances: Record<string, Allowance>;
  /**
   * Names the address that calls leave from: each has budgets of its own, except those of an upstream
   * that counts by account, which are the same everywhere.
   */
  egress?: string | undefined;
  /** Multiplies rates and bursts of all. A burst is never less than one token. */
  factor: number;
  /** Processes known to share the store, at least; how the share of a failing store is divided. */
  processes?: number;
  clock?: Clock;
}

/**
 * Limits the calls to upstreams. A bucket is named `<allowance>` or `<allowance>:<operation>`; each
 * has a whole allowance of its own, so operations that an upstream counts together share one name.
 */
export type Budget = ReturnType<typeof createBudget>;

/**
 * Token buckets in a store. In any time of W seconds at most ceiling · W + burst tokens of a bucket are
 * taken, by all processes on the store together, through restarts and kills, and more only so:
 *
 * - A clock that is set ahead by S seconds gives ceiling · S tokens, a burst at most. Clocks of one store
 *   that differ by S seconds (at most 5) do so once.
 * - Each loss of what is in the store gives what a new bucket has.
 * - While the store fails, each process gives a quarter of an equal share from memory, beginning with
 *   nothing, and is charged for it afterwards: half a burst more at most, or a quarter of rate and
 *   burst for each machine beyond those that are known (see `processes`).
 */
export function createBudget(options: BudgetOptions) {
  const { allowances, factor, egress = "here", clock = systemClock } = options;
  if (!(factor > 0)) throw new RangeError(`a budget cannot be multiplied by ${factor}`);
  const buckets = new Map<string, ReturnType<typeof createBucket>>();

  function allowanceOf(name: string): Allowance {
    const [prefix = ""] = name.split(":");
    const configured = Object.hasOwn(allowances, prefix) ? allowances[prefix] : undefined;
    if (configured === undefined) throw new RangeError(`there is no allowance for ${name}`);
    return configured;
  }

  function boundsOf(name: string): Bounds {
    const allowance = allowanceOf(name);
    const { rate, floor = rate / 16, ceiling = rate, burst, fresh = 1, reserve = 0 } = allowance;
    return multiplied({ rate, floor, ceiling, burst, fresh, reserve }, factor);
  }

  function bucketOf(name: string) {
    const known = buckets.get(name);
    if (known) return known;
    const key = `${allowanceOf(name).perAccount ? "account" : egress}/${name}`;
    const bucket = createBucket(name, createTokens(key, boundsOf(name), options), clock);
    buckets.set(name, bucket);
    return bucket;
  }

  return {
    /**
     * Resolves once a token was taken for this claim; it is never given back. Rejects with
     * `BudgetSpent` when none came in time, when others rank higher in a full queue, or at
     * once during a pause and when it is certain that none can come in time. A claim gets
     * one look at the store even when it does not wait at all.
     */
    take: async (bucket: string, claim: Claim) => bucketOf(bucket).take(claim),
    /**
     * The upstream refused a call: halves the rate and gives nothing for so many seconds (1 to 600), in
     * all processes. Without them it is 5 s, and twice as long up to 60 s for each pause in a row; pauses
     * in a row halve the rate once. A refusal during a pause is about a call from before it and only
     * prolongs it. Gives the seconds that are left of the pause. A store that fails is no error here.
     */
    slowDown: async (bucket: string, seconds?: number) => bucketOf(bucket).slowDown(seconds),
    /** The upstream refused several calls, and not for their number: halves the rate, without a pause. */
    halve: async (bucket: string) => bucketOf(bucket).halve(),
    /** The upstream responded to a call: pauses are no longer in a row. */
    succeed: async (bucket: string) => bucketOf(bucket).succeed(),
    /** The bounds of a bucket, the factor included. Throws a `RangeError` for one that has none. */
    allowanceOf: boundsOf,
    /** How much a bucket gives at the moment, also one that was never used. */
    capacityOf(name: string): () => Capacity {
      const { rate, burst, fresh } = boundsOf(name);
      const unused = { rate, burst, tokens: burst * fresh, pausedForSeconds: 0 };
      return () => {
        const state = buckets.get(name)?.state();
        if (state === undefined) return unused;
        const { tokens, rate: rateNow, pausedForSeconds } = state;
        return { tokens, burst, rate: rateNow, pausedForSeconds };
      };
    },
    /** All buckets that were used so far. */
    state: () => [...buckets.values()].map((bucket) => bucket.state()),
  };
}

interface Waiter {
  caller: Caller;
  /** Monotonic milliseconds until which it waits. */
  untilMs: number;
  /** It got a token, or it is refused. */
  end(error?: BudgetSpent): void;
}

/** Gives tokens to its waiters: several at once, when there are several. */
function createBucket(name: string, { bounds, step, view }: Tokens, clock: Clock) {
  const queue = createWaitingList<Waiter>({ clock });
  let isServing = false;
  let servedAtMs = Number.NEGATIVE_INFINITY;
  let cancelServing = () => {};

  const isOver = ({ untilMs }: Waiter) => untilMs <= clock.monotonic();

  function refuseHopeless(): void {
    const isHopeless = hopelessWith(view(), bounds, queue.size(), clock.monotonic());
    if (isHopeless === undefined) return;
    refuse(
      queue
        .inOrder()
        .filter(isHopeless)
        .map(({ waiter }) => waiter),
    );
  }

  function refuse(waiters: Waiter[]): void {
    for (const waiter of waiters) if (queue.remove(waiter)) waiter.end(spent());
  }

  function spent(): BudgetSpent {
    const { pauseMs, tokens, rate } = view() ?? { pauseMs: 0, tokens: 0, rate: 1 };
    const missing = Math.max(0, queue.size() + 1 - tokens);
    const seconds = Math.ceil(pauseMs > 0 ? pauseMs / 1_000 : missing / rate);
    return new BudgetSpent(name, Math.min(MAX_RETRY_SECONDS, Math.max(1, seconds)));
  }

  async function serve(): Promise<void> {
    isServing = true;
    cancelServing();
    servedAtMs = clock.monotonic();
    // Callers of the same moment are served by the same look.
    await Promise.resolve();
    const counted = queue.inOrder();
    const taken = await step({
      do: "take",
      wanted: wantedBy(counted.map((place) => leavingOf(place, bounds))),
    });
    isServing = false;
    for (const waiter of queue.take(taken)) waiter.end();
    // Those that came during this look get one of their own.
    refuse(counted.map(({ waiter }) => waiter).filter(isOver));
    refuseHopeless();
    schedule(taken > 0 ? 0 : 1);
  }

  /** Looks when the next token may be there, but not before `leastMs`. */
  function schedule(leastMs = 0): void {
    if (isServing) return;
    cancelServing();
    const ms = Math.max(leastMs, msUntilServing());
    if (ms === 0) void serve();
    else if (ms < Infinity) cancelServing = clock.after(ms, () => void serve());
  }

  function msUntilServing(): number {
    const first = queue.first();
    const seen = view();
    const sinceServedMs = clock.monotonic() - servedAtMs;
    const retryMs = seen?.storeFails ? Math.max(0, STORE_RETRY_MS - sinceServedMs) : Infinity;
    if (first === undefined) {
      // The other processes must learn of a pause that began while the store failed.
      return seen && seen.pauseMs > 0 && retryMs === 0 ? 0 : Infinity;
    }
    if (seen === undefined) return 0;
    const missing = Math.max(0, neededFor(first, seen.burst, bounds) - seen.tokens);
    const ms = Math.min((missing / seen.rate) * 1_000, retryMs);
    return ms === 0 ? 0 : Math.floor(ms) + 1;
  }

  return {
    take: ({ waitMs, signal, ...caller }: Claim) =>
      new Promise<void>((resolve, reject) => {
        const giveUp = () => {
          waiter.untilMs = Math.min(waiter.untilMs, clock.monotonic());
          // A look under way may still serve it.
          if (!isServing) refuse([waiter]);
        };
        const cancelTimer = clock.after(waitMs, giveUp);
        // An aborted signal, which many claims share, does not fire again.
        if (signal?.aborted === false) signal.addEventListener("abort", giveUp);
        const waiter: Waiter = {
          caller,
          untilMs: clock.monotonic() + waitMs,
          end(error) {
            cancelTimer();
            signal?.removeEventListener("abort", giveUp);
            if (error === undefined) resolve();
            else reject(error);
          },
        };
        queue.add(waiter);
        const { tokens = 0, rate = bounds.rate } = view() ?? {};
        const limit = Math.max(WAITING, tokens + rate * WAITING_SECONDS);
        for (const lowest of queue.shed(limit)) lowest.end(spent());
        refuseHopeless();
        schedule();
      }),

    async slowDown(pauseSeconds?: number): Promise<number> {
      const pauseMs = pauseSeconds === undefined ? undefined : pauseSeconds * 1_000;
      await step({ do: "refused", pauseMs });
      refuseHopeless();
      schedule();
      return (view()?.pauseMs ?? 0) / 1_000;
    },

    halve: async (): Promise<void> => void (await step({ do: "halved" })),

    async succeed(): Promise<void> {
      if ((view()?.refusals ?? 0) > 0) await step({ do: "answered" });
    },

    state(): BucketState {
      const { tokens = 0, rate = bounds.rate, pauseMs = 0, storeFails = false } = view() ?? {};
      return {
        bucket: name,
        tokens,
        rate,
        configuredRate: bounds.ceiling,
        waiting: queue.size(),
        pausedForSeconds: pauseMs / 1_000,
        storeFails,
      };
    },
  };
}

/** The share of the burst that a waiter leaves to others. */
function leavingOf({ waiter: { caller }, isHeavy }: Place<Waiter>, { reserve }: Bounds): number {
  if (caller.priority === "background") return RESERVE;
  return isHeavy ? reserve : 0;
}

/** Tokens that must be there before a waiter gets one. */
function neededFor(place: Place<Waiter>, burst: number, bounds: Bounds): number {
  return Math.max(1 - EPSILON, leavingOf(place, bounds) * burst + 2 * EPSILON);
}

/**
 * Gives a test for waiters without hope at this moment: in a pause, or when no token can come in time,
 * whatever the others do. Undefined while every waiter has hope.
 */
function hopelessWith(
  seen: ReturnType<Tokens["view"]>,
  bounds: Bounds,
  waiting: number,
  nowMs: number,
): ((place: Place<Waiter>, index: number, all: Place<Waiter>[]) => boolean) | undefined {
  if (seen && seen.pauseMs > 0) return () => true;
  // A store that fails may be back at any time, with more tokens than are known of.
  if (seen === undefined || seen.storeFails) return undefined;
  const reserved = Math.max(RESERVE, bounds.reserve) * seen.burst;
  if (seen.tokens >= waiting + reserved) return undefined;
  // The rate may rise meanwhile, once.
  const rate = Math.min(bounds.ceiling, seen.rate * (1 + RATE.slowStart));
  return (place, index, all) => {
    const { untilMs } = place.waiter;
    const most = seen.tokens + (rate * (untilMs - nowMs)) / 1_000;
    const needed = neededFor(place, seen.burst, bounds);
    if (most >= needed + index) return false;
    // Waiters that give up earlier may be gone by then.
    const ahead = all.slice(0, index).filter(({ waiter }) => waiter.untilMs >= untilMs).length;
    return most < needed + ahead;
  };
}

/** Groups waiters in a row that leave the same share to others. */
function wantedBy(leaving: readonly number[]): Wanted[] {
  const wanted: Wanted[] = [];
  for (const share of leaving) {
    const last = wanted.at(-1);
    if (last?.leaving === share) last.count += 1;
    else wanted.push({ count: 1, leaving: share });
  }
  return wanted;
}
