import { ConfigurationError, readConfiguration } from "../configuration/configuration.ts";
import { SqliteStoreError } from "../cache/stores/sqlite.ts";
import { RedisError } from "../cache/stores/redis.ts";
import { environmentWith, readArguments, UsageError, type Environment } from "./arguments.ts";
import { DataFileError, type Tally } from "./file.ts";
import { copyTo, exportTo, importFrom, type Moved, type OnProgress, type Stage } from "./move.ts";
import { openDataStore, type DataStore } from "./stores.ts";

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

export interface Output {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown; isTTY?: boolean };
}

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
  const opened: DataStore[] = [];
  const open = async (where: string | undefined, options?: { mustExist: boolean }) => {
    const configuration = readConfiguration(environmentWith(where, env));
    const store = await openDataStore(configuration, options);
    opened.push(store);
    return store;
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
    await Promise.all(opened.map(({ stores }) => stores.close()));
  }
}

const count = (number: number) => number.toLocaleString("en");

function describe(tally: Tally): string {
  const { player = 0, formerName = 0, refreshGrant = 0, learnedRate = 0 } = tally;
  return `${count(player)} players, ${count(formerName)} former names, ${count(refreshGrant)} refresh grants, ${count(learnedRate)} learned rates, statistics`;
}

function report(
  { read, found, compared, missing }: Moved,
  { stores }: DataStore,
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

/** A terminal shows every second how far it is, a log every ten. */
const TERMINAL_MS = 1_000;
const LOG_MS = 10_000;

/** Says how far long work is. */
function createProgress(to: Output["stderr"]) {
  const everyMs = to.isTTY ? TERMINAL_MS : LOG_MS;
  let stage: Stage | undefined;
  let items = 0;
  let saidAt = performance.now();
  let isOpen = false;

  const end = () => {
    if (isOpen) to.write("\n");
    isOpen = false;
  };
  const note: OnProgress = (what, more) => {
    if (what !== stage) {
      end();
      stage = what;
      items = 0;
    }
    items += more;
    if (performance.now() - saidAt < everyMs) return;
    saidAt = performance.now();
    const text = `${items.toLocaleString("en")} ${what}`;
    to.write(to.isTTY ? `\r${text}` : `${text}\n`);
    isOpen = to.isTTY === true;
  };
  return { note, end };
}
