// npm test: installs what the tests need and runs all of them. The same command is CI.
import { spawnSync } from "node:child_process";
import { findPrograms } from "./find-programs.mjs";
import { fail, install, isBuilt } from "./prepare.mjs";
import { endOnSignals, measured, report, sideBySide } from "./stages.mjs";

endOnSignals();
await measured("packages", install);
const browser = await measured("other programs", findPrograms);

/** `next build` checks the types of all files, so there is nothing left to check after it. */
const typesOnly = [
  ["next", "typegen"],
  ["tsc", "--noEmit"],
];
const inBrowser = {
  name: "tests in a browser",
  commands: [["playwright", "test", "-c", "e2e", "--project=parallel"]],
  env: { E2E_CHROMIUM: browser ?? "" },
};

// Two lanes of about the same work, so that neither core waits for the other.
const passed = await sideBySide(
  [
    { name: "build", commands: isBuilt() ? typesOnly : [["node", "scripts/build.mjs"]] },
    { name: "tests of the built service", commands: [vitest("built")] },
    ...(browser === undefined ? [] : [inBrowser]),
    { name: "the same, under load", commands: [vitest("built-busy")] },
  ],
  [
    {
      name: "format and lint",
      commands: [
        ["prettier", "--check", "--cache", "--log-level", "warn", "."],
        ["oxlint", "--deny-warnings"],
      ],
    },
    { name: "unit and integration tests", commands: [vitest("unit", "integration")] },
    { name: "tests that mostly wait", commands: [vitest("waiting")] },
  ],
);

console.log(`\n${report()}`);
if (!passed) fail("A check failed.");
const untracked = spawnSync("git", ["status", "--porcelain"], { encoding: "utf8" }).stdout ?? "";
if (process.env.CI && untracked.trim() !== "") {
  fail(`The tests left files behind:\n${untracked}`);
}

/** @param {string[]} projects */
function vitest(...projects) {
  return ["vitest", "run", ...projects.map((project) => `--project=${project}`)];
}
