import pLimit from "p-limit";
import type { Store } from "../../cache/stores/store.ts";
import { updateValue } from "../../cache/stores/update.ts";
import type { Allowance } from "./claim.ts";
import {
  advance,
  emptyTokens,
  endRefusals,
  meet,
  pauseOf,
  processesOf,
  readTokens,
  shareOf,
  slow,
  slowAs,
  without,
  withProcess,
  type Sight,
  type Tokens,
} from "./tokens.ts";

/** After this the store counts as failing; stores have shorter limits of their own. */
const STORE_MS = 500;
/** How far the clock in the store may lie behind when there is nothing else to write. */
const CLOCK_BEHIND_MS = 5_000;

export interface Clockwork {
  /** Milliseconds that never go back. */
  monotonic(): number;
  /** Runs something after some milliseconds; gives what calls it off. */
  later(run: () => void, ms: number): () => void;
  random(): number;
}

export interface AccountOptions extends Clockwork {
  store: Pick<Store, "get" | "transact">;
  key: string;
  allowance: Allowance;
  /** Random name of this process. */
  processId: string;
  /** How many processes are known to share the store, at least. */
  processes: number;
}

/** What is known of a bucket without asking the store. */
export interface View {
  /** As last known, and filled since. */
  tokens: number;
  /** Certainly no more than these are there. */
  mostTokens: number;
  /** Tokens a second. */
  rate: number;
  burst: number;
  pauseMs: number;
  /** Pauses in a row. */
  refusals: number;
  /** The store fails. */
  alone: boolean;
}

/** The tokens of one bucket: those in the store, or while it fails a small share on its own. */
export interface Account {
  /**
   * Takes as many tokens as `plan` says, of those that are there, and gives what was taken once the
   * store has acknowledged it. `plan` may run several times.
   */
  take(plan: (tokens: number, burst: number) => number): Promise<number>;
  /** Halves the rate and takes nothing for a while, for all processes. */
  slowDown(pauseMs?: number): Promise<void>;
  /** The pauses in a row have an end. */
  endRefusals(): Promise<void>;
  /** Undefined before the first look. */
  view(): View | undefined;
}

/** A step from one state to the next, and how many tokens it took. */
type Step = (tokens: Tokens, burst: number) => { next: Tokens; taken: number };

interface Alone extends Sight {
  allowance: Allowance;
  /** Tokens that the bucket in the store knows nothing of. */
  owed: number;
  slowed: boolean;
}

export function createAccount(options: AccountOptions): Account {
  const { store, key, allowance, processId, monotonic, later, random } = options;
  const wait = (ms: number) => new Promise<void>((resolve) => void later(resolve, ms));
  const oneByOne = pLimit(1);
  let seen: Sight | undefined;
  let alone: Alone | undefined;

  async function stepInStore(step: Step): Promise<number> {
    let written: { before: Sight; after: Tokens; taken: number } | undefined;
    const change = (text: string | undefined) => {
      const atMs = monotonic();
      const stored = readTokens(text);
      const found = meet(stored, seen, atMs, allowance);
      const settled = alone ? settle(found, alone, atMs) : found;
      const { next, taken } = step(settled, allowance.burst);
      // The one token of a new bucket is lent: otherwise each loss of the store would give one.
      const after = withProcess(stored === undefined ? without(next, 1) : next, processId);
      written = { before: { tokens: found, atMs }, after, taken };
      const clockIsClose = stored && after.clockMs - stored.clockMs < CLOCK_BEHIND_MS;
      const isKnown = stored && processId in stored.processes;
      const isNews = next !== settled || alone !== undefined || !clockIsClose || !isKnown;
      return isNews ? JSON.stringify(after) : text;
    };
    await inTime(updateValue(store, key, change, { random, wait }));
    if (written === undefined) throw new Error("nothing was read");
    const { before, after, taken } = written;
    // Filled first, up to now: the store took the tokens at some time since it was read.
    const atMs = monotonic();
    const { tokens, clockMs } = advance(before, atMs, allowance);
    const rest = tokens - (after.taken - before.tokens.taken);
    seen = { tokens: { ...after, tokens: rest, clockMs }, atMs };
    alone = undefined;
    return taken;
  }

  /** What the store fails to keep. */
  function stepAlone(step: Step): number {
    const atMs = monotonic();
    const before = (alone ??= leave(atMs));
    const found = advance(before, atMs, before.allowance);
    const { next, taken } = step(found, before.allowance.burst);
    const slowed = before.slowed || next.pausedUntilMs > found.pausedUntilMs;
    alone = { ...before, tokens: next, atMs, owed: before.owed + taken, slowed };
    return taken;
  }

  /**
   * Half of an equal share. It starts with nothing, since others may have emptied the bucket after
   * this process saw it: so all that do this at once give no more than half of the rate.
   */
  function leave(atMs: number): Alone {
    const tokens = seen ? advance(seen, atMs, allowance) : emptyTokens();
    const parts = 2 * countProcesses(tokens);
    const share = { rate: allowance.rate / parts, burst: Math.max(1, allowance.burst / parts) };
    return { tokens: { ...tokens, tokens: 0 }, atMs, allowance: share, owed: 0, slowed: false };
  }

  function countProcesses(tokens: Tokens): number {
    const others = processesOf(tokens).filter(([id]) => id !== processId).length;
    return Math.max(options.processes, others + 1);
  }

  async function inTime(updating: Promise<unknown>): Promise<void> {
    let callOff = () => {};
    const tooLate = new Promise<never>((_, reject) => {
      callOff = later(() => reject(new Error("the store took too long")), STORE_MS);
    });
    try {
      await Promise.race([updating, tooLate]);
    } finally {
      callOff();
    }
  }

  const run = (step: Step) => oneByOne(() => stepInStore(step).catch(() => stepAlone(step)));

  return {
    take: (plan) =>
      run((tokens, burst) => {
        const taken = pauseOf(tokens) > 0 ? 0 : plan(tokens.tokens, burst);
        return { next: taken > 0 ? without(tokens, taken) : tokens, taken };
      }),

    async slowDown(pauseMs) {
      await run((tokens) => ({ next: slow(tokens, pauseMs), taken: 0 }));
    },

    async endRefusals() {
      await run((tokens) => ({ next: endRefusals(tokens), taken: 0 }));
    },

    view() {
      const sight = alone ?? seen;
      if (sight === undefined) return undefined;
      const { rate, burst } = alone?.allowance ?? allowance;
      const atMs = monotonic();
      const now = advance(sight, atMs, { rate, burst });
      const isOnlyOne = alone === undefined && countProcesses(now) === 1;
      const most = sight.tokens.tokens + (rate * (atMs - sight.atMs)) / 1_000;
      return {
        tokens: now.tokens,
        // Another process may know of more, and a store that fails may be back at any time.
        mostTokens: isOnlyOne ? Math.min(burst, most) : Infinity,
        rate: rate * shareOf(now),
        burst,
        pauseMs: pauseOf(now),
        refusals: now.refusals,
        alone: alone !== undefined,
      };
    },
  };
}

/**
 * Charges what was taken alone. No more than the burst of that share is owed: what went beyond came
 * at half the rate at which the bucket in the store was filled meanwhile.
 */
function settle(tokens: Tokens, alone: Alone, nowMs: number): Tokens {
  const paid = without(tokens, Math.min(alone.owed, alone.allowance.burst));
  return alone.slowed ? slowAs(paid, advance(alone, nowMs, alone.allowance)) : paid;
}
