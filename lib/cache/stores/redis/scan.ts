import { setTimeout as sleep } from "node:timers/promises";
import { createScript, READ } from "../redis.ts";
import type { Scan, Stored } from "../store.ts";
import type { RedisClient } from "./client.ts";
import { asRedisError, RedisError, type RedisMaster } from "./commands.ts";

/** Keys that one `SCAN` looks at, and that are then read together; many more would take more memory, not less time. */
const AT_ONCE = 200;
/** So many times everything is read again, because slots moved or a node failed meanwhile. */
const MOST_PASSES = 20;
const PASS_PAUSE_MS = 500;

/** One command for both: a move consists of little else. */
const READ_WITH_EXPIRY = `
${READ}
local value = read(KEYS[1])
return value and {value, redis.call("PTTL", KEYS[1])}
`;

/**
 * Reads all keys that begin with a prefix, on every node that takes writes, while others write to them. A key
 * may come twice. Where slots move, a key can pass from a node that is still to be read to one that was
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
    const own = replies.map((reply) => {
      const fields = /^.*\bmyself\b.*$/m.exec(String(reply))?.[0].split(" ") ?? [];
      return `${fields[0]} ${fields.slice(8).join(" ")}`;
    });
    return own.toSorted().join("\n");
  }

  async function read(name: string): Promise<Stored | undefined> {
    const found = await readWithExpiry([name], []);
    if (found === null) return undefined;
    const [value, leftMs] = found;
    const expiresAt = leftMs === -1 ? Infinity : Date.now() + leftMs;
    return { key: name.slice(place.length), value, expiresAt };
  }
}

/** https://redis.io/docs/latest/commands/keys/ lists what patterns read otherwise. */
function escapePattern(text: string): string {
  return text.replace(/[\\*?[\]]/g, "\\$&");
}
