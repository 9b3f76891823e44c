import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { fail, root, step } from "../scripts/prepare.mjs";
import { cameras } from "./groups/cameras.mjs";
import { cold } from "./groups/cold.mjs";
import { cost } from "./groups/cost.mjs";
import { hot } from "./groups/hot.mjs";
import { memory } from "./groups/memory.mjs";
import { pages } from "./groups/pages.mjs";
import { renders } from "./groups/renders.mjs";
import { startTime } from "./groups/start-time.mjs";
import { stopAll } from "./processes.mjs";
import { aligned, drawAims, drawReport, drawSection } from "./report.mjs";

/**
 * @import { Section } from "./report.mjs"
 * @import { Effort } from "./rounds.mjs"
 */

/** The groups, and after how many seconds each stops repeating its measurements. */
const GROUPS = {
  hot: { measure: hot, seconds: 40 },
  pages: { measure: pages, seconds: 34 },
  cold: { measure: cold, seconds: 15 },
  cost: { measure: cost, seconds: 16 },
  renders: { measure: renders, seconds: 6 },
  cameras: { measure: cameras, seconds: 30 },
  memory: { measure: memory, seconds: 73 },
  start: { measure: startTime, seconds: 10 },
};
/** The time of each group with `--full`. */
const FULL_SECONDS = 3_600;
/** A group that takes this many times its seconds is hanging. */
const MOST_OVERTIME = 3;

/**
 * Measures the groups of the command line, and writes the report when all were measured.
 *
 * @param {readonly string[]} args
 */
export async function bench(args) {
  const { full, only, out } = readOptions(args);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

  const started = performance.now();
  const sections = [];
  for (const [name, group] of Object.entries(GROUPS)) {
    if (!only.includes(name)) continue;
    const begun = performance.now();
    step(`Measuring: ${name}`);
    try {
      const section = await withinLimit(group, full);
      sections.push(section);
      console.log(`\n${await aligned(drawSection(section))}`);
      step(`It took ${Math.round((performance.now() - begun) / 1_000)} s`);
    } catch (error) {
      process.exitCode = 1;
      console.error(`\n${name} could not be measured:`, error);
    } finally {
      await stopAll();
    }
  }

  console.log(await aligned(drawAims(sections)));
  const file = path.resolve(out ?? path.join(root, "docs", "benchmarks.md"));
  if (out !== undefined || sections.length === Object.keys(GROUPS).length) {
    writeFileSync(file, await aligned(drawReport(sections, { full })));
    step(`Written to ${path.relative(root, file)}`);
  } else {
    step(`Not all was measured: ${path.relative(root, file)} stays as it is`);
  }
  step(`Done in ${Math.round((performance.now() - started) / 1_000)} s`);
}

/**
 * Runs a group within its time.
 *
 * @param {{ measure: (effort: Effort) => Promise<Section>, seconds: number }} group
 * @param {boolean} full
 */
async function withinLimit({ measure, seconds }, full) {
  const limit = full ? FULL_SECONDS : seconds * MOST_OVERTIME;
  const until = full ? Infinity : performance.now() + seconds * 1_000;
  const late = sleep(limit * 1_000, undefined, { ref: false }).then(() => {
    throw new Error(`It took longer than ${Math.round(limit)} s`);
  });
  return Promise.race([measure({ full, until }), late]);
}

/**
 * The options of the command line.
 *
 * @param {readonly string[]} args
 */
function readOptions(args) {
  const names = Object.keys(GROUPS);
  const usage = `Usage: npm run bench -- [--only ${names.join(",")}] [--full] [--out file.md]`;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: "string" },
        full: { type: "boolean", default: false },
        out: { type: "string" },
      },
    });
    const only = values.only?.split(",") ?? names;
    const unknown = only.find((name) => !names.includes(name));
    if (unknown !== undefined) fail(`There is no group "${unknown}". ${usage}`);
    return { ...values, only };
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
