import { createHash } from "node:crypto";
import { withTimeLimit } from "../../../time/time-limit.ts";
import { ConfigurationError } from "../../../configuration/configuration.ts";
import { KEY_PREFIX, type RedisCommands, type RedisTransport } from "./commands.ts";

/** The start waits for a Redis no longer than this, not counting time in which this process is busy. */
const START_MS = 2_000;

/** Our keys begin with one of these; the commands are tried on one key of each. */
const STORES = ["values", "textures", "coordination", "durable", "budget", "refresh"];
const PROBED_MS = 1_000;
/** It runs the commands of our scripts on one key. */
const SCRIPT = `redis.call("TIME") redis.call("SET", KEYS[1], "", "KEEPTTL") redis.call("DEL", KEYS[1]) return redis.call("GET", KEYS[1])`;

/** A Redis says this about itself; it may keep some of it to itself. */
export interface RedisReport {
  /** All nodes, replicas included, and those that take writes. */
  nodes: number;
  masters: number;
  /** As in "redis 7.0.15". */
  version?: string;
  /** The `maxmemory-policy` of each master, without repeats. */
  policies: string[];
}

/**
 * Looks at a Redis before the service starts with it.
 * @returns undefined when it does not respond, or cannot do its work at the moment
 * @throws ConfigurationError when it responds with something that will not mend itself
 */
export async function inspectRedis(redis: RedisTransport): Promise<RedisReport | undefined> {
  try {
    return await withTimeLimit(START_MS, look(redis));
  } catch (error) {
    const { code = "", message = "" } = Object(error) as { code?: string; message?: string };
    const said = `${redis.kind}: ${code} ${message}`;
    const refusal = Object.entries(REFUSALS).find(([, pattern]) => pattern.test(said));
    if (refusal === undefined) return undefined;
    const [sentence, pattern] = refusal;
    const [, what = ""] = pattern.exec(said) ?? [];
    throw new ConfigurationError(
      sentence.replace("{where}", () => redis.description).replace("{what}", what),
    );
  }
}

async function look(redis: RedisTransport): Promise<RedisReport> {
  const masters = await redis.masters(START_MS);
  const missing = redis.missingSlots();
  if (missing > 0) throw new Error(`CLUSTERDOWN ${missing} slots have no node`);
  const commands = await redis.commands(START_MS);
  await Promise.all(STORES.map((store) => tryCommands(commands, `${KEY_PREFIX}:${store}:`)));
  // Not every user may ask for that.
  const infos = await Promise.all(masters.map((node) => node.send(["INFO"]).catch(() => "")));
  const read = (name: string) =>
    infos.flatMap((info) => new RegExp(`^${name}:(.+?)\\r?$`, "m").exec(String(info))?.[1] ?? []);
  const replicas = read("connected_slaves").reduce((sum, count) => sum + Number(count), 0);
  // Valkey says as well to which version of Redis it is compatible.
  const [version] = ["valkey", "redis"].flatMap((server) =>
    read(`${server}_version`).map((number) => `${server} ${number}`),
  );
  return {
    nodes: masters.length + replicas,
    masters: masters.length,
    ...(version !== undefined && { version }),
    policies: [...new Set(read("maxmemory_policy"))],
  };
}

/** Runs every command that the service needs, since a user may not be allowed to. */
async function tryCommands(redis: RedisCommands, prefix: string): Promise<void> {
  const key = `${prefix}probe`;
  const digest = createHash("sha1").update(SCRIPT).digest("hex");
  const commands: [string, () => Promise<unknown>][] = [
    ["SET", () => redis.set(key, "", { px: PROBED_MS })],
    ["GET", () => redis.get(key)],
    ["PTTL", () => redis.pttl(key)],
    ["EVAL", () => redis.eval(SCRIPT, [key], [])],
    ["EVALSHA", () => redis.evalsha(digest, [key], [])],
    ["DEL", () => redis.del(key)],
  ];
  for (const [command, run] of commands) {
    await run().catch((error: unknown) => {
      const said = error instanceof Error ? error.message : String(error);
      throw new Error(`${command} on ${prefix}*: ${said}`, { cause: error });
    });
  }
}

/** Each sentence says what has to be changed when a Redis of a kind says something that it will say again each time. */
const REFUSALS: Record<string, RegExp> = {
  "UPSTASH_REDIS_REST_TOKEN must be the token of {where}, which refuses this one.":
    /^upstash: .*\b(?:Unauthorized|WRONGPASS)\b/,
  "UPSTASH_REDIS_REST_TOKEN must be a token that may write: {where} permits this one to read.":
    /^upstash: .*\bNOPERM\b/,
  "REDIS_URL must have the passwords of the master and of its sentinels, as in ?password=…&sentinel-password=…, since {where}, needs one.":
    /^sentinel: .*\bNOAUTH\b/,
  "REDIS_URL must have a user and a password, as in redis://user:password@host:6379, since {where} needs them.":
    /\bNOAUTH\b/,
  "REDIS_URL must have the right user and password: {where} refuses these.":
    /\b(?:WRONGPASS|ERR invalid password)\b/,
  "REDIS_URL must lead to Redis 6 or newer, or to Valkey: {where} does not know HELLO.":
    /\bunknown command\b.*\bhello\b/i,
  "REDIS_URL must begin with redis:// or rediss://: {where} is no cluster.":
    /^cluster: .*\bcluster support disabled\b/,
  "REDIS_URL must begin with redis:// or rediss://, or name sentinels: {where}, is no sentinel.":
    /^sentinel: .*\bunknown command\b.*\bsentinel\b/i,
  "REDIS_URL must begin with redis+sentinel:// and the name of the master, if it leads to sentinels: {where} does not know SET.":
    /^node: .*SET on \S+: .*\bunknown command\b/,
  "REDIS_URL must lead to a master, which takes writes: {where} is a read-only replica.":
    /\bREADONLY\b/,
  "REDIS_URL must lead to a cluster whose slots all have a node, for example by redis-cli --cluster create or fix: {where} has slots without one.":
    /\bCLUSTERDOWN (?:No node has|\d+ slots have no|Hash slot not served)/,
  "REDIS_URL must name a user who may run GET, SET, DEL, PTTL, EVAL, EVALSHA and TIME on nametag:1:*: {where} does not permit {what}.":
    / (\w+ on \S+): .*\b(?:NOPERM|ERR ACL failure in script|ERR The user executing the script)\b/,
  "REDIS_URL must name a user who may connect and run CLUSTER SLOTS: {where} does not permit it.":
    /\bNOPERM\b/,
  "REDIS_URL must end in no database but 0: {where} is a cluster, and has no other.":
    /\bSELECT is not allowed in cluster mode\b/,
  "REDIS_URL must end in the number of a database that exists: {where} has fewer.":
    /\bDB index is out of range\b/,
  "REDIS_URL must have the name that the sentinels give their master: they do not know {where}.":
    /\bNo such master with that name\b/,
  "REDIS_TLS_CA must be the file of the authority that signed the certificate of {where}.":
    /\b(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?)\b/,
  "REDIS_URL must name the host by a name in its certificate: {where} has others.":
    /\bERR_TLS_CERT_ALTNAME_INVALID\b/,
};
