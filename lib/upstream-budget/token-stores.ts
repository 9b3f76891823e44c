import pLimit from "p-limit";
import { READ_FUNCTION } from "../cache/stores/redis.ts";
import { updateValue } from "../cache/stores/stored-value.ts";
import type { Store } from "../cache/stores/store.ts";
import { systemClock, type Clock } from "../time/clock.ts";
import * as buckets from "./token-bucket.ts";
import type { Bounds, Step, StepResult, TokenBucket } from "./token-bucket.ts";

/** A store of buckets. Each step is atomic, for all processes that share the store. */
export interface TokenStore {
  /** `owed`: tokens that were taken while the store failed; they are taken out of it first. */
  step(bucket: string, bounds: Bounds, step: Step, owed: number): Promise<StepResult>;
}

/** Every key of a bucket begins with this. */
export const BUDGET_PREFIX = "budget:v3:";

interface StoreTokensOptions {
  clock?: Clock;
  random?: () => number;
}

/**
 * Buckets in a store, by compare-and-set, or by a script where it runs them. All processes on an embedded store share
 * the clock of the machine.
 */
export function createStoreTokens(
  store: Pick<Store, "get" | "transact" | "script">,
  { clock = systemClock, random = Math.random }: StoreTokensOptions = {},
): TokenStore {
  if (store.script !== undefined) return createScriptTokens(store.script(STEP));
  /** Buckets as this process last saw them: most steps are one command. */
  const seen = new Map<string, string | undefined>();
  return {
    async step(name, bounds, step, owed) {
      const change = (text: string | undefined) => {
        const bucket = buckets.readBucket(text);
        const result = buckets.stepBucket(bucket, clock.now(), bounds, step, owed);
        return { to: result.isChanged ? JSON.stringify(result.bucket) : text, result };
      };
      const options = { clock, random, seen: seen.get(name) };
      const { to, result } = await updateValue(store, `${BUDGET_PREFIX}${name}`, change, options);
      seen.set(name, to);
      return result;
    },
  };
}

/**
 * `stepBucket` on Redis and its clock. ARGV: the bounds and the step as JSON, and what is owed. A key
 * that holds anything else than a bucket counts as absent.
 */
const STEP = `
${READ_FUNCTION}
local bounds, step, owed = cjson.decode(ARGV[1]), cjson.decode(ARGV[2]), tonumber(ARGV[3])
local floor, ceiling, burst = bounds.floor, bounds.ceiling, bounds.burst
local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000

local isJson, stored = pcall(cjson.decode, read(KEYS[1]))
local bucket = isJson and type(stored) == "table" and stored or nil
for _, field in ipairs({"tokens", "at", "rate", "rejectedRate", "changedAt", "pausedUntil", "refusals"}) do
  local isNumber = bucket and type(bucket[field]) == "number" and math.abs(bucket[field]) < 1e15
  bucket = isNumber and bucket or nil
end
local isNew = not bucket
bucket = bucket or
  {tokens = burst * bounds.fresh, at = now, rate = bounds.rate, rejectedRate = 0, changedAt = now, pausedUntil = now, refusals = 0}

local function pauseNow()
  return math.max(0, bucket.pausedUntil - bucket.at)
end
local function raise(unserved)
  local isLimited = unserved > 0 or bucket.tokens < 1
  if not isLimited or bucket.rate >= ceiling or bucket.at - bucket.changedAt < ${buckets.RATE.riseMs} then
    return false
  end
  local isNear = bucket.rate >= ${buckets.RATE.near} * bucket.rejectedRate and bucket.rate < bucket.rejectedRate
  local additive = ceiling * (isNear and ${buckets.RATE.nearAdditive} or ${buckets.RATE.additive})
  local step = bucket.rejectedRate == 0 and bucket.rate * ${buckets.RATE.slowStart} or additive
  bucket.rate = math.min(ceiling, bucket.rate + step)
  bucket.changedAt = bucket.at
  return true
end
local function halve()
  bucket.rejectedRate = bucket.rate
  bucket.rate = math.max(floor, bucket.rate / 2)
  bucket.changedAt = bucket.at
end

bucket.rate = math.min(ceiling, math.max(floor, bucket.rate))
local perMs = bucket.rate / 1000
local setBack = bucket.at - now > ${buckets.CLOCK_SKEW_MS} and bucket.at - now or 0
local from = bucket.at - setBack
bucket.pausedUntil = math.min(bucket.pausedUntil - setBack, from + ${buckets.LONGEST_PAUSE_MS})
bucket.changedAt = math.min(bucket.changedAt - setBack, from + ${buckets.LONGEST_PAUSE_MS})
bucket.at = math.max(from, now)
local paused = math.min(bucket.at - from, math.max(0, bucket.pausedUntil - from))
local tokens = math.max(bucket.tokens, math.min(1, bucket.tokens + perMs * paused))
bucket.tokens = math.min(burst, tokens + perMs * (bucket.at - from - paused))
bucket.tokens = math.max(-burst, bucket.tokens - owed)

local taken = 0
local isRaised = false
if step["do"] == "take" and pauseNow() == 0 then
  local wanted = 0
  for _, group in ipairs(step.wanted) do
    wanted = wanted + group.count
  end
  for _, group in ipairs(step.wanted) do
    local above = math.ceil(bucket.tokens - group.leaving * burst - ${buckets.EPSILON})
    local served = math.max(0, math.min(group.count, above, math.floor(bucket.tokens + ${buckets.EPSILON})))
    taken = taken + served
    bucket.tokens = bucket.tokens - served
    if served < group.count then break end
  end
  isRaised = raise(wanted - taken)
elseif step["do"] == "refused" then
  local isPaused = pauseNow() > 0
  if bucket.refusals == 0 then halve() end
  bucket.refusals = isPaused and math.max(1, bucket.refusals) or bucket.refusals + 1
  local doubled = ${buckets.FIRST_PAUSE_MS} * 2 ^ (bucket.refusals - 1)
  local named = step.pauseMs or math.min(${buckets.LONGEST_DOUBLED_MS}, doubled)
  bucket.tokens = math.min(1, bucket.tokens)
  local pause = math.min(${buckets.LONGEST_PAUSE_MS}, math.max(1000, named))
  bucket.pausedUntil = math.max(bucket.pausedUntil, bucket.at + pause)
  bucket.changedAt = bucket.pausedUntil
elseif step["do"] == "halved" then
  halve()
elseif step["do"] == "answered" and pauseNow() == 0 then
  bucket.refusals = 0
end
if isNew or owed > 0 or setBack > 0 or taken > 0 or isRaised or step["do"] ~= "take" then
  redis.call("SET", KEYS[1], cjson.encode(bucket))
end
return {tostring(taken), cjson.encode(bucket)}
`;

/** Buckets in Redis: each step is one command. */
function createScriptTokens(
  run: (key: string, values: string[]) => Promise<[taken: string, bucket: string]>,
): TokenStore {
  return {
    async step(name, bounds, step, owed) {
      const parameters = [JSON.stringify(bounds), JSON.stringify(step), String(owed)];
      const [taken, text] = await run(BUDGET_PREFIX + name, parameters);
      const bucket = buckets.readBucket(text);
      if (bucket === undefined) throw new Error("Redis gave something else than a bucket");
      return { taken: Number(taken), bucket };
    },
  };
}

/** Share of rate and burst for a process whose store fails, divided by the known processes. */
const LOCAL_SHARE = 1 / 4;

export type Tokens = ReturnType<typeof createTokens>;

/** The tokens of one bucket: those in the store or, while it fails, a small share in memory. */
export function createTokens(
  name: string,
  bounds: Bounds,
  {
    tokens,
    processes = 1,
    clock = systemClock,
  }: { tokens: TokenStore; processes?: number; clock?: Clock },
) {
  const part = LOCAL_SHARE / processes;
  const localBounds = buckets.multiplied(bounds, part);
  const oneByOne = pLimit(1);
  let seen: { bucket: TokenBucket; atMs: number } | undefined;
  /** On the monotonic clock; there only while the store fails. */
  let local: TokenBucket | undefined;
  /** Taken while the store failed. */
  let owed = 0;

  async function inStore(step: Step): Promise<StepResult> {
    // Tokens beyond the local burst were taken more slowly than the bucket in the store was filled.
    const charged = Math.min(owed, localBounds.burst);
    const result = await tokens.step(name, bounds, step, charged);
    owed = 0;
    return result;
  }

  /** Starts with nothing, since others may have emptied the bucket after the last look. */
  function inMemory(step: Step): StepResult {
    const atMs = clock.monotonic();
    const last = seen ?? { bucket: buckets.newBucket(atMs, bounds.rate), atMs };
    local ??= {
      ...last.bucket,
      tokens: 0,
      at: atMs,
      rate: last.bucket.rate * part,
      rejectedRate: last.bucket.rejectedRate * part,
      changedAt: atMs,
      pausedUntil: last.bucket.pausedUntil - last.bucket.at + last.atMs,
    };
    const result = buckets.stepBucket(local, atMs, localBounds, step, 0);
    local = result.bucket;
    owed += result.taken;
    return result;
  }

  /** The bucket as it is without a look at the store; undefined before the first look. */
  function view() {
    if (seen === undefined) return undefined;
    const current = local ? localBounds : bounds;
    const at = seen.bucket.at + clock.monotonic() - seen.atMs;
    const bucket = buckets.fillBucket(seen.bucket, at, current);
    const pauseMs = buckets.pauseOf(bucket);
    // Node 20 takes microseconds to add properties to a spread object.
    return { burst: current.burst, pauseMs, storeFails: local !== undefined, ...bucket };
  }

  async function run(step: Step): Promise<number> {
    let result: StepResult;
    try {
      // A refusal while the store failed concerns the other processes, too.
      const { pauseMs = 0 } = (local && view()) ?? {};
      if (pauseMs > 0) await inStore({ do: "refused", pauseMs });
      result = await inStore(step);
      local = undefined;
    } catch {
      result = inMemory(step);
    }
    seen = { bucket: result.bucket, atMs: clock.monotonic() };
    return result.taken;
  }

  return {
    bounds,
    view,
    /** Does one step for all processes; gives how many tokens were taken. */
    step: (step: Step) => oneByOne(run, step),
  };
}
