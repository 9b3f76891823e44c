import pLimit from "p-limit";
import {
  fillBucket,
  multiplied,
  newBucket,
  pauseOf,
  stepBucket,
  type Bounds,
  type Step,
  type StepResult,
  type TokenBucket,
  type TokenStore,
} from "./token-bucket.ts";

/** Share of rate and burst for a process whose store fails, divided by the known processes. */
const LOCAL_SHARE = 1 / 4;

export interface AccountOptions {
  tokens: TokenStore;
  name: string;
  bounds: Bounds;
  /** How many processes are known to share the store. */
  processes: number;
  /** Milliseconds that never go back. */
  monotonic(): number;
}

/** The tokens of one bucket: those in the store or, while it fails, a small share in memory. */
export function createAccount({ tokens, name, bounds, processes, monotonic }: AccountOptions) {
  const part = LOCAL_SHARE / processes;
  const localBounds = multiplied(bounds, part);
  const oneByOne = pLimit(1);
  let seen: { bucket: TokenBucket; atMs: number } | undefined;
  /** On the monotonic clock; there only while the store fails. */
  let local: TokenBucket | undefined;
  /** Given while the store failed. */
  let owed = 0;

  async function inStore(step: Step): Promise<StepResult> {
    // What was given beyond the local burst came slower than the bucket in the store was filled.
    const charged = Math.min(owed, localBounds.burst);
    const result = await tokens.step(name, bounds, step, charged);
    owed = 0;
    return result;
  }

  /** Starts with nothing, since others may have emptied the bucket after the last look. */
  function inMemory(step: Step): StepResult {
    const atMs = monotonic();
    local ??= seen && {
      ...seen.bucket,
      tokens: 0,
      at: atMs,
      rate: seen.bucket.rate * part,
      tooMuch: seen.bucket.tooMuch * part,
      changedAt: atMs,
      pausedUntil: seen.bucket.pausedUntil - seen.bucket.at + seen.atMs,
    };
    local ??= newBucket(atMs, localBounds.rate);
    const result = stepBucket(local, atMs, localBounds, step, 0);
    local = result.bucket;
    owed += result.taken;
    return result;
  }

  /** What is known without a look at the store; undefined before the first look. */
  function view() {
    if (seen === undefined) return undefined;
    const its = local ? localBounds : bounds;
    const bucket = fillBucket(seen.bucket, seen.bucket.at + monotonic() - seen.atMs, its);
    return {
      tokens: bucket.tokens,
      /** Tokens a second. */
      rate: bucket.rate,
      burst: its.burst,
      pauseMs: pauseOf(bucket),
      /** Pauses in a row. */
      refusals: bucket.refusals,
      /** A small share is given from memory. */
      storeFails: local !== undefined,
    };
  }

  async function run(step: Step): Promise<number> {
    let result: StepResult;
    try {
      // What was refused while the store failed concerns the other processes, too.
      const { pauseMs = 0 } = (local && view()) ?? {};
      if (pauseMs > 0) await inStore({ do: "refused", pauseMs });
      result = await inStore(step);
      local = undefined;
    } catch {
      result = inMemory(step);
    }
    seen = { bucket: result.bucket, atMs: monotonic() };
    return result.taken;
  }

  return {
    view,
    /** Does one step for all processes; gives how many tokens were taken. */
    run: (step: Step) => oneByOne(run, step),
  };
}

export type Account = ReturnType<typeof createAccount>;
