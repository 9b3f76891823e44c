// npm test: installs what the tests need and runs all of them. The same command is CI.
import { spawnSync } from "node:child_process";
import { findBrowser, findNginx, findRedis, findRuntimes } from "./find-programs.mjs";
import { checkNode, install, prepare, root, runPackage, step } from "./prepare.mjs";

process.chdir(root);
checkNode();
install();

step("Format");
runPackage("prettier", ["--check", "--log-level", "warn", "."], { hint: "Run: npm run format" });
step("Lint");
runPackage("oxlint", ["--deny-warnings"]);
step("Types");
runPackage("next", ["typegen"]);
runPackage("tsc", ["--noEmit"]);

await prepare();
step("Looking for a Redis");
findRedis();
step("Looking for the languages of the code samples");
findRuntimes();
step("Unit and integration tests");
runPackage("vitest", ["run"]);

step("Looking for an nginx");
findNginx();
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
  console.error(`The tests left files behind:\n${untracked}`);
  process.exit(1);
}
