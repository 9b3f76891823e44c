// npm test: installs what the tests need and runs all of them. The same command is CI.
import { spawnSync } from "node:child_process";
import { findBrowser, findNginx, findNode, findPrograms } from "./find-programs.mjs";
import { fail, install, isBuilt, runInTurn, runPackage, step } from "./prepare.mjs";

install();

// Side by side. `next build` checks the types of all files, so there is nothing left to check after it.
const types = isBuilt()
  ? runInTurn(["next", "typegen"], ["tsc", "--noEmit"])
  : runInTurn(["node", "scripts/build.mjs"]);
const style = runInTurn(
  ["oxlint", "--deny-warnings"],
  ["prettier", "--check", "--log-level", "warn", "."],
);
if ((await Promise.all([style, types])).includes(false)) fail("A check failed.");

step("Looking for a Redis and the languages of the code samples");
findPrograms();
step("Unit and integration tests");
runPackage("vitest", ["run"]);

step("Looking for an nginx");
findNginx();
step("Looking for Node 24 and 26");
for (const major of [24, 26]) findNode(major);
step("Looking for a browser");
const browser = await findBrowser();
step("End-to-end tests");
for (const project of ["parallel", "busy"]) {
  runPackage("playwright", ["test", "-c", "e2e", `--project=${project}`], {
    env: { E2E_CHROMIUM: browser },
  });
}

const untracked = spawnSync("git", ["status", "--porcelain"], { encoding: "utf8" }).stdout ?? "";
if (process.env.CI && untracked.trim() !== "") {
  fail(`The tests left files behind:\n${untracked}`);
}
