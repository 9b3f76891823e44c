// npm run check: format, lint, types and unit tests, for use while working. `npm test` runs everything.
import { install, runInTurn, step } from "./prepare.mjs";

install();

// For two cores: the tests on one, the rest on the other.
const started = performance.now();
const passed = await Promise.all([
  runInTurn(
    ["prettier", "--check", "--cache", "--log-level", "warn", "."],
    ["oxlint", "--deny-warnings"],
    ["next", "typegen"],
    ["tsc", "--noEmit"],
  ),
  runInTurn(["vitest", "run", "--project=unit", "--reporter=dot"]),
]);
const seconds = ((performance.now() - started) / 1_000).toFixed(0);
if (passed.includes(false)) {
  console.error(`\nA check failed (${seconds} s).`);
  process.exitCode = 1;
} else {
  step(`All checks passed (${seconds} s). \`npm test\` runs the other tests, too`);
}
