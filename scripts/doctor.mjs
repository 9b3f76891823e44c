// npm run doctor: checks the settings, the store, the connections and the machine. `-- --help` says how.
import { existsSync } from "node:fs";
import { missingPackages } from "./packages.mjs";
import { buildServer, built, fail, isBuilt, root } from "./prepare.mjs";

process.chdir(root);
const program = built("lib/doctor/main.js");
const isCompiled = existsSync(new URL(program));
const missing = missingPackages(root, { runtimeOnly: isCompiled });
if (missing.length > 0) {
  const [first] = missing;
  fail(`error  packages: ${missing.length} are not installed, ${first} for one. Run npm start.`);
}
// A running service may be of this build: it is left as it is.
if (!isCompiled) buildServer();
/** @type {typeof import("../lib/doctor/main.ts")} */
const { main } = await import(program);
process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  output: process,
  isBuilt: isBuilt(),
});
