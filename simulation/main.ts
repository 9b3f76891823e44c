import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Day } from "../lib/docs/capacity/figures.ts";
import { plotIds } from "../lib/docs/capacity/plots.ts";
import { writeDocs } from "./docs.ts";
import { simulateDay } from "./day.ts";
import { HELP, readOptions, type Options } from "./options.ts";
import { printTable } from "./table.ts";
import { plotFileOf } from "./words.ts";

const PLOTS = path.join("dist", "plots");

/** What `npm run simulate` does. */
export async function main(args: readonly string[]): Promise<void> {
  const options = readOrExit(args);
  if (options.help) return void process.stdout.write(HELP);
  if (options.docs) return writeDocs();
  const days: Day[] = [];
  for (const { scenario, sampling } of options.runs)
    days.push(await simulateDay(scenario, sampling));
  if (options.json) return void process.stdout.write(`${JSON.stringify(days, null, 2)}\n`);
  printTable(days);
  mkdirSync(PLOTS, { recursive: true });
  for (const id of plotIds) {
    const file = plotFileOf(id, { direct: days, behindCdn: [] });
    writeFileSync(path.join(PLOTS, `${id}.svg`), file);
  }
  process.stdout.write(`\nPlots: ${PLOTS}/{${plotIds.join(",")}}.svg\n`);
}

function readOrExit(args: readonly string[]): Options {
  try {
    return readOptions(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
