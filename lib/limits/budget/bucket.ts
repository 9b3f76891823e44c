import type { Account, Clockwork } from "./account.ts";
import { BudgetSpent, type Claim } from "./claim.ts";
import { createQueue, type Waiting } from "./queue.ts";

/** So many may wait, or as many as get a token within the next seconds. */
const WAITING = 64;
const WAITING_SECONDS = 5;
const MOST_WAITING = 5_000;
const MAX_WAIT_MS = 600_000;
const MAX_RETRY_SECONDS = 600;
/** Share of the burst that is not for those for whom nobody waits. */
const RESERVE = 0.25;
/** How often a failing store is tried while somebody waits and this process has no token. */
const STORE_RETRY_MS = 1_000;
/** How often a paused bucket is looked at, so that a restart does not begin its pause anew. */
const PAUSE_LOOK_MS = 5_000;
/** Sums of fractions miss whole tokens by less than this. */
const EPSILON = 1e-9;

/** For metrics. */
export interface BucketState {
  bucket: string;
  /** As last seen, and filled since. */
  tokens: number;
  /** Tokens a second: what holds now, and what it comes back to. */
  rate: number;
  configuredRate: number;
  waiting: number;
  /** 0 when there is no pause. */
  pausedForSeconds: number;
  /** The store fails: this process gives a small share on its own. */
  alone: boolean;
}

export interface Bucket {
  take(claim: Claim): Promise<void>;
  slowDown(pauseSeconds?: number): Promise<number>;
  succeed(): Promise<void>;
  state(): BucketState;
}

interface Waiter extends Waiting {
  serve(): void;
  refuse(error: BudgetSpent): void;
}

export interface BucketOptions extends Pick<Clockwork, "monotonic" | "later"> {
  name: string;
  account: Account;
  /** Tokens a second. */
  configuredRate: number;
}

/** Gives the tokens of an account to those who wait for them. */
export function createBucket({
  name,
  account,
  configuredRate,
  monotonic,
  later,
}: BucketOptions): Bucket {
  const queue = createQueue<Waiter>(() => {
    const { tokens = 0, rate = configuredRate } = account.view() ?? {};
    return Math.min(MOST_WAITING, Math.max(WAITING, tokens + rate * WAITING_SECONDS));
  });
  let looking = false;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let callOffLook = () => {};

  function take({ priority, client, waitMs }: Claim): Promise<void> {
    return new Promise((resolve, reject) => {
      const bounded = Math.min(MAX_WAIT_MS, Math.max(0, waitMs));
      const callOffEnd = later(() => {
        // Whom the look under way serves is not sent away a moment before.
        if (!looking) refuseAll(isOver);
      }, bounded);
      const waiter: Waiter = {
        priority,
        // Without one it is a client of its own.
        client: client ?? Symbol(name),
        untilMs: monotonic() + bounded,
        serve() {
          callOffEnd();
          resolve();
        },
        refuse(error) {
          callOffEnd();
          reject(error);
        },
      };
      queue.add(waiter)?.refuse(spent());
      if (isHopeless(waiter) && queue.remove(waiter)) waiter.refuse(spent());
      schedule();
    });
  }

  const isOver = ({ untilMs }: Waiter) => untilMs <= monotonic();

  /** True during a pause, and when no token can come in time, whatever the others do. */
  function isHopeless(waiter: Waiter): boolean {
    const view = account.view();
    if (view === undefined) return false;
    if (view.pauseMs > 0) return true;
    const leftMs = waiter.untilMs - monotonic();
    const needed = neededFor(waiter.priority === "background", view.burst);
    const most = view.mostTokens + (configuredRate * leftMs) / 1_000;
    return most < needed + queue.surelyBefore(waiter);
  }

  function refuseAll(match: (waiter: Waiter) => boolean): void {
    for (const waiter of queue.waiters().filter(match)) {
      if (queue.remove(waiter)) waiter.refuse(spent());
    }
  }

  function spent(): BudgetSpent {
    const { pauseMs, tokens, rate } = account.view() ?? { pauseMs: 0, tokens: 0, rate: 1 };
    const missing = Math.max(0, queue.size() + 1 - tokens);
    const seconds = Math.ceil(pauseMs > 0 ? pauseMs / 1_000 : missing / rate);
    return new BudgetSpent(name, Math.min(MAX_RETRY_SECONDS, Math.max(1, seconds)));
  }

  async function look(): Promise<void> {
    looking = true;
    callOffLook();
    lookedAtMs = monotonic();
    const taken = await account.take((tokens, burst) => {
      const background = queue.sizeOf("background");
      return affordable(tokens, burst, { urgent: queue.size() - background, background });
    });
    looking = false;
    for (let left = taken; left > 0; left -= 1) queue.takeNext("background")?.serve();
    refuseAll((waiter) => isOver(waiter) || isHopeless(waiter));
    schedule(1);
  }

  /** Looks when the next token may be there, but not before `leastMs`. */
  function schedule(leastMs = 0): void {
    if (looking) return;
    callOffLook();
    const ms = Math.max(leastMs, untilWorthALook());
    if (ms === 0) void look();
    else if (ms < Infinity) callOffLook = later(() => void look(), ms);
  }

  function untilWorthALook(): number {
    const view = account.view();
    const sinceLookMs = monotonic() - lookedAtMs;
    if (queue.size() === 0) {
      const isDue = view !== undefined && view.pauseMs > 0 && sinceLookMs >= PAUSE_LOOK_MS;
      return isDue ? 0 : Infinity;
    }
    if (view === undefined) return 0;
    const needed = neededFor(queue.size() === queue.sizeOf("background"), view.burst);
    const fillMs = (Math.max(0, needed - view.tokens) / view.rate) * 1_000;
    const retryMs = view.alone ? Math.max(0, STORE_RETRY_MS - sinceLookMs) : Infinity;
    const ms = Math.min(fillMs, retryMs);
    return ms === 0 ? 0 : Math.floor(ms) + 1;
  }

  return {
    take,

    async slowDown(pauseSeconds) {
      await account.slowDown(pauseSeconds === undefined ? undefined : pauseSeconds * 1_000);
      refuseAll(isHopeless);
      schedule();
      return (account.view()?.pauseMs ?? 0) / 1_000;
    },

    async succeed() {
      if ((account.view()?.refusals ?? 0) > 0) await account.endRefusals();
    },

    state() {
      const view = account.view();
      return {
        bucket: name,
        tokens: view?.tokens ?? 0,
        rate: view?.rate ?? configuredRate,
        configuredRate,
        waiting: queue.size(),
        pausedForSeconds: (view?.pauseMs ?? 0) / 1_000,
        alone: view?.alone ?? false,
      };
    },
  };
}

/** Tokens that must be there before one is given. */
function neededFor(background: boolean, burst: number): number {
  const reserve = background ? RESERVE * burst + 2 * EPSILON : 0;
  return Math.max(1 - EPSILON, reserve);
}

/** How many who wait may have a token. */
function affordable(
  tokens: number,
  burst: number,
  waiting: { urgent: number; background: number },
): number {
  const urgent = Math.max(0, Math.min(waiting.urgent, Math.floor(tokens + EPSILON)));
  const left = tokens - urgent;
  const aboveReserve = Math.ceil(left - RESERVE * burst - EPSILON);
  const most = Math.min(Math.floor(left + EPSILON), aboveReserve);
  return urgent + Math.max(0, Math.min(waiting.background, most));
}
