import { createHash } from "node:crypto";
import { startTimeLimit, timeoutError } from "../../../clock.ts";
import type { RedisPlace } from "../../../configuration/configuration.ts";
import type { Redis } from "@upstash/redis";
import { refusalOf, upstashRefusalOf } from "./refusals.ts";
import type { TcpRequester } from "./tcp.ts";

/** Longest that the start waits for a Redis, not counting what this process itself is busy with. */
const START_MS = 2_000;

/** One key under each beginning that keys of ours have. */
const PROBED = ["values", "textures", "coordination", "durable", "budget", "refresh"].map(
  (name) => `nametag:1:${name}:probe`,
);
const PROBE_MS = "1000";
/** What our scripts do, on one key. */
const SCRIPT = `redis.call("TIME") redis.call("SET", KEYS[1], "", "KEEPTTL") redis.call("DEL", KEYS[1]) return redis.call("GET", KEYS[1])`;

/** What a Redis says about itself; what it keeps to itself is left out. */
export interface RedisReport {
  /** All nodes, replicas included, and those that take writes. */
  nodes: number;
  masters: number;
  /** As in "redis 7.0.15". */
  version?: string;
  /** Of each master, without repeats: `maxmemory-policy`. */
  policies: string[];
}

/**
 * Looks at a Redis before the service starts with it.
 * @returns undefined when it does not respond, or cannot do its work at the moment
 * @throws ConfigurationError when it responds with something that will not mend itself
 */
export async function inspectRedis(
  tcp: TcpRequester,
  place: RedisPlace,
  where: string,
): Promise<RedisReport | undefined> {
  try {
    return await within(START_MS, look(tcp));
  } catch (error) {
    const refusal = refusalOf(error, place, where);
    if (refusal !== undefined) throw refusal;
    return undefined;
  }
}

async function look(tcp: TcpRequester): Promise<RedisReport> {
  let greetings = await greet(tcp);
  if (greetings.some(({ mode }) => mode === "cluster") && !tcp.isCluster()) {
    tcp.changeToCluster();
    greetings = await greet(tcp);
  }
  const missing = tcp.missingSlots();
  if (missing > 0) throw new Error(`CLUSTERDOWN ${missing} slots have no node`);
  if (greetings.some(({ role }) => role === "replica")) throw new Error("READONLY It is a replica");
  await Promise.all(PROBED.map((key) => tryCommands(tcp, key)));
  // Not every user may ask for that.
  const infos = await tcp.sendToEach(["INFO"]).catch(() => []);
  const read = (name: string) =>
    infos.map((info) => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(String(info))?.[1] ?? "");
  const replicas = read("connected_slaves").reduce((sum, count) => sum + Number(count), 0);
  const [{ server, version } = {}] = greetings;
  return {
    nodes: greetings.length + replicas,
    masters: greetings.length,
    ...(version !== undefined && { version: `${server ?? "redis"} ${version}` }),
    policies: [...new Set(read("maxmemory_policy"))].filter((policy) => policy !== ""),
  };
}

/**
 * The same for Upstash, which says less about itself.
 * @throws ConfigurationError
 */
export async function inspectUpstash(
  redis: Redis,
  where: string,
): Promise<RedisReport | undefined> {
  try {
    await redis.set(PROBED[0] ?? "", "", { px: Number(PROBE_MS) });
    const info = String(await redis.exec(["INFO"]).catch(() => ""));
    const [, version] = /^redis_version:(.*?)\r?$/m.exec(info) ?? [];
    return { nodes: 1, masters: 1, ...(version && { version: `redis ${version}` }), policies: [] };
  } catch (error) {
    const refusal = upstashRefusalOf(error, where);
    if (refusal !== undefined) throw refusal;
    return undefined;
  }
}

/** What each node that takes writes calls itself. */
async function greet(tcp: TcpRequester) {
  const replies = await tcp.sendToEach(["HELLO"]);
  return replies.map((reply) => {
    const { server, version, mode, role } = Object(reply) as Record<string, string | undefined>;
    return { server, version, mode, role };
  });
}

/** Runs every command that the service needs, since a user may not be allowed to. */
async function tryCommands(tcp: TcpRequester, key: string): Promise<void> {
  const sha = createHash("sha1").update(SCRIPT).digest("hex");
  const commands = [
    ["SET", key, "", "PX", PROBE_MS],
    ["GET", key],
    ["PTTL", key],
    ["EVAL", SCRIPT, "1", key],
    ["EVALSHA", sha, "1", key],
    ["DEL", key],
  ];
  for (const command of commands) {
    await tcp.send(command, START_MS).catch((error: unknown) => {
      throw Object.assign(Object(error) as Error, { command: command[0], key });
    });
  }
}

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let callOff = () => {};
  const late = new Promise<never>((_, reject) => {
    callOff = startTimeLimit(milliseconds, () => reject(timeoutError(milliseconds)));
  });
  return Promise.race([work, late]).finally(() => callOff());
}
