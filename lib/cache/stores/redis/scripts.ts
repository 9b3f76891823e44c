/*
 * Every script gets its one key in KEYS and takes what is no string for absent. `TYPE` gives a status,
 * which Redis hands to Lua as a table.
 */

const READ_CURRENT = `
local kind = redis.call("TYPE", KEYS[1])
local current = (kind.ok or kind) == "string" and redis.call("GET", KEYS[1])
`;

const WRITE = `
local function write(value, ttl)
  if ttl == "" then
    redis.call("SET", KEYS[1], value)
  else
    redis.call("SET", KEYS[1], value, "PX", ttl)
  end
end
`;

/** ARGV: "=" and the expected value or "" for absent, the next one alike, milliseconds or "". */
export const COMPARE_AND_SET = `${READ_CURRENT}${WRITE}
local expected = ARGV[1] ~= "" and string.sub(ARGV[1], 2)
if current ~= expected then
  return 0
end
if ARGV[2] == "" then
  redis.call("DEL", KEYS[1])
else
  write(string.sub(ARGV[2], 2), ARGV[3])
end
return 1
`;

/** ARGV: what to add, milliseconds or "". Gives the sum, or a word that says what is wrong. */
export const INCREMENT = `${READ_CURRENT}${WRITE}
if current and (#current > 17 or current ~= "0" and not string.match(current, "^-?[1-9]%d*$")) then
  return "text"
end
local sum = tonumber(current or "0") + tonumber(ARGV[1])
if math.abs(sum) > 9007199254740991 then
  return "range"
end
if current then
  redis.call("INCRBY", KEYS[1], ARGV[1])
else
  write(ARGV[1], ARGV[2])
end
return string.format("%.0f", sum)
`;

/** Milliseconds left, -1 for a value that never expires, -2 for none. */
export const TIME_TO_LIVE = `${READ_CURRENT}
return current and redis.call("PTTL", KEYS[1]) or -2
`;
