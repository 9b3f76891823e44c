import pLimit from "p-limit";
import { z } from "zod";
import { READ_FUNCTION } from "../cache/stores/redis.ts";
import { readJson, updateValue } from "../cache/stores/stored-value.ts";
import type { Store } from "../cache/stores/store.ts";
import { systemClock, type Clock } from "../time/clock.ts";

/** The most that may leave: in any W seconds ceiling · W + burst calls. */
export interface Allowance {
  /** Tokens a second, at first; see `raise` for how they change. */
  rate: number;
  /** A sixteenth of the rate when it is not given. */
  floor?: number;
  /** The rate when it is not given. */
  ceiling?: number;
  /** Most tokens that can be saved up. */
  burst: number;
  /** The share of the burst that a new bucket has. All by default: nothing was sent, so nothing is spent. */
  fresh?: number;
  /** The share of the burst that heavy clients leave to others, for whom a token would come too late if they do not wait. */
  reserve?: number;
  /** The upstream counts by the account that signs in, whatever address calls leave from. */
  perAccount?: true;
}

/** An allowance with everything it leaves to its rate. */
export type Bounds = Required<Omit<Allowance, "perAccount">>;

/** So many times as much; a burst is never less than one token. */
export function multiplied(bounds: Bounds, times: number): Bounds {
  const { rate, floor, ceiling, burst } = bounds;
  return {
    ...bounds,
    rate: rate * times,
    floor: floor * times,
    ceiling: ceiling * times,
    burst: Math.max(1, burst * times),
  };
}

/** Waiters who follow each other and leave the same share of the burst to others. */
export interface Wanted {
  count: number;
  leaving: number;
}

/** A change of a bucket. */
export type Step =
  /** Takes tokens for waiters in their order, as far as there are any. */
  | { do: "take"; wanted: Wanted[] }
  /** The upstream refused a call; `pauseMs` is the pause it named. */
  | { do: "refused"; pauseMs?: number | undefined }
  /** The upstream responded to a call. */
  | { do: "answered" }
  /** The upstream refused several calls, and not for their number. */
  | { do: "halved" };

/** A bucket after a step, by the clock of its store. */
export interface StepResult {
  taken: number;
  bucket: TokenBucket;
}

/** The share of the burst that background requests leave to others. */
export const RESERVE = 0.25;
/** Sums of fractions miss whole tokens by less than this. */
export const EPSILON = 1e-9;
/** The pause after a refusal that names none; it doubles up to the longest. */
export const FIRST_PAUSE_MS = 5_000;
export const LONGEST_DOUBLED_MS = 60_000;
/** The longest pause that an upstream may name. */
export const LONGEST_PAUSE_MS = 600_000;
/** A state from further in the future means that the clock was set back, not that clocks differ. */
export const CLOCK_SKEW_MS = 5_000;

/** Like the times of a store, but that of a Redis has fractions. */
const number = z.number().min(-1e15).max(1e15);

const schema = z.object({
  tokens: number,
  /** When they were counted. */
  at: number,
  /** Tokens a second. */
  rate: number.positive(),
  /** The rate at which the upstream last complained; 0 before. */
  rejectedRate: number.min(0),
  /** When the rate was changed. */
  changedAt: number,
  pausedUntil: number,
  refusals: number.min(0),
});

/** A bucket as it is stored; times in milliseconds. */
export type TokenBucket = z.infer<typeof schema>;

/** Undefined unless the text is a bucket. */
export const readBucket = (text: string | undefined) => readJson(schema, text);

/** Milliseconds until tokens are given again; 0 when there is no pause. */
export function pauseOf({ at, pausedUntil }: TokenBucket): number {
  return Math.max(0, pausedUntil - at);
}

/** The bucket as it is now. A pause fills it up to one token, so that a call may follow it at once. */
export function fillBucket(bucket: TokenBucket, nowMs: number, bounds: Bounds): TokenBucket {
  const { floor, ceiling, burst } = bounds;
  const rate = Math.min(ceiling, Math.max(floor, bucket.rate));
  const setBackMs = bucket.at - nowMs > CLOCK_SKEW_MS ? bucket.at - nowMs : 0;
  const from = bucket.at - setBackMs;
  const pausedUntil = Math.min(bucket.pausedUntil - setBackMs, from + LONGEST_PAUSE_MS);
  const changedAt = Math.min(bucket.changedAt - setBackMs, from + LONGEST_PAUSE_MS);
  const at = Math.max(from, nowMs);
  const pausedMs = Math.min(at - from, Math.max(0, pausedUntil - from));
  const paused = Math.max(bucket.tokens, Math.min(1, bucket.tokens + (rate * pausedMs) / 1_000));
  const filled = paused + (rate * (at - from - pausedMs)) / 1_000;
  return { ...bucket, tokens: Math.min(burst, filled), at, rate, pausedUntil, changedAt };
}

/**
 * One step of a bucket.
 *
 * @returns `isChanged`: the bucket has to be stored.
 */
export function stepBucket(
  stored: TokenBucket | undefined,
  nowMs: number,
  bounds: Bounds,
  step: Step,
  owed: number,
): StepResult & { isChanged: boolean } {
  const isNew = stored === undefined;
  const bucket = fillBucket(stored ?? freshBucket(nowMs, bounds), nowMs, bounds);
  bucket.tokens = Math.max(-bounds.burst, bucket.tokens - owed);
  let taken = 0;
  let isChanged = isNew || owed > 0 || bucket.at < stored.at || step.do !== "take";
  if (step.do === "take" && pauseOf(bucket) === 0) {
    taken = affordable(bucket.tokens, bounds.burst, step.wanted);
    bucket.tokens -= taken;
    raise(
      bucket,
      bounds,
      step.wanted.reduce((sum, { count }) => sum + count, -taken),
    );
    isChanged ||= taken > 0 || bucket.changedAt === bucket.at;
  } else if (step.do === "refused") {
    refuse(bucket, bounds, step.pauseMs);
  } else if (step.do === "halved") {
    halve(bucket, bounds);
  } else if (step.do === "answered" && pauseOf(bucket) === 0) {
    // A response during a pause is to a call from before it.
    bucket.refusals = 0;
  }
  return { taken, bucket, isChanged };
}

/** How many of the waiters may have a token. None overtakes another. */
function affordable(tokens: number, burst: number, wanted: Wanted[]): number {
  let taken = 0;
  for (const { count, leaving } of wanted) {
    const remaining = tokens - taken;
    const most = Math.min(
      Math.floor(remaining + EPSILON),
      Math.ceil(remaining - leaving * burst - EPSILON),
    );
    const served = Math.max(0, Math.min(count, most));
    taken += served;
    if (served < count) break;
  }
  return taken;
}

/** A bucket that was never used, or is not known any more. */
const freshBucket = (at: number, { rate, burst, fresh }: Bounds): TokenBucket =>
  newBucket(at, rate, burst * fresh);

/** A bucket of which nothing is known but its rate, and what it has. */
export function newBucket(at: number, rate: number, tokens = 0): TokenBucket {
  return { tokens, at, rate, rejectedRate: 0, changedAt: at, pausedUntil: at, refusals: 0 };
}

/**
 * A refusal during a pause is about a call from before it: that prolongs the pause, and no more. Pauses
 * in a row lower the rate once, since nothing has been sent at the lower rate yet.
 */
function refuse(bucket: TokenBucket, bounds: Bounds, askedMs: number | undefined): void {
  const wasPaused = pauseOf(bucket) > 0;
  if (bucket.refusals === 0) {
    halve(bucket, bounds);
  }
  const refusals = wasPaused ? Math.max(1, bucket.refusals) : bucket.refusals + 1;
  const doubledMs = Math.min(LONGEST_DOUBLED_MS, FIRST_PAUSE_MS * 2 ** (refusals - 1));
  const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(1_000, askedMs ?? doubledMs));
  bucket.tokens = Math.min(1, bucket.tokens);
  bucket.pausedUntil = Math.max(bucket.pausedUntil, bucket.at + pauseMs);
  bucket.changedAt = bucket.pausedUntil;
  bucket.refusals = refusals;
}

/**
 * The rate of a bucket finds what its upstream carries: AIMD with slow start, as TCP Reno does for its
 * window (RFC 5681). It rises while demand exceeds it, and is halved at once when the upstream
 * refuses a call.
 */
export const RATE = {
  /** A rise is tried for so long before the next one. */
  riseMs: 5_000,
  /** Slow start, until the upstream first complains: each rise is this share of the rate. */
  slowStart: 0.25,
  /** Afterwards each rise is this share of the ceiling: a tenth of it in a minute. */
  additive: 1 / 120,
  /** From this share of the rate that was too much, up to it, rises are a tenth as large. */
  near: 0.85,
  nearAdditive: 1 / 1_200,
};

/** Demand exceeds the rate when a waiter got no token, or no whole token is left. */
function raise(bucket: TokenBucket, { ceiling }: Bounds, unserved: number): void {
  const { rate, rejectedRate, at } = bucket;
  const isLimited = unserved > 0 || bucket.tokens < 1;
  if (!isLimited || rate >= ceiling || at - bucket.changedAt < RATE.riseMs) return;
  const isNear = rate >= RATE.near * rejectedRate && rate < rejectedRate;
  const additive = ceiling * (isNear ? RATE.nearAdditive : RATE.additive);
  bucket.rate = Math.min(ceiling, rate + (rejectedRate === 0 ? rate * RATE.slowStart : additive));
  bucket.changedAt = at;
}

/** Halves the rate, and remembers which one was refused. */
function halve(bucket: TokenBucket, { floor }: Bounds): void {
  bucket.rejectedRate = bucket.rate;
  bucket.rate = Math.max(floor, bucket.rate / 2);
  bucket.changedAt = bucket.at;
}

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
        const bucket = readBucket(text);
        const result = stepBucket(bucket, clock.now(), bounds, step, owed);
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
  if not isLimited or bucket.rate >= ceiling or bucket.at - bucket.changedAt < ${RATE.riseMs} then
    return false
  end
  local isNear = bucket.rate >= ${RATE.near} * bucket.rejectedRate and bucket.rate < bucket.rejectedRate
  local additive = ceiling * (isNear and ${RATE.nearAdditive} or ${RATE.additive})
  local step = bucket.rejectedRate == 0 and bucket.rate * ${RATE.slowStart} or additive
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
local setBack = bucket.at - now > ${CLOCK_SKEW_MS} and bucket.at - now or 0
local from = bucket.at - setBack
bucket.pausedUntil = math.min(bucket.pausedUntil - setBack, from + ${LONGEST_PAUSE_MS})
bucket.changedAt = math.min(bucket.changedAt - setBack, from + ${LONGEST_PAUSE_MS})
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
    local above = math.ceil(bucket.tokens - group.leaving * burst - ${EPSILON})
    local served = math.max(0, math.min(group.count, above, math.floor(bucket.tokens + ${EPSILON})))
    taken = taken + served
    bucket.tokens = bucket.tokens - served
    if served < group.count then break end
  end
  isRaised = raise(wanted - taken)
elseif step["do"] == "refused" then
  local isPaused = pauseNow() > 0
  if bucket.refusals == 0 then halve() end
  bucket.refusals = isPaused and math.max(1, bucket.refusals) or bucket.refusals + 1
  local doubled = ${FIRST_PAUSE_MS} * 2 ^ (bucket.refusals - 1)
  local named = step.pauseMs or math.min(${LONGEST_DOUBLED_MS}, doubled)
  bucket.tokens = math.min(1, bucket.tokens)
  local pause = math.min(${LONGEST_PAUSE_MS}, math.max(1000, named))
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
      const bucket = readBucket(text);
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
  const localBounds = multiplied(bounds, part);
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
    const last = seen ?? { bucket: newBucket(atMs, bounds.rate), atMs };
    local ??= {
      ...last.bucket,
      tokens: 0,
      at: atMs,
      rate: last.bucket.rate * part,
      rejectedRate: last.bucket.rejectedRate * part,
      changedAt: atMs,
      pausedUntil: last.bucket.pausedUntil - last.bucket.at + last.atMs,
    };
    const result = stepBucket(local, atMs, localBounds, step, 0);
    local = result.bucket;
    owed += result.taken;
    return result;
  }

  /** The bucket as it is without a look at the store; undefined before the first look. */
  function view() {
    if (seen === undefined) return undefined;
    const current = local ? localBounds : bounds;
    const at = seen.bucket.at + clock.monotonic() - seen.atMs;
    const bucket = fillBucket(seen.bucket, at, current);
    const pauseMs = pauseOf(bucket);
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
