import { createAccount } from "./budget/account.ts";
import {
  createBucket,
  type Bucket,
  type BucketState,
  type Claim,
  type Clockwork,
} from "./budget/bucket.ts";
import { multiplied, type Allowance, type Bounds, type TokenStore } from "./budget/token-bucket.ts";

export { BudgetSpent, type Claim } from "./budget/bucket.ts";
export type { Allowance, TokenStore } from "./budget/token-bucket.ts";

/**
 * Limits the calls to upstreams. A bucket is named `<allowance>` or `<allowance>:<operation>`; each
 * has a whole allowance of its own, so operations that an upstream counts together share one name.
 */
export type Budget = ReturnType<typeof createBudget>;

export interface BudgetOptions extends Partial<Clockwork> {
  /** Shared by all processes that call from one address. */
  tokens: TokenStore;
  allowances: Record<string, Allowance & { perAccount?: true | undefined }>;
  /**
   * Where calls leave from: budgets of different egresses are counted apart, except those of an upstream
   * that counts by account, which is one and the same everywhere.
   */
  egress?: string;
  /** Multiplies rates and bursts of all. A burst is never less than one token. */
  factor: number;
  /** Processes known to share the store, at least; how the share of a failing store is divided. */
  processes?: number;
}

/**
 * Token buckets in a store. In any time of W seconds at most ceiling · W + burst tokens of a bucket are
 * taken, by all processes on the store together, through restarts and kills. What goes beyond that:
 *
 * - A clock that is set ahead by S seconds gives ceiling · S tokens, a burst at most. Clocks of one store
 *   that differ by S seconds (at most 5) do so once.
 * - Each loss of what is in the store gives one token.
 * - While the store fails, each process gives a quarter of an equal share from memory, beginning with
 *   nothing, and is charged for it afterwards: half a burst more at most, or a quarter of rate and
 *   burst for each machine beyond those that are known (see `processes`).
 */
export function createBudget({
  tokens,
  allowances,
  factor,
  egress = "here",
  processes = 1,
  monotonic = () => performance.now(),
  later = startTimer,
}: BudgetOptions) {
  if (!(factor > 0)) throw new RangeError(`a budget cannot be multiplied by ${factor}`);
  const buckets = new Map<string, Bucket>();

  function configuredFor(name: string) {
    const [prefix = ""] = name.split(":");
    const configured = Object.hasOwn(allowances, prefix) ? allowances[prefix] : undefined;
    if (configured === undefined) throw new RangeError(`there is no allowance for ${name}`);
    return configured;
  }

  /** What a bucket may give, the factor included. Throws a `RangeError` for one that has none. */
  function allowanceOf(name: string): Bounds {
    const configured = configuredFor(name);
    const { rate } = configured;
    return multiplied({ floor: rate / 16, ceiling: rate, ...configured }, factor);
  }

  function bucketOf(name: string): Bucket {
    const known = buckets.get(name);
    if (known) return known;
    const bounds = allowanceOf(name);
    const account = createAccount({
      tokens,
      name: `${configuredFor(name).perAccount ? "account" : egress}/${name}`,
      bounds,
      processes,
      monotonic,
    });
    const bucket = createBucket({ name, account, bounds, monotonic, later });
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
     * The upstream refused a call: halves the rate and gives nothing for `pauseSeconds` (1 to 600), in
     * all processes. Without them it is 5 s, and twice as long up to 60 s for each pause in a row; pauses
     * in a row halve the rate once. A refusal during a pause is about a call from before it and only
     * prolongs it. Gives the seconds that are left of the pause. A store that fails is no error here.
     */
    slowDown: async (bucket: string, pauseSeconds?: number) =>
      bucketOf(bucket).slowDown(pauseSeconds),
    /** The upstream takes longer than it did: lowers the rate by a quarter, without a pause. */
    ease: async (bucket: string) => bucketOf(bucket).ease(),
    /** The upstream responded to a call: pauses are no longer in a row. */
    succeed: async (bucket: string) => bucketOf(bucket).succeed(),
    allowanceOf,
    /** How a bucket stands. One that was never used gives its first token at once. */
    stateOf(name: string) {
      const unused = { tokens: 1, waiting: 0, pausedForSeconds: 0 };
      return buckets.get(name)?.state() ?? { ...unused, rate: allowanceOf(name).rate };
    },
    /** All buckets that were used so far. */
    state: () => [...buckets.values()].map((bucket) => bucket.state()),
  };
}

/** A timer that keeps no process alive. */
function startTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
}

/** What a bucket gives at the moment. */
export type Pace = Pick<BucketState, "tokens" | "rate" | "pausedForSeconds"> &
  Pick<Bounds, "burst">;
