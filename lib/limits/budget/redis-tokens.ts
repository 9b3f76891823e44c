import { KEY_PREFIX, type RedisClient } from "../../cache/stores/redis.ts";
import { createScript } from "../../cache/stores/redis/scripts.ts";
import {
  CLOCK_SKEW_MS,
  EPSILON,
  FIRST_PAUSE_MS,
  LEAST_SHARE,
  LONGEST_DOUBLED_MS,
  LONGEST_PAUSE_MS,
  RESERVE,
  readBucket,
  SHARE_PER_MINUTE,
  type TokenStore,
} from "./token-bucket.ts";

/**
 * `stepBucket` on Redis and its clock. ARGV: rate, burst, owed, what to do, and its one or two
 * numbers. A key that holds anything else than a bucket counts as absent.
 */
const STEP = `
local rate, burst, owed, what = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000

local bucket = nil
local kind = redis.call("TYPE", KEYS[1])
if (kind.ok or kind) == "string" then
  local isJson, read = pcall(cjson.decode, redis.call("GET", KEYS[1]))
  bucket = isJson and type(read) == "table" and read or nil
  for _, field in ipairs({"tokens", "at", "share", "pausedUntil", "refusals"}) do
    local isNumber = bucket and type(bucket[field]) == "number" and math.abs(bucket[field]) < 1e15
    if not isNumber then
      bucket = nil
    end
  end
end
local isNew = not bucket
bucket = bucket or {tokens = 0, at = now, share = 1, pausedUntil = now, refusals = 0}

local function shareNow()
  local minutes = math.max(0, math.floor((bucket.at - bucket.pausedUntil) / 60000))
  return math.max(${LEAST_SHARE}, math.min(1, bucket.share + ${SHARE_PER_MINUTE} * minutes))
end
local function pauseNow()
  return math.max(0, bucket.pausedUntil - bucket.at)
end

local perMs = rate * shareNow() / 1000
local setBack = bucket.at - now > ${CLOCK_SKEW_MS} and bucket.at - now or 0
local from = bucket.at - setBack
bucket.pausedUntil = math.min(bucket.pausedUntil - setBack, from + ${LONGEST_PAUSE_MS})
bucket.at = math.max(from, now)
local paused = math.min(bucket.at - from, math.max(0, bucket.pausedUntil - from))
local tokens = math.max(bucket.tokens, math.min(1, bucket.tokens + perMs * paused))
bucket.tokens = math.min(burst, tokens + perMs * (bucket.at - from - paused))
bucket.tokens = math.max(-burst, bucket.tokens - owed)

local taken = 0
if what == "take" and pauseNow() == 0 then
  local there = bucket.tokens + (isNew and 1 or 0)
  taken = math.max(0, math.min(tonumber(ARGV[5]), math.floor(there + ${EPSILON})))
  local left = there - taken
  local most = math.min(math.floor(left + ${EPSILON}), math.ceil(left - ${RESERVE} * burst - ${EPSILON}))
  taken = taken + math.max(0, math.min(tonumber(ARGV[6]), most))
  bucket.tokens = bucket.tokens - taken
elseif what == "refused" then
  local isPaused = pauseNow() > 0
  bucket.refusals = isPaused and math.max(1, bucket.refusals) or bucket.refusals + 1
  local asked = tonumber(ARGV[5]) or math.min(${LONGEST_DOUBLED_MS}, ${FIRST_PAUSE_MS} * 2 ^ (bucket.refusals - 1))
  if not isPaused then
    bucket.share = math.max(${LEAST_SHARE}, shareNow() / 2)
  end
  bucket.tokens = math.min(1, bucket.tokens)
  local pause = math.min(${LONGEST_PAUSE_MS}, math.max(1000, asked))
  bucket.pausedUntil = math.max(bucket.pausedUntil, bucket.at + pause)
elseif what == "answered" and pauseNow() == 0 then
  bucket.refusals = 0
end
if isNew or owed > 0 or setBack > 0 or taken > 0 or what ~= "take" then
  redis.call("SET", KEYS[1], cjson.encode(bucket))
end
return {tostring(taken), cjson.encode(bucket)}
`;

/** Buckets in Redis: each step is one command. */
export function createRedisTokens({ redis }: RedisClient): TokenStore {
  const run = createScript<[string, string]>(redis, STEP);
  return {
    async step(name, { rate, burst }, step, owed) {
      const numbers =
        step.do === "take"
          ? [step.foreground, step.background]
          : [step.do === "refused" ? (step.pauseMs ?? "") : ""];
      const parameters = [rate, burst, owed, step.do, ...numbers].map(String);
      const [taken, text] = await run([`${KEY_PREFIX}:budget:v2:${name}`], parameters);
      const bucket = readBucket(text);
      if (bucket === undefined) throw new Error("Redis gave something else than a bucket");
      return { taken: Number(taken), bucket };
    },
  };
}
