import { parseArgs } from "node:util";
import type { OpenedStores } from "../cache/open-stores.ts";
import { RedisError } from "../cache/stores/redis.ts";
import { SqliteStoreError } from "../cache/stores/sqlite.ts";
import {
  ConfigurationError,
  nameRulesOf,
  readConfiguration,
  type Configuration,
} from "../configuration/configuration.ts";
import { DataFileError, verifyDataFile } from "./file.ts";
import { exportTo, importFrom } from "./move.ts";
import { RemovalError, removePlayer, type Removal } from "./remove.ts";
import { openDataStores } from "./stores.ts";

const HELP = `npm run data -- export <file>
npm run data -- import <file>
npm run data -- remove <name, UUID or XUID> [--linked]

The store is the one that the environment names, as for the service, which may run meanwhile.

export writes what must last to a file of JSON lines, in gzip if its name ends in .gz: observed history, statistics and
the links of excluded players. import merges such a file with what is there: nothing is lost, and the second time changes
nothing. Export from one store and import into another to move.

remove deletes everything about one player, in the store and in the memory of every process. --linked removes the linked
account as well.

Exit code: 0 when it is done, 1 when it could not be done, 2 when remove found nothing.
`;

const COMMANDS = ["export", "import", "remove"] as const;

/** A command line that cannot be carried out, in one sentence. */
class UsageError extends Error {}

export interface Output {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

export interface RunOptions {
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
    return error instanceof RemovalError && error.isUnknown ? 2 : 1;
  } finally {
    clearInterval(alive);
  }
}

const EXPECTED = [
  UsageError,
  DataFileError,
  RemovalError,
  ConfigurationError,
  SqliteStoreError,
  RedisError,
];

function isExpected(error: unknown): error is Error {
  return error instanceof Error && EXPECTED.some((kind) => error instanceof kind);
}

async function run(args: readonly string[], { env, output, signal }: RunOptions): Promise<number> {
  const { help, command, subject, linked } = readArguments(args);
  if (help) {
    output.stdout.write(HELP);
    return 0;
  }
  const configuration = readConfiguration(env);
  // An empty folder is no store yet, and stays so if the file is refused.
  if (command === "import") await verifyDataFile(subject, signal);
  const stores = await openDataStores(configuration, command !== "import");
  try {
    switch (command) {
      case "export": {
        const players = await exportTo(subject, stores, signal);
        output.stdout.write(`${subject}: ${count(players)} players, and statistics.\n`);
        return 0;
      }
      case "import":
        return reportImport(await importFrom(subject, stores, signal), stores, output);
      case "remove":
        return await remove(subject, linked, { configuration, stores, output, signal });
    }
  } finally {
    await stores.close();
  }
}

function readArguments(args: readonly string[]) {
  const { help, linked, positionals } = parse(args);
  const [name, subject = "", ...others] = positionals;
  const command = COMMANDS.find((one) => one === name);
  if (help) return { help, command: "export" as const, subject, linked };
  if (command === undefined || subject === "" || others.length > 0)
    throw new UsageError(
      "Say export or import and a file, or remove and a player, in quotes if there are spaces: npm run data -- --help.",
    );
  if (linked && command !== "remove") throw new UsageError(`${command} takes no --linked.`);
  return { help, command, subject, linked };
}

function parse(args: readonly string[]) {
  const flag = { type: "boolean", default: false } as const;
  const options = { linked: flag, help: { ...flag, short: "h" } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { ...values, positionals };
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(". ")[0]}: npm run data -- --help.`);
  }
}

function reportImport(
  { players, missing }: { players: number; missing: number },
  { description }: OpenedStores,
  output: Output,
): number {
  if (missing === 0) {
    output.stdout.write(`${count(players)} players, and statistics, are in ${description}.\n`);
    return 0;
  }
  output.stderr.write(
    `${count(missing)} of ${count(players)} players are not in ${description}: a folder holds 64 MB of players without a change, a Redis what its maxmemory allows.\n`,
  );
  return 1;
}

interface RemoveContext {
  configuration: Configuration;
  stores: OpenedStores;
  output: Output;
  signal?: AbortSignal | undefined;
}

async function remove(
  player: string,
  linked: boolean,
  { configuration, stores, output, signal }: RemoveContext,
): Promise<number> {
  const excluded = configuration.EXCLUDED_PLAYERS;
  const rules = nameRulesOf(configuration);
  const removal = await removePlayer({ player, linked, excluded, rules, signal }, stores);
  output.stdout.write(`Removed ${describe(removal)}.\n`);
  if (removal.remaining !== undefined)
    output.stdout.write(
      `The linked account ${removal.remaining} is still there: --linked removes it, too.\n`,
    );
  return 0;
}

function describe({ accounts, counts }: Removal): string {
  const parts = Object.entries(counts).filter(([, number]) => number > 0);
  const listed = parts.map(([kind, number]) => `${kind} ${count(number)}`).join(", ");
  return `${accounts.join(" and ")}: ${listed}`;
}

const count = (number: number) => number.toLocaleString("en");
