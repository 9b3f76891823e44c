import { ConfigurationError, type RedisPlace } from "../../../configuration/configuration.ts";

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

/** Why a failure will not mend itself, in a sentence that says what to change; undefined for one that may. */
export function refusalOf(
  error: unknown,
  place: RedisPlace,
  where: string,
): ConfigurationError | undefined {
  const failure = Object(error) as Failure;
  const texts = [failure.code ?? "", failure.message ?? ""];
  const [, sentence] = REFUSALS.find(([said]) => texts.some((text) => said.test(text))) ?? [];
  return sentence && new ConfigurationError(sentence(failure, where, place));
}

/** The same of Upstash. */
export function upstashRefusalOf(error: unknown, where: string): ConfigurationError | undefined {
  const { message = "" } = Object(error) as Partial<Failure>;
  if (/\b(Unauthorized|WRONGPASS)\b/.test(message)) {
    return new ConfigurationError(
      `UPSTASH_REDIS_REST_TOKEN must be the token of ${where}, which refuses this one.`,
    );
  }
  if (/\bNOPERM\b/.test(message)) {
    return new ConfigurationError(
      `UPSTASH_REDIS_REST_TOKEN must be a token that may write: ${where} permits this one to read.`,
    );
  }
  return undefined;
}
