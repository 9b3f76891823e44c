import { KEY_PREFIX, type RedisClient } from "../../cache/stores/redis.ts";
import { createScript } from "../../cache/stores/redis/scripts.ts";
import {
  ADDITIVE,
  AFTER_REFUSAL,
  AFTER_SLOWNESS,
  NEAR,
  NEAR_ADDITIVE,
  RISE_MS,
  SETTLE_MS,
  SLOW_START,
} from "./rate.ts";
import {
  CLOCK_SKEW_MS,
  EPSILON,
  FIRST_PAUSE_MS,
  LONGEST_DOUBLED_MS,
  LONGEST_PAUSE_MS,
  RESERVE,
  readBucket,
  type TokenStore,
} from "./token-bucket.ts";

/**
 * `stepBucket` on Redis and its clock. ARGV: rate, floor, ceiling, burst, owed, what to do, and
 * its one or two numbers. A key that holds anything else than a bucket counts as absent.
 */
const STEP = `
local rate, floor, ceiling = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local burst, owed, what = tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6]
local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000

local bucket = nil
local kind = redis.call("TYPE", KEYS[1])
if (kind.ok or kind) == "string" then
  local isJson, read = pcall(cjson.decode, redis.call("GET", KEYS[1]))
  bucket = isJson and type(read) == "table" and read or nil
  for _, field in ipairs({"tokens", "at", "rate", "tooMuch", "changedAt", "pausedUntil", "refusals"}) do
    local isNumber = bucket and type(bucket[field]) == "number" and math.abs(bucket[field]) < 1e15
    if not isNumber then
      bucket = nil
    end
  end
end
local isNew = not bucket
bucket = bucket or
  {tokens = 0, at = now, rate = rate, tooMuch = 0, changedAt = now, pausedUntil = now, refusals = 0}

local function pauseNow()
  return math.max(0, bucket.pausedUntil - bucket.at)
end
local function raise(unserved)
  local isLimited = unserved > 0 or bucket.tokens < 1
  if not isLimited or bucket.rate >= ceiling or bucket.at - bucket.changedAt < ${RISE_MS} then
    return false
  end
  local isNear = bucket.rate >= ${NEAR} * bucket.tooMuch and bucket.rate < bucket.tooMuch
  local additive = ceiling * (isNear and ${NEAR_ADDITIVE} or ${ADDITIVE})
  local step = bucket.tooMuch == 0 and bucket.rate * ${SLOW_START} or additive
  bucket.rate = math.min(ceiling, bucket.rate + step)
  bucket.changedAt = bucket.at
  return true
end
local function lower(left)
  if left == ${AFTER_REFUSAL} then
    bucket.tooMuch = bucket.rate
  end
  bucket.rate = math.max(floor, bucket.rate * left)
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
if what == "take" and pauseNow() == 0 then
  local there = bucket.tokens + (isNew and 1 or 0)
  taken = math.max(0, math.min(tonumber(ARGV[7]), math.floor(there + ${EPSILON})))
  local left = there - taken
  local most = math.min(math.floor(left + ${EPSILON}), math.ceil(left - ${RESERVE} * burst - ${EPSILON}))
  taken = taken + math.max(0, math.min(tonumber(ARGV[8]), most))
  bucket.tokens = bucket.tokens - taken
  isRaised = raise(tonumber(ARGV[7]) + tonumber(ARGV[8]) - taken)
elseif what == "refused" then
  local isPaused = pauseNow() > 0
  if bucket.refusals == 0 then
    lower(${AFTER_REFUSAL})
  end
  bucket.refusals = isPaused and math.max(1, bucket.refusals) or bucket.refusals + 1
  local asked = tonumber(ARGV[7]) or math.min(${LONGEST_DOUBLED_MS}, ${FIRST_PAUSE_MS} * 2 ^ (bucket.refusals - 1))
  bucket.tokens = math.min(1, bucket.tokens)
  local pause = math.min(${LONGEST_PAUSE_MS}, math.max(1000, asked))
  bucket.pausedUntil = math.max(bucket.pausedUntil, bucket.at + pause)
  bucket.changedAt = bucket.pausedUntil
elseif what == "slowed" and bucket.at - bucket.changedAt >= ${SETTLE_MS} then
  lower(${AFTER_SLOWNESS})
elseif what == "answered" and pauseNow() == 0 then
  bucket.refusals = 0
end
if isNew or owed > 0 or setBack > 0 or taken > 0 or isRaised or what ~= "take" then
  redis.call("SET", KEYS[1], cjson.encode(bucket))
end
return {tostring(taken), cjson.encode(bucket)}
`;

/** Buckets in Redis: each step is one command. */
export function createRedisTokens({ redis }: RedisClient): TokenStore {
  const run = createScript<[string, string]>(redis, STEP);
  return {
    async step(name, { rate, floor, ceiling, burst }, step, owed) {
      const numbers =
        step.do === "take"
          ? [step.foreground, step.background]
          : [step.do === "refused" ? (step.pauseMs ?? "") : ""];
      const parameters = [rate, floor, ceiling, burst, owed, step.do, ...numbers].map(String);
      const [taken, text] = await run([`${KEY_PREFIX}:budget:v3:${name}`], parameters);
      const bucket = readBucket(text);
      if (bucket === undefined) throw new Error("Redis gave something else than a bucket");
      return { taken: Number(taken), bucket };
    },
  };
}
