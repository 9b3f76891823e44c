import { createHash } from "node:crypto";
import type { Redis } from "@upstash/redis";
import { asRedisError } from "./response.ts";

/**
 * A whole transaction as one command. KEYS holds the key of each step; ARGV three texts a step: what to
 * do, its value ("=" before a text, "" for absent), and milliseconds to live or "". Gives {1, sums…},
 * or {0, found} by the first check that does not hold, or a word that says what is wrong. A key that
 * holds something else than a string counts as absent. `TYPE` gives a status, which Redis hands to Lua as
 * a table.
 */
export const TRANSACT = `
local function read(key)
  local kind = redis.call("TYPE", key)
  if (kind.ok or kind) ~= "string" then
    return false
  end
  return redis.call("GET", key)
end
local sums = {}
for step = 1, #KEYS do
  local what, value = ARGV[3 * step - 2], ARGV[3 * step - 1]
  local current = (what ~= "set") and read(KEYS[step])
  if what == "is" and current ~= (value ~= "" and string.sub(value, 2)) then
    return {0, current}
  end
  if what == "starts" and not (current and string.sub(current, 1, #value - 1) == string.sub(value, 2)) then
    return {0, current}
  end
  if what == "add" then
    if current and (#current > 17 or current ~= "0" and not string.match(current, "^-?[1-9]%d*$")) then
      return {-1, "text"}
    end
    local sum = tonumber(current or "0") + tonumber(value)
    if math.abs(sum) > 9007199254740991 then
      return {-1, "range"}
    end
    sums[#sums + 1] = string.format("%.0f", sum)
  end
end
local added = 0
for step = 1, #KEYS do
  local what, value, ttl = ARGV[3 * step - 2], ARGV[3 * step - 1], ARGV[3 * step]
  if what == "set" and value == "" then
    redis.call("DEL", KEYS[step])
  elseif what == "set" and ttl == "" then
    redis.call("SET", KEYS[step], string.sub(value, 2))
  elseif what == "set" then
    redis.call("SET", KEYS[step], string.sub(value, 2), "PX", ttl)
  elseif what == "add" then
    added = added + 1
    if read(KEYS[step]) then
      redis.call("INCRBY", KEYS[step], value)
    else
      redis.call("SET", KEYS[step], sums[added])
    end
  end
end
return {1, unpack(sums)}
`;

/**
 * A script, sent by its digest and in full only to a Redis that does not know it. The client's own
 * `createScript` would send each in a request of its own.
 */
export function createScript<Result>(redis: Redis, script: string) {
  const sha = createHash("sha1").update(script).digest("hex");

  return async (keys: string[], parameters: string[]): Promise<Result> => {
    try {
      return await redis.evalsha<string[], Result>(sha, keys, parameters);
    } catch (error) {
      if (!asRedisError(error).message.startsWith("NOSCRIPT")) throw error;
      return redis.eval<string[], Result>(script, keys, parameters);
    }
  };
}
