import { readFileSync, statSync } from "node:fs";
import { parseArgs, parseEnv } from "node:util";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A command line that cannot be carried out, in one sentence. */
export class UsageError extends Error {}

const SECRETS = `A password or token in a command is shown by npm, by ps and by the history of the shell: replace it. Write the store into a file that only you may read, as in the help, and name that file: --to target.env.`;

/** Whether each command has what it needs, and nothing that it does not take. */
const COMMANDS = {
  export: (file?: string, { to }: Options = {}) => file !== undefined && to === undefined,
  import: (file?: string, { from }: Options = {}) => file !== undefined && from === undefined,
  copy: (file?: string, { to }: Options = {}) => file === undefined && to !== undefined,
};
type Command = keyof typeof COMMANDS;

interface Options {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * What a command line asks for.
 * @throws UsageError
 */
export function readArguments(args: readonly string[]) {
  const misunderstood = new UsageError(
    "Say export, import or copy, and where: npm run data -- --help.",
  );
  const { values, positionals } = parse(args, misunderstood);
  const { help, ...options } = values;
  const [name = "", file, ...others] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? (name as Command) : undefined;
  const isComplete = command && others.length === 0 && COMMANDS[command](file, options);
  if (!help && [file, options.from, options.to].some(mayBeSecret)) throw new UsageError(SECRETS);
  if (!help && !isComplete) throw misunderstood;
  return { help, command, file: file ?? "", ...options };
}

function parse(args: readonly string[], misunderstood: UsageError) {
  const text = { type: "string" } as const;
  const help = { type: "boolean", default: false, short: "h" } as const;
  const options = { to: text, from: text, help };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    throw misunderstood;
  }
}

/** What says where a store is. */
const STORE = ["DATA_DIR", "REDIS_URL", "UPSTASH_REDIS_REST_URL"];
const REDIS = /^rediss?(?:\+\w+)?:/;
/** Not the letter of a drive. */
const URL_LIKE = /^[a-z][a-z0-9+.-]+:/i;
/** A password, unless what is before the host is the name of a master. */
const WITH_PASSWORD = /^[^/]*:\/*[^/]*:[^/]*@|[?&](?:sentinel-)?password=/i;

/** Whether a text may hold a secret: any URL but that of a Redis without a password. */
function mayBeSecret(text = ""): boolean {
  return URL_LIKE.test(text) && (!REDIS.test(text) || WITH_PASSWORD.test(text));
}

/**
 * The environment, with the store that an argument names in place of its own.
 * @throws UsageError
 */
export function environmentWith(where: string | undefined, env: Environment): Environment {
  if (where === undefined) return env;
  const others = {
    ...env,
    REDIS_URL: undefined,
    UPSTASH_REDIS_REST_URL: undefined,
    UPSTASH_REDIS_REST_TOKEN: undefined,
    REDIS_TLS_CA: where.startsWith("rediss") ? env["REDIS_TLS_CA"] : undefined,
  };
  if (REDIS.test(where)) return { ...others, REDIS_URL: where };
  const variables = variablesIn(where);
  return { ...others, ...(variables ?? { DATA_DIR: where }) };
}

/** The variables in a file; undefined for a folder, which may be yet to be made. */
function variablesIn(where: string): Environment | undefined {
  let text: string;
  try {
    if (statSync(where).isDirectory()) return undefined;
    text = readFileSync(where, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && !where.endsWith(".env")) return undefined;
    throw new UsageError(`${where} cannot be read: ${message}.`);
  }
  const variables = parseEnv(text);
  if (STORE.some((name) => variables[name])) return variables;
  throw new UsageError(`${where} must have a line for one of ${STORE.join(", ")}.`);
}
