// npm run check: format, lint, types and unit tests, for use while working. `npm test` runs everything.
import { spawn } from "node:child_process";
import path from "node:path";
import { checkNode, install, root, step } from "./prepare.mjs";

process.chdir(root);
checkNode();
install();

// For two cores: the tests on one, the rest on the other.
const started = performance.now();
const passed = await Promise.all([
  inTurn(
    ["prettier", "--check", "--cache", "--log-level", "warn", "."],
    ["oxlint", "--deny-warnings"],
    ["next", "typegen"],
    ["tsc", "--noEmit"],
  ),
  inTurn(["vitest", "run", "--project=unit", "--reporter=dot"]),
]);
const seconds = ((performance.now() - started) / 1_000).toFixed(0);
if (passed.includes(false)) {
  console.error(`\nA check failed (${seconds} s).`);
  process.exitCode = 1;
} else {
  step(`All checks passed (${seconds} s). \`npm test\` runs the other tests, too`);
}

/** Runs all programs one after the other; true when all succeeded. */
async function inTurn(...commands) {
  let succeeded = true;
  for (const command of commands) succeeded = (await runQuietly(command)) && succeeded;
  return succeeded;
}

/** Shows a program's output when it has ended, so that the lines of two programs do not mix. */
function runQuietly([name, ...args]) {
  const file = path.join(root, "node_modules", ".bin", name);
  return new Promise((resolve) => {
    const isWindows = process.platform === "win32";
    const child = spawn(isWindows ? `${file}.cmd` : file, args, {
      shell: isWindows,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    }
    child.once("close", (code) => {
      step([name, ...args].join(" "));
      process.stdout.write(output);
      resolve(code === 0);
    });
  });
}
