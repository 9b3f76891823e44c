// npm run lighthouse: builds when needed, serves against the sandbox, and prints the Lighthouse scores of
// the home page, a player's page and a page of the documentation on a phone: the median of five runs. Ends
// with 1 when one is below its goal.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { findBrowser } from "./find-programs.mjs";
import { prepare, root } from "./prepare.mjs";

const pages = ["/en", "/en/player/Lantern_Lou", "/en/docs/head"];
const goals = { performance: 97, accessibility: 100, "best-practices": 100, seo: 100 };
const RUNS = 5;
/** Downloaded when this runs: 170 MB that nothing else needs. */
const LIGHTHOUSE = "lighthouse@12.8.2";

process.env.PORT ??= "3000";
process.env.PUBLIC_URL ??= `http://localhost:${process.env.PORT}`;
await prepare();
process.env.NODE_ENV = "production";
process.env.LOG_LEVEL ??= "warn";
process.env.DATA_DIR = await mkdtemp(path.join(tmpdir(), "nametag-lighthouse-"));
const { startSandbox } = await import(`${root}/dist/sandbox/server.js`);
const sandbox = await startSandbox();
Object.assign(process.env, sandbox.environment);
const { main } = await import(`${root}/dist/server/main.js`);
await main();

const CHROME_PATH = await findBrowser();
const rows = {};
for (const page of pages) {
  const runs = [];
  // The page is cached by the server, as for most visitors.
  await (await fetch(process.env.PUBLIC_URL + page)).text();
  for (let run = 0; run < RUNS; run += 1) {
    const url = process.env.PUBLIC_URL + page;
    // Lighthouse sometimes fails to record a page, and asks to be run again.
    runs.push(await categoriesOf(url).catch(() => categoriesOf(url)));
  }
  rows[page] = Object.fromEntries(
    Object.keys(goals).map((name) => [name, median(runs.map((run) => run[name].score * 100))]),
  );
}
await rm(process.env.DATA_DIR, { recursive: true, force: true });

console.table(rows);
const isGood = Object.values(rows).every((row) =>
  Object.entries(goals).every(([name, goal]) => row[name] >= goal),
);
process.exit(isGood ? 0 : 1);

/** @param {string} url */
async function categoriesOf(url) {
  const options = ["--quiet", "--output=json", "--chrome-flags=--headless=new --no-sandbox"];
  const only = `--only-categories=${Object.keys(goals).join(",")}`;
  const args = ["--yes", LIGHTHOUSE, url, ...options, only];
  const env = { ...process.env, CHROME_PATH };
  const { stdout } = await promisify(execFile)("npx", args, { env, maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout).categories;
}

/** @param {number[]} values */
function median(values) {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]);
}
