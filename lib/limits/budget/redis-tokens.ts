import { createScript, KEY_PREFIX, READ, type RedisClient } from "../../cache/stores/redis.ts";
import * as rates from "./rate.ts";
import * as buckets from "./token-bucket.ts";

/**
 * `stepBucket` on Redis and its clock. ARGV: the bounds and the step as JSON, and what is owed. A key
 * that holds anything else than a bucket counts as absent.
 */
const STEP = `
${READ}
local bounds, step, owed = cjson.decode(ARGV[1]), cjson.decode(ARGV[2]), tonumber(ARGV[3])
local floor, ceiling, burst = bounds.floor, bounds.ceiling, bounds.burst
local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000

local isJson, stored = pcall(cjson.decode, read(KEYS[1]))
local bucket = isJson and type(stored) == "table" and stored or nil
for _, field in ipairs({"tokens", "at", "rate", "tooMuch", "changedAt", "pausedUntil", "refusals"}) do
  local isNumber = bucket and type(bucket[field]) == "number" and math.abs(bucket[field]) < 1e15
  bucket = isNumber and bucket or nil
end
local isNew = not bucket
bucket = bucket or
  {tokens = 0, at = now, rate = bounds.rate, tooMuch = 0, changedAt = now, pausedUntil = now, refusals = 0}

local function pauseNow()
  return math.max(0, bucket.pausedUntil - bucket.at)
end
local function raise(unserved)
  local isLimited = unserved > 0 or bucket.tokens < 1
  if not isLimited or bucket.rate >= ceiling or bucket.at - bucket.changedAt < ${rates.RISE_MS} then
    return false
  end
  local isNear = bucket.rate >= ${rates.NEAR} * bucket.tooMuch and bucket.rate < bucket.tooMuch
  local additive = ceiling * (isNear and ${rates.NEAR_ADDITIVE} or ${rates.ADDITIVE})
  local step = bucket.tooMuch == 0 and bucket.rate * ${rates.SLOW_START} or additive
  bucket.rate = math.min(ceiling, bucket.rate + step)
  bucket.changedAt = bucket.at
  return true
end
local function lower(left)
  if left == ${rates.AFTER_REFUSAL} then
    bucket.tooMuch = bucket.rate
  end
  bucket.rate = math.max(floor, bucket.rate * left)
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
  local there = bucket.tokens + (isNew and 1 or 0)
  taken = math.max(0, math.min(step.foreground, math.floor(there + ${buckets.EPSILON})))
  local left = there - taken
  local most = math.min(math.floor(left + ${buckets.EPSILON}), math.ceil(left - ${buckets.RESERVE} * burst - ${buckets.EPSILON}))
  taken = taken + math.max(0, math.min(step.background, most))
  bucket.tokens = bucket.tokens - taken
  isRaised = raise(step.foreground + step.background - taken)
elseif step["do"] == "refused" then
  local isPaused = pauseNow() > 0
  if bucket.refusals == 0 then
    lower(${rates.AFTER_REFUSAL})
  end
  bucket.refusals = isPaused and math.max(1, bucket.refusals) or bucket.refusals + 1
  local doubled = ${buckets.FIRST_PAUSE_MS} * 2 ^ (bucket.refusals - 1)
  local named = step.pauseMs or math.min(${buckets.LONGEST_DOUBLED_MS}, doubled)
  bucket.tokens = math.min(1, bucket.tokens)
  local pause = math.min(${buckets.LONGEST_PAUSE_MS}, math.max(1000, named))
  bucket.pausedUntil = math.max(bucket.pausedUntil, bucket.at + pause)
  bucket.changedAt = bucket.pausedUntil
elseif step["do"] == "slowed" and bucket.at - bucket.changedAt >= ${rates.SETTLE_MS} then
  lower(${rates.AFTER_SLOWNESS})
elseif step["do"] == "answered" and pauseNow() == 0 then
  bucket.refusals = 0
end
if isNew or owed > 0 or setBack > 0 or taken > 0 or isRaised or step["do"] ~= "take" then
  redis.call("SET", KEYS[1], cjson.encode(bucket))
end
return {tostring(taken), cjson.encode(bucket)}
`;

/** Buckets in Redis: each step is one command. */
export function createRedisTokens({ redis }: RedisClient): buckets.TokenStore {
  const run = createScript<[string, string]>(redis, STEP);
  return {
    async step(name, bounds, step, owed) {
      const parameters = [JSON.stringify(bounds), JSON.stringify(step), String(owed)];
      const [taken, text] = await run([`${KEY_PREFIX}:budget:v3:${name}`], parameters);
      const bucket = buckets.readBucket(text);
      if (bucket === undefined) throw new Error("Redis gave something else than a bucket");
      return { taken: Number(taken), bucket };
    },
  };
}
