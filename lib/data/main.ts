import { parseArgs } from "node:util";
import { RedisError } from "../cache/stores/redis.ts";
import { SqliteStoreError } from "../cache/stores/sqlite.ts";
import {
  ConfigurationError,
  nameRulesOf,
  readConfiguration,
} from "../configuration/configuration.ts";
import { verifyDataFile } from "./file.ts";
import { exportTo, importFrom } from "./move.ts";
import { removePlayer, type Removal } from "./remove.ts";
import { DataError, openDataStores } from "./stores.ts";

const HELP = `npm run data -- export <file>
npm run data -- import <file>
npm run data -- remove <name, UUID or XUID> [--linked]

The store is the one that the environment names, as for the service, which may run meanwhile.

export writes what must last to a file of JSON lines, in gzip if its name ends in .gz: observed history, the counts of
all lookups and players, and the links of excluded players. import merges such a file with what is there: nothing is
lost, and the second time changes nothing. Export from one store and import into another to move.

remove deletes everything about one player, in the store and in the memory of every process. --linked removes the linked
account as well.

Exit code: 0 when it is done, 1 when it could not be done, 2 when remove found nothing.
`;

const COMMANDS = ["export", "import", "remove"] as const;

interface Output {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

interface RunOptions {
  env: Readonly<Record<string, string | undefined>>;
  output: Output;
  /** Ends the command, which leaves no half-written file. */
  signal?: AbortSignal;
}

/** Runs `npm run data`. Gives the exit code: 0 when everything is where it should be. */
export async function main(args: readonly string[], options: RunOptions): Promise<number> {
  // Timers of the service, for which a move may wait, keep no process alive.
  const alive = setInterval(() => undefined, 60_000);
  try {
    return await run(args, options);
  } catch (error) {
    if (options.signal?.aborted) {
      options.output.stderr.write("Ended before it was done: run it again.\n");
      return 1;
    }
    if (!isExpected(error)) throw error;
    options.output.stderr.write(`${error.message}\n`);
    return error instanceof DataError && error.isUnknown ? 2 : 1;
  } finally {
    clearInterval(alive);
  }
}

const EXPECTED = [DataError, ConfigurationError, SqliteStoreError, RedisError];

function isExpected(error: unknown): error is Error {
  return error instanceof Error && EXPECTED.some((kind) => error instanceof kind);
}

async function run(args: readonly string[], { env, output, signal }: RunOptions): Promise<number> {
  const { linked, command, subject } = readArguments(args);
  if (command === "help") {
    output.stdout.write(HELP);
    return 0;
  }
  const configuration = readConfiguration(env);
  // An empty folder is no store yet, and stays so if the file is refused.
  if (command === "import") await verifyDataFile(subject, signal);
  const stores = await openDataStores(configuration, command !== "import");
  try {
    if (command === "export") {
      const players = await exportTo(subject, stores, signal);
      output.stdout.write(`${subject}: ${count(players)} players, and statistics.\n`);
    } else if (command === "import") {
      const { players, missing } = await importFrom(subject, stores, signal);
      const place = stores.description;
      if (missing > 0)
        throw new DataError(
          `${count(missing)} of ${count(players)} players are not in ${place}: a folder holds 64 MB of players without a change, a Redis what its maxmemory allows.`,
        );
      output.stdout.write(`${count(players)} players, and statistics, are in ${place}.\n`);
    } else {
      const excluded = configuration.EXCLUDED_PLAYERS;
      const rules = nameRulesOf(configuration);
      const options = { player: subject, linked, excluded, rules, signal };
      output.stdout.write(describe(await removePlayer(options, stores)));
    }
    return 0;
  } finally {
    await stores.close();
  }
}

function readArguments(args: readonly string[]) {
  const { positionals, help, linked } = parse(args);
  const [name, subject = "", ...others] = positionals;
  const command = COMMANDS.find((one) => one === name);
  if (help) return { command: "help" as const, subject, linked };
  if (command === undefined || subject === "" || others.length > 0)
    throw new DataError(
      "Say export or import and a file, or remove and a player, in quotes if there are spaces: npm run data -- --help.",
    );
  if (linked && command !== "remove") throw new DataError(`${command} takes no --linked.`);
  return { command, subject, linked };
}

function parse(args: readonly string[]) {
  const flag = { type: "boolean", default: false } as const;
  const options = { linked: flag, help: { ...flag, short: "h" } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { ...values, positionals };
  } catch (error) {
    throw new DataError(`${(error as Error).message.split(". ")[0]}: npm run data -- --help.`);
  }
}

function describe({ accounts, counts, remaining }: Removal): string {
  const parts = Object.entries(counts).filter(([, number]) => number > 0);
  const listed = parts.map(([kind, number]) => `${kind} ${count(number)}`).join(", ");
  const rest =
    remaining && `The linked account ${remaining} is still there: --linked removes it, too.\n`;
  return `Removed ${accounts.join(" and ")}: ${listed}.\n${rest ?? ""}`;
}

const count = (number: number) => number.toLocaleString("en");
