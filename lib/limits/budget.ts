import { randomUUID } from "node:crypto";
import type { Store } from "../cache/stores/store.ts";
import { createAccount, type Clockwork } from "./budget/account.ts";
import { createBucket, type Bucket, type BucketState } from "./budget/bucket.ts";
import type { Allowance, Claim } from "./budget/claim.ts";

export type { BucketState } from "./budget/bucket.ts";
export { BudgetSpent, type Allowance, type Claim, type Priority } from "./budget/claim.ts";

/**
 * What upstreams are asked at most. A bucket is named `<allowance>` or `<allowance>:<operation>`; each
 * has a whole allowance of its own, so operations that an upstream counts together share one name.
 */
export interface Budget {
  /**
   * Resolves once a token was taken for this claim; it is never given back. Rejects with
   * `BudgetSpent` when none came in time, when others have a better right to the places in the
   * queue, or at once during a pause and when it is certain that none can come in time. A claim gets
   * one look at the store even when it does not wait at all.
   */
  take(bucket: string, claim: Claim): Promise<void>;
  /**
   * The upstream refused a call: halves the rate and gives nothing for `pauseSeconds` (1 to 600), in
   * all processes; one that starts meanwhile may count the pause from when it hears of it. Without
   * them it is 5 s, and twice as long up to 60 s for each pause in a row. A refusal during a pause is
   * about a call from before it and only prolongs it. Each minute without one gives back 5 % of the
   * configured rate. Gives the seconds that are left of the pause. A store that fails is no error
   * here.
   */
  slowDown(bucket: string, pauseSeconds?: number): Promise<number>;
  /** The upstream answered a call: pauses are no longer in a row. */
  succeed(bucket: string): Promise<void>;
  /** What a bucket may give, the factor included. Throws a `RangeError` for one that has none. */
  allowanceOf(bucket: string): Allowance;
  /** All buckets that were used so far. */
  state(): BucketState[];
}

export interface BudgetOptions extends Partial<Clockwork> {
  /**
   * Shared by all processes that ask from one address. When it fails it must reject: one that then
   * answers from the memory of each process would give each of them a whole budget.
   */
  store: Pick<Store, "get" | "transact">;
  allowances: Record<string, Allowance>;
  /** Multiplies rate and burst of all. A burst is never less than one token. */
  factor: number;
  /** Processes known to share the store, at least; how a failing store's budget is divided. */
  processes?: number;
}

/** Bucket names come from the code; this many mean that one came from elsewhere. */
const MAX_BUCKETS = 256;

/**
 * Token buckets in a store. In any time of W seconds at most rate · W + burst tokens of a bucket are
 * given, counted when the store acknowledged them: by all processes on the store together, through
 * restarts and kills, and whatever their clocks say. What goes beyond that:
 *
 * - Each loss of what is in the store can give one token more, when it comes within 1 / rate seconds
 *   of the last one or after a burst was spent.
 * - While the store fails for all, each process gives half of an equal share on its own, beginning
 *   with nothing, and is charged for it when it looks at the store again. Until all have done so,
 *   half a burst more may be given.
 * - While it fails for some only, or they cannot know how many they are (see `processes`), half of
 *   rate and burst may come on top.
 */
export function createBudget({
  store,
  allowances,
  factor,
  processes = 1,
  monotonic = () => performance.now(),
  later = startTimer,
  random = Math.random,
}: BudgetOptions): Budget {
  if (!(factor > 0)) throw new RangeError(`a budget cannot be multiplied by ${factor}`);
  const processId = randomUUID().slice(0, 8);
  const buckets = new Map<string, Bucket>();
  const clockwork = { monotonic, later, random };

  function allowanceOf(name: string): Allowance {
    const [prefix = ""] = name.split(":");
    const configured = Object.hasOwn(allowances, prefix) ? allowances[prefix] : undefined;
    if (configured === undefined) throw new RangeError(`there is no allowance for ${name}`);
    return { rate: configured.rate * factor, burst: Math.max(1, configured.burst * factor) };
  }

  function bucketOf(name: string): Bucket {
    const known = buckets.get(name);
    if (known) return known;
    const allowance = allowanceOf(name);
    if (buckets.size >= MAX_BUCKETS) throw new RangeError(`too many buckets to open ${name}`);
    const key = `budget:v1:${name}`;
    const account = createAccount({ store, key, allowance, processId, processes, ...clockwork });
    const bucket = createBucket({ name, account, configuredRate: allowance.rate, ...clockwork });
    buckets.set(name, bucket);
    return bucket;
  }

  return {
    take: async (bucket, claim) => bucketOf(bucket).take(claim),
    slowDown: async (bucket, pauseSeconds) => bucketOf(bucket).slowDown(pauseSeconds),
    succeed: async (bucket) => bucketOf(bucket).succeed(),
    allowanceOf,
    state: () => [...buckets.values()].map((bucket) => bucket.state()),
  };
}

/** A timer that keeps no process alive. */
function startTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
}
