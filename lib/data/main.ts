import { readFileSync, statSync } from "node:fs";
import { parseArgs, parseEnv } from "node:util";
import { ConfigurationError, readConfiguration } from "../configuration/configuration.ts";
import { SqliteStoreError } from "../cache/stores/sqlite.ts";
import { RedisError } from "../cache/stores/redis.ts";
import { DataFileError, type Tally } from "./file.ts";
import { copyTo, exportTo, importFrom, type Moved } from "./move.ts";
import { openPlace, type Place } from "./place.ts";
import { createProgress } from "./progress.ts";

const HELP = `npm run data -- export <file.ndjson.gz> [--from <store>]
npm run data -- import <file.ndjson.gz> [--to <store>]
npm run data -- copy --to <store> [--from <store>]

Moves what must last: observed history, statistics, refresh grants and learned rates; not what is cached. The service
may run meanwhile. What is moved is merged with what is there, so nothing is lost, and a command may be run again: after
an interruption, it writes only what is missing.

Without --from or --to, the store is the one that the environment names.
A store is a folder as in DATA_DIR, a URL without a password as in REDIS_URL, or a file of variables, which may hold
secrets: a line REDIS_URL=…, or one UPSTASH_REDIS_REST_URL=… and one UPSTASH_REDIS_REST_TOKEN=….
`;

type Environment = Readonly<Record<string, string | undefined>>;

export interface Output {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown; isTTY?: boolean };
}

/** A command line that cannot be carried out, in one sentence. */
class UsageError extends Error {}

/** What `npm run data` does. Gives the exit code: 0 when everything is where it should be. */
export async function main(
  args: readonly string[],
  env: Environment,
  output: Output,
): Promise<number> {
  // Timers of the service, for which a move may wait, keep no process alive.
  const alive = setInterval(() => undefined, 60_000);
  try {
    return await run(args, env, output);
  } catch (error) {
    const isExpected = [
      UsageError,
      DataFileError,
      ConfigurationError,
      SqliteStoreError,
      RedisError,
    ];
    if (!(error instanceof Error) || !isExpected.some((kind) => error instanceof kind)) throw error;
    output.stderr.write(`${error.message}\n`);
    return 1;
  } finally {
    clearInterval(alive);
  }
}

async function run(args: readonly string[], env: Environment, output: Output): Promise<number> {
  const { help, command, file, from, to } = readArguments(args);
  if (help) {
    output.stdout.write(HELP);
    return 0;
  }
  const places: Place[] = [];
  const open = async (where: string | undefined, options?: { mustExist: boolean }) => {
    const configuration = readConfiguration(where === undefined ? env : storeIn(where, env));
    const place = await openPlace(configuration, options);
    places.push(place);
    return place;
  };
  const progress = createProgress(output.stderr);
  try {
    if (command === "import") {
      const target = await open(to);
      const moved = await importFrom(file, target, progress.note);
      progress.end();
      return report(moved, target, output);
    }
    const source = await open(from, { mustExist: true });
    if (command === "export") {
      const tally = await exportTo(file, source, progress.note);
      progress.end();
      output.stdout.write(`${file}: ${describe(tally)}.\n`);
      return 0;
    }
    const target = await open(to);
    if (target.stores.description === source.stores.description) {
      throw new UsageError("Both stores are the same: name another one with --to.");
    }
    const moved = await copyTo(target, source, progress.note);
    progress.end();
    const code = report(moved, target, output);
    const until = new Date(moved.until).toISOString();
    if (code === 0) output.stdout.write(`Everything written until ${until} is there.\n`);
    return code;
  } finally {
    progress.end();
    await Promise.all(places.map((place) => place.close()));
  }
}

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

/** @throws UsageError */
function readArguments(args: readonly string[]) {
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

/** The environment with another store. */
function storeIn(where: string, env: Environment): Environment {
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

const count = (number: number) => number.toLocaleString("en");

function describe(tally: Tally): string {
  const { player = 0, formerName = 0, refreshGrant = 0, learnedRate = 0 } = tally;
  return `${count(player)} players, ${count(formerName)} former names, ${count(refreshGrant)} refresh grants, ${count(learnedRate)} learned rates, statistics`;
}

function report(
  { read, found, compared, missing }: Moved,
  { stores }: Place,
  output: Output,
): number {
  output.stdout.write(`Read: ${describe(read)}.\n`);
  output.stdout.write(`In ${stores.description}: ${describe(found)}.\n`);
  if (missing === 0) {
    output.stdout.write(`Compared ${count(compared)} of them: all are there.\n`);
    return 0;
  }
  output.stderr.write(
    `${count(missing)} of ${count(compared)} that were compared are not there: a folder holds 64 MB of players without a change, a Redis what its maxmemory allows.\n`,
  );
  return 1;
}
