import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { RedisClient } from "./redis/client.ts";
import {
  asRedisError,
  KEY_PREFIX,
  RedisError,
  type RedisCommands,
  type RedisMaster,
} from "./redis/commands.ts";
import {
  checkStep,
  expiryOf,
  NotCountableError,
  type Scan,
  type Step,
  type Store,
  type Stored,
  type WriteOptions,
} from "./store.ts";
import { systemClock } from "../../time/clock.ts";

export {
  openRedisClient,
  type RedisAddress,
  type RedisClient,
  type RedisTimes,
} from "./redis/client.ts";
export { KEY_PREFIX, RedisError } from "./redis/commands.ts";
export type { RedisReport } from "./redis/inspect.ts";

/** Redis adds the time to its clock. A value that would live longer than this stays for ever. */
const LONGEST_TTL_MS = 100 * 365 * 86_400_000;

/**
 * A store on a Redis that others use too: a value under one of our keys that is not a string counts as
 * absent. Bounds are those of the Redis itself.
 * @param name Tells apart what different stores keep on one Redis; "" where keys do so themselves.
 * @param redis `client.direct` for long values, each of which gets a request of its own.
 */
export function createRedisStore(client: RedisClient, name: string, redis = client.redis): Store {
  const transact = createScript<[number, ...(string | null)[]]>(redis, TRANSACT);
  const prefix = name === "" ? `${KEY_PREFIX}:` : `${KEY_PREFIX}:${name}:`;
  // A key beside another one has the whole name of that one as its hash tag, and so its slot.
  const keyOf = (key: string) => prefix + key.replace("@{", `@{${prefix}`);

  return {
    kind: "redis",

    async get(key) {
      try {
        const value: unknown = await redis.get(keyOf(key));
        if (value === null) return undefined;
        if (typeof value === "string") return value;
      } catch (error) {
        // The key holds something else than a string.
        if (asRedisError(error).message.startsWith("WRONGTYPE")) return undefined;
        throw error;
      }
      throw new RedisError("Redis gave something else than a string");
    },

    async set(key, value, options) {
      checkStep({ set: key, to: value, ...options });
      const px = ttlOf(options);
      await redis.set(keyOf(key), value, px === undefined ? {} : { px });
    },

    async delete(key) {
      await redis.del(keyOf(key));
    },

    async transact(steps) {
      steps.forEach(checkStep);
      const all = steps.map(argumentsOf);
      const keys = all.map(([key]) => keyOf(key));
      const parameters = all.flatMap(([, ...others]) => others);
      const [code, ...rest] = await transact(keys, parameters);
      if (code === 1) return { done: true, sums: rest.map(Number) };
      if (code === 0) return { done: false, found: rest[0] ?? undefined };
      throw new NotCountableError(rest[0] === "text" ? "text" : "range");
    },

    script<Result>(lua: string) {
      const run = createScript<Result>(redis, lua);
      return (key, values) => run([keyOf(key)], values);
    },

    health: client.health,
  };
}

/** Whole milliseconds for Redis; undefined for ever. */
function ttlOf(options?: WriteOptions): number | undefined {
  const ttlMs = expiryOf(0, options);
  return ttlMs > LONGEST_TTL_MS ? undefined : ttlMs;
}

/** The script gets these texts for a step: its key, what to do, its value, milliseconds to live. */
function argumentsOf(step: Step): [key: string, ...string[]] {
  const text = (value: string | undefined) => (value === undefined ? "" : `=${value}`);
  if ("is" in step) return [step.check, "is", text(step.is), ""];
  if ("startsWith" in step) return [step.check, "starts", text(step.startsWith), ""];
  if ("add" in step) return [step.add, "add", String(step.by + 0), ""];
  return [step.set, "set", text(step.to), `${ttlOf(step) ?? ""}`];
}

/**
 * A function for scripts, which reads a key. One that holds something else than a string counts as absent; any other
 * error is raised, by the second call.
 */
export const READ_FUNCTION = `
local function read(key)
  local value = redis.pcall("GET", key)
  if type(value) ~= "table" then
    return value
  end
  return string.sub(value.err, 1, 9) ~= "WRONGTYPE" and redis.call("GET", key)
end
`;

/**
 * A whole transaction as one command. KEYS holds the key of each step; ARGV three texts a step: what to
 * do, its value ("=" before a text, "" for absent), and milliseconds to live or "". Gives {1, sums…},
 * or {0, found} by the first check that does not hold, or a word that says what is wrong.
 */
const TRANSACT = `
${READ_FUNCTION}
local sums, writes = {}, {}
for step = 1, #KEYS do
  local key, what, value, ttl = KEYS[step], ARGV[3 * step - 2], ARGV[3 * step - 1], ARGV[3 * step]
  local text = value ~= "" and string.sub(value, 2)
  local current = what ~= "set" and read(key)
  if what == "is" and current ~= text then
    return {0, current}
  elseif what == "starts" and not (current and string.sub(current, 1, #text) == text) then
    return {0, current}
  elseif what == "add" then
    if current and (#current > 17 or current ~= "0" and not string.match(current, "^-?[1-9]%d*$")) then
      return {-1, "text"}
    end
    local sum = tonumber(current or "0") + tonumber(value)
    if math.abs(sum) > 9007199254740991 then
      return {-1, "range"}
    end
    table.insert(sums, string.format("%.0f", sum))
    table.insert(writes, {"SET", key, sums[#sums], "KEEPTTL"})
  elseif what == "set" and text then
    table.insert(writes, ttl == "" and {"SET", key, text} or {"SET", key, text, "PX", ttl})
  elseif what == "set" then
    table.insert(writes, {"DEL", key})
  end
end
for _, write in ipairs(writes) do
  redis.call(unpack(write))
end
return {1, unpack(sums)}
`;

/**
 * A script, sent by its digest and in full only to a Redis that does not know it. The client's own
 * `createScript` would send each in a request of its own.
 */
function createScript<Result>(redis: RedisCommands, script: string) {
  const digest = createHash("sha1").update(script).digest("hex");

  return async (keys: string[], values: string[]): Promise<Result> => {
    try {
      return (await redis.evalsha(digest, keys, values)) as Result;
    } catch (error) {
      if (!asRedisError(error).message.startsWith("NOSCRIPT")) throw error;
      return (await redis.eval(script, keys, values)) as Result;
    }
  };
}

/** Keys that one `SCAN` looks at, and that are then read together; many more would take more memory, not less time. */
const AT_ONCE = 200;
/** Everything is read again at most this many times, because slots moved or a node failed meanwhile. */
const MOST_PASSES = 20;
const PASS_PAUSE_MS = 500;

/** One command reads both, since a move consists of little else. */
const READ_WITH_EXPIRY = `
${READ_FUNCTION}
local value = read(KEYS[1])
return value and {value, redis.call("PTTL", KEYS[1])}
`;

/**
 * Reads all keys that begin with a prefix, on every node that takes writes, while others write to them. A key
 * may come twice. While slots move, a key can pass from a node that is still to be read to one that was
 * read: then everything is read again, as after a node failed.
 */
export function scanRedis(client: Pick<RedisClient, "redis" | "masters">, place: string): Scan {
  const readWithExpiry = createScript<[string, number] | null>(client.redis, READ_WITH_EXPIRY);

  return {
    async *read(prefix) {
      for await (const keys of keysIn(prefix)) {
        const stored = await Promise.all((keys ?? []).map((key) => read(key)));
        yield stored.flatMap((one) => one ?? []);
      }
    },
    async count(prefix) {
      let count = 0;
      for await (const keys of keysIn(prefix)) count = keys === undefined ? 0 : count + keys.length;
      return count;
    },
  };

  /** Keys of all nodes, some at a time; undefined when it begins again. */
  async function* keysIn(prefix: string): AsyncGenerator<string[] | undefined> {
    const pattern = `${escapePattern(place + prefix)}*`;
    for (let passes = 1; ; passes += 1) {
      try {
        const before = await slotsNow();
        for (const node of await client.masters()) yield* keysOn(node, pattern);
        const after = await slotsNow();
        if (before === after && !after.includes("[")) return;
        if (passes === MOST_PASSES) throw new RedisError("The slots of the cluster keep moving");
      } catch (thrown) {
        const error = asRedisError(thrown);
        if (error.isUnable || passes === MOST_PASSES) throw error;
      }
      await sleep(PASS_PAUSE_MS);
      yield undefined;
    }
  }

  async function* keysOn(node: RedisMaster, pattern: string): AsyncGenerator<string[]> {
    let cursor = "0";
    do {
      const reply = await node.send(["SCAN", cursor, "MATCH", pattern, "COUNT", `${AT_ONCE}`]);
      const [next, keys] = reply as [string, string[]];
      if (keys.length > 0) yield keys;
      cursor = next;
    } while (cursor !== "0");
  }

  /**
   * Which node has which slots, as the nodes themselves say: a node's line about itself ends in its slots; those
   * that are moving are in brackets (https://redis.io/docs/latest/commands/cluster-nodes/).
   */
  async function slotsNow(): Promise<string> {
    const nodes = await client.masters();
    if (nodes[0]?.name === "") return "";
    const replies = await Promise.all(nodes.map((node) => node.send(["CLUSTER", "NODES"])));
    const slots = replies.map((reply) => {
      const fields = /^.*\bmyself\b.*$/m.exec(String(reply))?.[0].split(" ") ?? [];
      return `${fields[0]} ${fields.slice(8).join(" ")}`;
    });
    return slots.toSorted().join("\n");
  }

  async function read(name: string): Promise<Stored | undefined> {
    const found = await readWithExpiry([name], []);
    if (found === null) return undefined;
    const [value, leftMs] = found;
    const expiresAt = leftMs === -1 ? Infinity : systemClock.now() + leftMs;
    return { key: name.slice(place.length), value, expiresAt };
  }
}

/** https://redis.io/docs/latest/commands/keys/ lists what patterns read otherwise. */
function escapePattern(text: string): string {
  return text.replace(/[\\*?[\]]/g, "\\$&");
}
