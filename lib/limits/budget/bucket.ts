import { createFairQueue, type Caller } from "../fair-queue.ts";
import type { Account } from "./account.ts";
import { SLOW_START } from "./rate.ts";
import { EPSILON, RESERVE, type Bounds } from "./token-bucket.ts";

/** So many may wait, or as many as get a token within the next seconds. */
const WAITING = 64;
const WAITING_SECONDS = 5;
const MAX_RETRY_SECONDS = 600;
/** How often a failing store is tried while there are waiters and no local token. */
const STORE_RETRY_MS = 1_000;

export interface Claim extends Caller {
  /** How long to wait for a token at most, in milliseconds. */
  waitMs: number;
  /** Once it is aborted, the claim waits no longer. */
  hurry?: AbortSignal | undefined;
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

/** For metrics. */
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

interface Waiter {
  caller: Caller;
  /** Monotonic milliseconds until which it waits. */
  untilMs: number;
  serve(): void;
  refuse(error: BudgetSpent): void;
}

export interface Clockwork {
  /** Milliseconds that never go back. */
  monotonic(): number;
  /** Runs something after some milliseconds; gives what cancels it. */
  later(run: () => void, ms: number): () => void;
}

export interface BucketOptions extends Clockwork {
  name: string;
  account: Account;
  bounds: Bounds;
}

/** Gives the tokens of an account to its waiters: several at once, when there are several. */
export function createBucket({ name, account, bounds, monotonic, later }: BucketOptions) {
  const queue = createFairQueue<Waiter>();
  let looking = false;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let cancelLook = () => {};

  const isOver = ({ untilMs }: Waiter) => untilMs <= monotonic();

  /** True in a pause, and when no token can come in time, whatever the others do. */
  function isHopeless({ caller, untilMs }: Waiter, index: number, waiters: Waiter[]): boolean {
    const view = account.view();
    if (view && view.pauseMs > 0) return true;
    // A store that fails may be back at any time, with more tokens than are known of.
    if (view === undefined || view.storeFails) return false;
    // The rate may rise meanwhile, once.
    const rate = Math.min(bounds.ceiling, view.rate * (1 + SLOW_START));
    const most = view.tokens + (rate * (untilMs - monotonic())) / 1_000;
    const needed = neededFor(caller, view.burst);
    if (most >= needed + index) return false;
    // Waiters that give up earlier may be gone by then.
    const ahead = waiters.slice(0, index).filter((other) => other.untilMs >= untilMs).length;
    return most < needed + ahead;
  }

  function refuse(waiters: Waiter[]): void {
    for (const waiter of waiters) if (queue.remove(waiter)) waiter.refuse(spent());
  }

  function spent(): BudgetSpent {
    const { pauseMs, tokens, rate } = account.view() ?? { pauseMs: 0, tokens: 0, rate: 1 };
    const missing = Math.max(0, queue.size() + 1 - tokens);
    const seconds = Math.ceil(pauseMs > 0 ? pauseMs / 1_000 : missing / rate);
    return new BudgetSpent(name, Math.min(MAX_RETRY_SECONDS, Math.max(1, seconds)));
  }

  async function look(): Promise<void> {
    looking = true;
    cancelLook();
    lookedAtMs = monotonic();
    // Callers of the same moment are served by the same look.
    await Promise.resolve();
    const counted = queue.waiters();
    const background = counted.filter(isBackground).length;
    const foreground = counted.length - background;
    const taken = await account.run({ do: "take", foreground, background });
    looking = false;
    for (const waiter of queue.take(taken)) waiter.serve();
    // Those that came during this look get one of their own.
    refuse(counted.filter(isOver));
    refuse(queue.waiters().filter(isHopeless));
    schedule(taken > 0 ? 0 : 1);
  }

  /** Looks when the next token may be there, but not before `leastMs`. */
  function schedule(leastMs = 0): void {
    if (looking) return;
    cancelLook();
    const ms = Math.max(leastMs, untilWorthALook());
    if (ms === 0) void look();
    else if (ms < Infinity) cancelLook = later(() => void look(), ms);
  }

  function untilWorthALook(): number {
    const [first] = queue.waiters();
    const view = account.view();
    const sinceLookMs = monotonic() - lookedAtMs;
    const retryMs = view?.storeFails ? Math.max(0, STORE_RETRY_MS - sinceLookMs) : Infinity;
    if (first === undefined) {
      // The other processes must learn of a pause that began while the store failed.
      return view && view.pauseMs > 0 && retryMs === 0 ? 0 : Infinity;
    }
    if (view === undefined) return 0;
    const missing = Math.max(0, neededFor(first.caller, view.burst) - view.tokens);
    const ms = Math.min((missing / view.rate) * 1_000, retryMs);
    return ms === 0 ? 0 : Math.floor(ms) + 1;
  }

  return {
    take({ waitMs, hurry, ...caller }: Claim): Promise<void> {
      return new Promise((resolve, reject) => {
        // A look under way may still serve what is over.
        const end = () => {
          if (!looking) refuse(queue.waiters().filter(isOver));
        };
        const cancelEnd = later(end, waitMs);
        const giveUp = () => {
          waiter.untilMs = monotonic();
          end();
        };
        // An aborted signal, which many claims share, does not fire again.
        if (hurry?.aborted === false) hurry.addEventListener("abort", giveUp);
        const settle = (how: () => void) => {
          cancelEnd();
          hurry?.removeEventListener("abort", giveUp);
          how();
        };
        const waiter: Waiter = {
          caller,
          untilMs: monotonic() + waitMs,
          serve: () => settle(resolve),
          refuse: (error) => settle(() => reject(error)),
        };
        queue.add(waiter);
        const { tokens = 0, rate = bounds.rate } = account.view() ?? {};
        const limit = Math.max(WAITING, tokens + rate * WAITING_SECONDS);
        for (const lowest of queue.shed(limit)) lowest.refuse(spent());
        const waiters = queue.waiters();
        const index = waiters.indexOf(waiter);
        if (index >= 0 && isHopeless(waiter, index, waiters)) refuse([waiter]);
        schedule();
      });
    },

    async slowDown(pauseSeconds?: number): Promise<number> {
      const pauseMs = pauseSeconds === undefined ? undefined : pauseSeconds * 1_000;
      await account.run({ do: "refused", pauseMs });
      refuse(queue.waiters().filter(isHopeless));
      schedule();
      return (account.view()?.pauseMs ?? 0) / 1_000;
    },

    /** The upstream takes longer than it did: lowers the rate. */
    async ease(): Promise<void> {
      await account.run({ do: "slowed" });
    },

    async succeed(): Promise<void> {
      if ((account.view()?.refusals ?? 0) > 0) await account.run({ do: "answered" });
    },

    state(): BucketState {
      const view = account.view();
      return {
        bucket: name,
        tokens: view?.tokens ?? 0,
        rate: view?.rate ?? bounds.rate,
        configuredRate: bounds.ceiling,
        waiting: queue.size(),
        pausedForSeconds: (view?.pauseMs ?? 0) / 1_000,
        storeFails: view?.storeFails ?? false,
      };
    },
  };
}

export type Bucket = ReturnType<typeof createBucket>;

const isBackground = ({ caller }: Pick<Waiter, "caller">) => caller.priority === "background";

/** Tokens that must be there before a caller gets one. */
function neededFor(caller: Caller, burst: number): number {
  const reserve = isBackground({ caller }) ? RESERVE * burst + 2 * EPSILON : 0;
  return Math.max(1 - EPSILON, reserve);
}
