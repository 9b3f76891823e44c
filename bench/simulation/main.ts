import { writeDocs } from "./docs.ts";
import { HELP, readOptions, type Options } from "./options.ts";
import { simulateDay } from "./simulate.ts";
import type { Day } from "./day.ts";

/** Runs `npm run simulate`. */
export async function main(args: readonly string[]): Promise<void> {
  const options = readOrExit(args);
  if (options.help) return void process.stdout.write(HELP);
  if (options.docs) return writeDocs();
  const days: Day[] = [];
  for (const { scenario, sampling } of options.runs)
    days.push(await simulateDay(scenario, sampling));
  if (options.json) return void process.stdout.write(`${JSON.stringify(days, null, 2)}\n`);
  printTable(days);
}

function readOrExit(args: readonly string[]): Options {
  try {
    return readOptions(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const count = (value: number) => Number(value.toPrecision(3)).toLocaleString("en");

/** The columns, and what a day has in them. */
const COLUMNS: [string, (day: Day) => string][] = [
  ["requests", ({ requests }) => count(requests)],
  ["hits", ({ hits }) => percent(hits)],
  ["fresh", ({ fresh }) => percent(fresh)],
  ["stale", ({ stale }) => percent(stale)],
  ["refused", ({ refused }) => percent(refused)],
  ["p50", ({ waits }) => `${waits.p50} ms`],
  ["p95", ({ waits }) => `${waits.p95} ms`],
  ["p99", ({ waits }) => `${waits.p99} ms`],
  ["calls a day", ({ calls }) => count(Object.values(calls).reduce((sum, one) => sum + one, 0))],
  ["names", ({ limits }) => percent(limits.names)],
  ["sessions", ({ limits }) => percent(limits.sessions)],
  ["Geyser", ({ limits }) => percent(limits.geyser)],
  ["core", ({ limits }) => percent(limits.core)],
  ["Redis", ({ limits }) => percent(limits.redis)],
  ["commands a day", ({ redisPerDay }) => count(redisPerDay)],
  ["cores", ({ cores }) => cores.toPrecision(2)],
  ["first limit", ({ first, limits }) => (limits[first] > 0.95 ? `${first} (reached)` : first)],
];

/** Prints one line for each day; limits are those of the busiest two hours. */
function printTable(days: readonly Day[]): void {
  const rows = [
    COLUMNS.map(([name]) => name),
    ...days.map((day) => COLUMNS.map(([, cell]) => cell(day))),
  ];
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  for (const row of rows) {
    process.stdout.write(`${row.map((cell, at) => cell.padStart(widths[at] ?? 0)).join("  ")}\n`);
  }
}
