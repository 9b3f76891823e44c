// The stages of `npm test` and `npm run check`: programs that run side by side, and what each of them costs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { programOf, root, step } from "./prepare.mjs";

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string[][]} commands Programs of installed packages, or of Node, which run one after the other.
 * @property {Record<string, string>} [env] Variables beside those of this process.
 */

/** @typedef {{ name: string, seconds: number, processor: number }} Cost In seconds. */

/** The lines with which vitest and Playwright say which tests failed, and how many there were. */
const CLOSING =
  /^ *FAIL  |^ {4}\[\w+\] › |^ *(Test Files|Tests) +\d|^ *\d+ (passed|failed|flaky|skipped|did not run)\b/;

/** @type {Cost[]} */
const costs = [];
/** @type {string[]} */
const closingLines = [];
/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
/** Once a signal has come: resolves never, since the program ends. @type {Promise<never> | undefined} */
let ending;

/**
 * Runs lanes of stages at the same time; a lane ends with the first stage that fails. The first lane shows its
 * output as it comes, the others that of each stage when it has ended, so that their lines do not mix. Resolves
 * with whether all stages succeeded.
 *
 * @param {Stage[][]} lanes
 */
export async function sideBySide(...lanes) {
  const passed = await Promise.all(lanes.map((stages, index) => runInTurn(stages, index === 0)));
  await ending;
  return !passed.includes(false);
}

/** @param {Stage[]} stages @param {boolean} isLive */
async function runInTurn(stages, isLive) {
  for (const stage of stages) if (!(await runStage(stage, isLive))) return false;
  return true;
}

/**
 * Measures what happens in this process as a stage.
 *
 * @template Result
 * @param {string} name
 * @param {() => Result | Promise<Result>} work
 */
export async function measured(name, work) {
  const started = performance.now();
  const result = await work();
  costs.push({ name, seconds: since(started), processor: processorOfEnded() });
  return result;
}

/** The table of what was run, and how the tests ended. */
export function report() {
  const total = {
    name: "all",
    seconds: since(0),
    processor: sum(costs.map((cost) => cost.processor)),
  };
  const rows = [...costs, total].map(({ name, seconds, processor }) =>
    [name.padEnd(34), seconds.toFixed(0).padStart(7), processor.toFixed(0).padStart(11)].join(
      " | ",
    ),
  );
  const head = ["stage".padEnd(34), "seconds", "processor s"].join(" | ");
  const line = ["-".repeat(34), "------:", "----------:"].join(" | ");
  return (
    [head, line, ...rows].map((row) => `| ${row} |`).join("\n") + `\n\n${closingLines.join("\n")}`
  );
}

/** Ends what runs here when this program is told to end. */
export function endOnSignals() {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
    process.once(signal, () => {
      ending = endWith(signal);
    });
  }
}

/**
 * @param {"SIGINT" | "SIGTERM"} signal
 * @returns {Promise<never>}
 */
async function endWith(signal) {
  // A Ctrl-C reaches them from the terminal, and a second one would have them end without tidying up.
  if (signal !== "SIGINT") for (const child of running) child.kill(signal);
  while (running.size > 0) await sleep(50);
  process.exit(128 + constants.signals[signal]);
}

/** @param {Stage} stage @param {boolean} isLive */
async function runStage({ name, commands, env = {} }, isLive) {
  const cost = { name, seconds: 0, processor: 0 };
  costs.push(cost);
  const started = performance.now();
  let passed = true;
  for (const command of commands) {
    if (ending !== undefined) return false;
    passed = (await runProgram(command, env, cost, isLive)) && passed;
  }
  cost.seconds = since(started);
  return passed;
}

/**
 * @param {string[]} command
 * @param {Record<string, string>} env
 * @param {Cost} cost
 * @param {boolean} isLive
 */
async function runProgram([name = "", ...args], env, cost, isLive) {
  const program = name === "node" ? args : [programOf(name), ...args];
  const child = spawn(process.execPath, program, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", REDOCLY_TELEMETRY: "off", ...env },
  });
  running.add(child);
  child.once("exit", () => (cost.processor += processorOfEnded()));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (isLive) process.stdout.write(text);
    });
  }
  const [code] = await once(child, "close");
  running.delete(child);
  if (!isLive) {
    step([name, ...args].join(" "));
    process.stdout.write(output);
  }
  const lines = stripVTControlCharacters(output).split("\n");
  closingLines.push(...lines.filter((line) => CLOSING.test(line)));
  return code === 0;
}

let counted = 0;

/**
 * The processor time of the programs that have ended since the last call, with those that they had started;
 * Linux only.
 */
function processorOfEnded() {
  if (process.platform !== "linux") return Number.NaN;
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  // The times of children, in ticks of which every Linux has 100 a second: `man 5 proc`.
  const total = (Number(fields[13]) + Number(fields[14])) / 100;
  const seconds = total - counted;
  counted = total;
  return seconds;
}

/** @param {number} moment */
const since = (moment) => (performance.now() - moment) / 1_000;

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);
