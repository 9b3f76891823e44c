// npm run lighthouse: builds when needed, serves against the sandbox, and prints the Lighthouse scores of
// the home page, a player's page, a page of the documentation and the status page on a phone: the median of
// three runs. Ends with 1 when one misses its goal.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findBrowser } from "./find-programs.mjs";
import { serveForCheck } from "./prepare.mjs";

const pages = ["/en", "/en/player/Lantern_Lou", "/en/docs/head", "/en/status"];
const goals = { performance: 97, accessibility: 100, "best-practices": 100, seo: 100 };
const RUNS = 3;
/**
 * How long scripts may block the main thread, in milliseconds, on a machine for which Lighthouse has this
 * index; longer on a slower one.
 */
const BLOCKING = { milliseconds: 200, index: 2_300 };
/** Downloaded when this runs: 170 MB that nothing else needs. */
const LIGHTHOUSE = "lighthouse@12.8.2";

await serveForCheck();

/**
 * The parts of a report that are read.
 *
 * @typedef {object} Report
 * @property {Record<string, { score: number | null }>} categories
 * @property {Record<"total-blocking-time" | "largest-contentful-paint", { numericValue: number }>} audits
 * @property {{ benchmarkIndex: number }} environment
 */

const CHROME_PATH = await findBrowser();
let isGood = true;
/** @type {Record<string, Record<string, number>>} */
const rows = {};
for (const page of pages) {
  /** @type {Report[]} */
  const runs = [];
  // The page is cached by the server, as for most visitors.
  await (await fetch(process.env.PUBLIC_URL + page)).text();
  for (let run = 0; run < RUNS; run += 1) {
    const url = process.env.PUBLIC_URL + page;
    // Lighthouse sometimes fails to record a page, and has to run again.
    runs.push(await reportOn(url).catch(() => reportOn(url)));
  }
  /** @type {Record<string, number>} */
  const scores = {};
  for (const [name, goal] of Object.entries(goals)) {
    const score = median(runs.map(({ categories }) => (categories[name]?.score ?? 0) * 100));
    scores[name] = score;
    isGood &&= score >= goal;
  }
  const blocked = median(runs.map(({ audits }) => audits["total-blocking-time"].numericValue));
  const index = median(runs.map(({ environment }) => environment.benchmarkIndex));
  const mayBlock = Math.round((BLOCKING.milliseconds * BLOCKING.index) / index);
  isGood &&= blocked <= mayBlock;
  // Simulated: every script counts that has arrived before it, which on this machine all have. `npm run touch` measures it.
  const paint = median(runs.map(({ audits }) => audits["largest-contentful-paint"].numericValue));
  rows[page] = { ...scores, blocked, "may block": mayBlock, "largest paint": paint };
}

console.table(rows);
process.exit(isGood ? 0 : 1);

/**
 * @param {string} url
 * @returns {Promise<Report>}
 */
async function reportOn(url) {
  const options = ["--quiet", "--output=json", "--chrome-flags=--headless=new --no-sandbox"];
  const only = `--only-categories=${Object.keys(goals).join(",")}`;
  const args = ["--yes", LIGHTHOUSE, url, ...options, only];
  const env = { ...process.env, CHROME_PATH };
  const { stdout } = await promisify(execFile)("npx", args, { env, maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout);
}

/** @param {number[]} values */
function median(values) {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN);
}
