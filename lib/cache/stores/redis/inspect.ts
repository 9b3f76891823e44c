import { createHash } from "node:crypto";
import { withTimeLimit } from "../../../clock.ts";
import { ConfigurationError, type RedisPlace } from "../../../configuration/configuration.ts";
import { KEY_PREFIX, type RedisCommands, type RedisMaster, type RedisReport } from "./commands.ts";

/** Longest that the start waits for a Redis, not counting what this process itself is busy with. */
export const START_MS = 2_000;

/** A key under each beginning that keys of ours have. */
const STORES = ["values", "textures", "coordination", "durable", "budget", "refresh"];
export const probedKey = (store: string) => `${KEY_PREFIX}:${store}:probe`;
export const PROBED_MS = 1_000;
/** What our scripts do, on one key. */
const SCRIPT = `redis.call("TIME") redis.call("SET", KEYS[1], "", "KEEPTTL") redis.call("DEL", KEYS[1]) return redis.call("GET", KEYS[1])`;

/** The part of a Redis over TCP that is looked at, with the time limit of a start. */
export interface Inspected {
  commands: RedisCommands;
  masters(): Promise<RedisMaster[]>;
  missingSlots(): number;
  /** Called when a node turns out to be one of a cluster. */
  becomeCluster(): void;
}

/**
 * Looks at a Redis over TCP before the service starts with it.
 * @returns undefined when it does not respond, or cannot do its work at the moment
 * @throws ConfigurationError when it responds with something that will not mend itself
 */
export async function inspectRedis(
  place: RedisPlace,
  where: string,
  redis: Inspected,
): Promise<RedisReport | undefined> {
  try {
    return await withTimeLimit(START_MS, look(redis));
  } catch (error) {
    const failure = Object(error) as Failure;
    const texts = [failure.code ?? "", failure.message ?? ""];
    const [, sentence] = REFUSALS.find(([said]) => texts.some((text) => said.test(text))) ?? [];
    if (sentence !== undefined) throw new ConfigurationError(sentence(failure, where, place));
    return undefined;
  }
}

async function look(redis: Inspected): Promise<RedisReport> {
  let greetings = await greet(redis);
  if (greetings.some(({ mode, node }) => mode === "cluster" && node.name === "")) {
    redis.becomeCluster();
    greetings = await greet(redis);
  }
  const missing = redis.missingSlots();
  if (missing > 0) throw new Error(`CLUSTERDOWN ${missing} slots have no node`);
  if (greetings.some(({ role }) => role === "replica")) throw new Error("READONLY It is a replica");
  await Promise.all(STORES.map((store) => tryCommands(redis.commands, probedKey(store))));
  // Not every user may ask for that.
  const infos = await Promise.all(greetings.map(({ node }) => node.send(["INFO"]).catch(() => "")));
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

/** What each node that takes writes calls itself. */
async function greet({ masters }: Inspected) {
  return Promise.all(
    (await masters()).map(async (node) => {
      const reply = Object(await node.send(["HELLO"])) as Record<string, string | undefined>;
      const { server, version, mode, role } = reply;
      return { node, server, version, mode, role };
    }),
  );
}

/** Runs every command that the service needs, since a user may not be allowed to. */
async function tryCommands(redis: RedisCommands, key: string): Promise<void> {
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
      throw Object.assign(Object(error) as Error, { command, key });
    });
  }
}

/** A failed command, or a failed connection. */
interface Failure {
  message: string;
  /** Of a system call, or of TLS. */
  code?: string;
  /** The command that was refused, and its key. */
  command?: string;
  key?: string;
}

/** What a Redis will say again however often it is asked, and what has to be changed then. */
const REFUSALS: [RegExp, (failure: Failure, where: string, place: RedisPlace) => string][] = [
  [
    /^NOAUTH\b/,
    (_, where, { kind }) =>
      kind === "sentinel"
        ? `REDIS_URL must have the passwords of the master and of its sentinels, as in ?password=…&sentinel-password=…, since ${where}, needs one.`
        : `REDIS_URL must have a user and a password, as in redis://user:password@host:6379, since ${where} needs them.`,
  ],
  [
    /^(WRONGPASS|ERR invalid password)\b/,
    (_, where) => `REDIS_URL must have the right user and password: ${where} refuses these.`,
  ],
  [
    /\bunknown command\b.*\bhello\b/i,
    (_, where) =>
      `REDIS_URL must lead to Redis 6 or newer, or to Valkey: ${where} does not know HELLO.`,
  ],
  [
    /^READONLY\b/,
    (_, where) =>
      `REDIS_URL must lead to a master, which takes writes: ${where} is a read-only replica.`,
  ],
  [
    /^CLUSTERDOWN (No node has|\d+ slots have no|Hash slot not served)/,
    (_, where) =>
      `REDIS_URL must lead to a cluster whose slots all have a node, for example by redis-cli --cluster create or fix: ${where} has slots without one.`,
  ],
  [
    /^(NOPERM|ERR ACL failure in script|ERR The user executing the script)\b|: -NOPERM\b/,
    ({ command, key }, where) => {
      const pattern = key?.replace(/probe$/, "*");
      return command === undefined
        ? `REDIS_URL must name a user who may connect and run CLUSTER SLOTS: ${where} does not permit it.`
        : `REDIS_URL must name a user who may run GET, SET, DEL, PTTL, EVAL, EVALSHA and TIME on nametag:1:*: ${where} does not permit ${command} on ${pattern}.`;
    },
  ],
  [
    /\bSELECT is not allowed in cluster mode\b/,
    (_, where) =>
      `REDIS_URL must end in no database but 0: ${where} is a cluster, and has no other.`,
  ],
  [
    /\bDB index is out of range\b/,
    (_, where) => `REDIS_URL must end in the number of a database that exists: ${where} has fewer.`,
  ],
  [
    /\bNo such master with that name\b/,
    (_, where) =>
      `REDIS_URL must have the name that the sentinels give their master: they do not know ${where}.`,
  ],
  [
    /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/,
    (_, where) =>
      `REDIS_TLS_CA must be the file of the authority that signed the certificate of ${where}.`,
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    (_, where) => `REDIS_URL must name the host by a name in its certificate: ${where} has others.`,
  ],
];
