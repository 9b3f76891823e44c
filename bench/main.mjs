import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { fail, root, step } from "../scripts/prepare.mjs";
import { cold } from "./groups/cold.mjs";
import { cost } from "./groups/cost.mjs";
import { herd } from "./groups/herd.mjs";
import { hot } from "./groups/hot.mjs";
import { memory } from "./groups/memory.mjs";
import { processes } from "./groups/processes.mjs";
import { renders } from "./groups/renders.mjs";
import { startTime } from "./groups/start-time.mjs";
import { zipf } from "./groups/zipf.mjs";
import { stopAll } from "./processes.mjs";
import { drawAims, drawReport, drawSection } from "./report.mjs";

const GROUPS = [hot, zipf, cold, cost, herd, renders, processes, memory, startTime];
/** All of it together: what has not ended by then is given up. */
const TOTAL_SECONDS = 180;
/** With `--full` nothing is in a hurry, but nothing hangs either. */
const FULL_SECONDS = 3_600;
/** A group stops repeating itself when its time is over; one that has not ended by then hangs. */
const PATIENCE = 1.5;

/** Measures what the command line asks for, and writes it down when it was everything. */
export async function bench(args) {
  const names = GROUPS.map(({ name }) => name);
  const options = readOptions(args, names);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

  const started = performance.now();
  const sections = [];
  for (const group of GROUPS.filter(({ name }) => options.only.includes(name))) {
    const begun = performance.now();
    step(`Measuring: ${group.name}`);
    try {
      const section = await withinLimit(group, options, started);
      sections.push(section);
      console.log(`\n${drawSection(section)}\n`);
      step(`It took ${Math.round((performance.now() - begun) / 1_000)} s`);
    } catch (error) {
      process.exitCode = 1;
      console.error(`\n${group.name} could not be measured: ${error.stack}\n`);
    } finally {
      await stopAll();
    }
  }

  console.log(`${drawAims(sections)}\n`);
  const whole = sections.length === GROUPS.length;
  const file =
    options.out === undefined
      ? path.join(root, "docs", "benchmarks.md")
      : path.resolve(options.out);
  if (whole || options.out !== undefined) {
    writeFileSync(file, drawReport(sections, options));
    step(`Written to ${path.relative(root, file)}`);
  } else {
    step(`Not all was measured: ${path.relative(root, file)} stays as it is`);
  }
  step(`Done in ${Math.round((performance.now() - started) / 1_000)} s`);
}

/**
 * Runs a group within its time. `until` tells it when to stop repeating itself, on the clock of
 * `performance.now()`.
 */
async function withinLimit(group, { full }, started) {
  const left = TOTAL_SECONDS - (performance.now() - started) / 1_000;
  const limit = full ? FULL_SECONDS : Math.min(group.seconds * PATIENCE, left);
  if (limit < 1) throw new Error("The time is up");
  const until = full ? Infinity : performance.now() + group.seconds * 1_000;
  let timer;
  const late = new Promise((_resolve, reject) => {
    const error = new Error(`It took longer than ${Math.round(limit)} s`);
    timer = setTimeout(() => reject(error), limit * 1_000);
  });
  try {
    return await Promise.race([group.run({ full, until }), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The command line. */
function readOptions(args, groups) {
  const usage = `Usage: npm run bench -- [--only ${groups.join(",")}] [--full] [--out file.md]`;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: "string" },
        full: { type: "boolean", default: false },
        out: { type: "string" },
      },
    });
    const only = values.only?.split(",") ?? groups;
    const unknown = only.find((name) => !groups.includes(name));
    if (unknown !== undefined) fail(`There is no group "${unknown}". ${usage}`);
    return { only, full: values.full, out: values.out };
  } catch (error) {
    return fail(`${error.message}\n${usage}`);
  }
}
