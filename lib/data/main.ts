import { parseArgs } from "node:util";
import { ConfigurationError, readConfiguration, type Configuration } from "../configuration.ts";
import { SqliteStoreError } from "../cache/stores/sqlite.ts";
import { RedisError } from "../cache/stores/redis.ts";
import { DataFileError, type Tally } from "./file.ts";
import { copyTo, exportTo, importFrom, type Moved } from "./move.ts";
import { openPlace, type Place } from "./place.ts";
import { createProgress } from "./progress.ts";

const HELP = `npm run data -- export <file.ndjson.gz>
npm run data -- import <file.ndjson.gz>
npm run data -- copy --to <store>

Moves what must last: observed history, statistics, refresh grants and learned rates; not what is cached. The service
may run meanwhile. What is moved is merged with what is there, so nothing is lost, and a command may be run again: after
an interruption, it writes only what is missing.

  --to <store>     the store to copy to
  --from <store>   the store to read, or to import into, in place of the one that the environment names

A store is a URL as in REDIS_URL (redis://, rediss://, redis+cluster://, redis+sentinel://), https://<token>@<host> for
Upstash, or a folder as in DATA_DIR.
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
  }
}

async function run(args: readonly string[], env: Environment, output: Output): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (values.help) {
    output.stdout.write(HELP);
    return 0;
  }
  const [command, file, ...others] = positionals;
  const isCopy = command === "copy";
  if (!isCopy && command !== "export" && command !== "import") throw new UsageError(SEE_HELP);
  if (
    others.length > 0 ||
    isCopy !== (file === undefined) ||
    isCopy !== (values.to !== undefined)
  ) {
    throw new UsageError(SEE_HELP);
  }
  const places: Place[] = [];
  const open = async (where: string | undefined) => {
    const place = await openPlace(
      where === undefined ? readConfiguration(env) : placeIn(where, env),
    );
    places.push(place);
    return place;
  };
  const progress = createProgress(output.stderr);
  try {
    const own = await open(values.from);
    if (command === "export") {
      const tally = await exportTo(file ?? "", own, progress.note);
      progress.end();
      output.stdout.write(`${file}: ${describe(tally)}.\n`);
      return 0;
    }
    if (command === "import") {
      const moved = await importFrom(file ?? "", own, progress.note);
      progress.end();
      return report(moved, own, output);
    }
    const to = await open(values.to);
    if (to.stores.description === own.stores.description) {
      throw new UsageError("Both stores are the same: name another one with --to.");
    }
    const moved = await copyTo(to, own, progress.note);
    progress.end();
    const code = report(moved, to, output);
    const until = new Date(moved.until).toISOString();
    if (code === 0) output.stdout.write(`Everything written until ${until} is there.\n`);
    return code;
  } finally {
    progress.end();
    await Promise.all(places.map((place) => place.close()));
  }
}

const SEE_HELP = "Say export, import or copy, and where: npm run data -- --help.";

function readArguments(args: readonly string[]) {
  const text = { type: "string" } as const;
  const help = { type: "boolean", default: false, short: "h" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { to: text, from: text, help },
      allowPositionals: true,
    });
  } catch {
    throw new UsageError(SEE_HELP);
  }
}

/** The configuration with another store. */
function placeIn(where: string, env: Environment): Configuration {
  const others = {
    ...env,
    REDIS_URL: undefined,
    UPSTASH_REDIS_REST_URL: undefined,
    UPSTASH_REDIS_REST_TOKEN: undefined,
    REDIS_TLS_CA: where.startsWith("rediss") ? env["REDIS_TLS_CA"] : undefined,
  };
  if (/^rediss?(\+\w+)?:/.test(where)) return readConfiguration({ ...others, REDIS_URL: where });
  if (!/^https?:/.test(where)) return readConfiguration({ ...others, DATA_DIR: where });
  if (!URL.canParse(where)) throw new UsageError(SEE_HELP);
  const { username: token, origin } = new URL(where);
  return readConfiguration({
    ...others,
    UPSTASH_REDIS_REST_URL: origin,
    UPSTASH_REDIS_REST_TOKEN: decodeURIComponent(token),
  });
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
