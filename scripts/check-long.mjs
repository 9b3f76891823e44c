// npm run check:long: repeats the random tests with a new seed each round, until one fails or the time is
// up. `-- --minutes 30` or `-- --rounds 5` set the duration; other arguments pick files.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { fail, install, root, step } from "./prepare.mjs";

process.chdir(root);
install();
const { values, positionals } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, rounds: { type: "string" } },
  allowPositionals: true,
});
const minutes = positive("minutes", values.minutes);
const rounds = values.rounds === undefined ? Infinity : positive("rounds", values.rounds);
const files = randomTests().filter(
  (file) => positionals.length === 0 || positionals.some((word) => file.includes(word)),
);
if (files.length === 0) fail(`No random test has "${positionals.join('" or "')}" in its path.`);

const firstSeed = Number(process.env.NAMETAG_SEED ?? randomInt(1_000_000_000));
const started = performance.now();
const elapsed = () => (performance.now() - started) / 60_000;
let round = 0;
// With --rounds, there is no time limit.
while (values.rounds === undefined ? round === 0 || elapsed() < minutes : round < rounds) {
  const seed = String(firstSeed + round);
  round += 1;
  const failed = runRound(seed);
  if (failed.length > 0) {
    const repeats = failed.map((file) => `  NAMETAG_SEED=${seed} npx vitest run ${file}`);
    fail(`Round ${round} failed with seed ${seed}. To repeat it:\n${repeats.join("\n")}`);
  }
  step(`Round ${round}, seed ${seed}: passed after ${elapsed().toFixed(1)} minutes`);
}

/** Runs all random tests with a seed, and returns the files that failed. */
function runRound(seed) {
  const directory = mkdtempSync(path.join(tmpdir(), "nametag-long-"));
  const report = path.join(directory, "report.json");
  try {
    const { status } = spawnSync(
      process.execPath,
      [
        path.join("node_modules", "vitest", "vitest.mjs"),
        "run",
        "--reporter=dot",
        "--reporter=json",
        `--outputFile.json=${report}`,
        ...files,
      ],
      { stdio: "inherit", env: { ...process.env, NAMETAG_SEED: seed } },
    );
    if (status === 0) return [];
    const { testResults } = JSON.parse(readFileSync(report, "utf8"));
    return testResults
      .filter((result) => result.status === "failed")
      .map(({ name }) => path.relative(root, name));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The random tests: those that import fast-check, directly or through shared files. */
function randomTests() {
  const shared = ["conformance.fixture.ts", "identifiers.fixture.ts", "random-schedule/steps.ts"];
  const tests = ["app", "lib", "sandbox", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".test.ts"))
      .map((file) => path.posix.join(folder, file.split(path.sep).join("/"))),
  );
  return tests.filter((file) => {
    const text = readFileSync(file, "utf8");
    return text.includes('from "fast-check"') || shared.some((name) => text.includes(`${name}"`));
  });
}

function positive(name, text) {
  const number = Number(text);
  if (!(number > 0)) fail(`--${name} takes a number above 0, such as --${name} 5.`);
  return number;
}
