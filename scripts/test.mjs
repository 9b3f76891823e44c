// npm test: installs what the tests need and runs all of them. The same command is CI.
import { spawnSync } from "node:child_process";
import { findPrograms } from "./find-programs.mjs";
import { fail, install, isBuilt } from "./prepare.mjs";
import { endOnSignals, measured, report, sideBySide } from "./stages.mjs";

endOnSignals();
await measured("packages", install);
const browser = await measured("other programs", findPrograms);

// `next build` checks the types of all files, so there is nothing left to check after it.
const types = [
  ["next", "typegen"],
  ["tsc", "--noEmit"],
];
await all(
  { name: "build", commands: isBuilt() ? types : [["node", "scripts/build.mjs"]] },
  {
    name: "format and lint",
    commands: [
      ["prettier", "--check", "--log-level", "warn", "."],
      ["oxlint", "--deny-warnings"],
    ],
  },
);
// Each time, programs that keep a core busy run beside others that mostly wait.
await all(
  { name: "unit and integration tests", commands: [vitest("unit", "integration")] },
  { name: "tests that mostly wait", commands: [vitest("waiting")] },
);
await all(
  { name: "tests of the built service", commands: [vitest("built"), vitest("built-busy")] },
  ...(browser === undefined
    ? []
    : [
        {
          name: "tests in a browser",
          commands: [["playwright", "test", "-c", "e2e", "--project=parallel"]],
          env: { E2E_CHROMIUM: browser },
        },
      ]),
);

const untracked = spawnSync("git", ["status", "--porcelain"], { encoding: "utf8" }).stdout ?? "";
console.log(`\n${report()}`);
if (process.env.CI && untracked.trim() !== "") {
  fail(`The tests left files behind:\n${untracked}`);
}

/** @param {string[]} projects */
function vitest(...projects) {
  return ["vitest", "run", ...projects.map((project) => `--project=${project}`)];
}

/**
 * Runs stages side by side, and ends the program when one fails.
 *
 * @param {Parameters<typeof sideBySide>} stages
 */
async function all(...stages) {
  if (await sideBySide(...stages)) return;
  console.log(`\n${report()}`);
  fail("A check failed.");
}
