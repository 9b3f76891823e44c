// npm run check: format, lint, types and unit tests, for use while working. `npm test` runs everything.
import { install, step } from "./prepare.mjs";
import { endOnSignals, report, sideBySide } from "./stages.mjs";

endOnSignals();
install();

// For two cores: the tests on one, the rest on the other.
const passed = await sideBySide(
  [{ name: "unit tests", commands: [["vitest", "run", "--project=unit", "--reporter=dot"]] }],
  [
    {
      name: "format, lint and types",
      commands: [
        ["prettier", "--check", "--cache", "--log-level", "warn", "."],
        ["oxlint", "--deny-warnings"],
        ["next", "typegen"],
        ["tsc", "--noEmit"],
      ],
    },
  ],
);
console.log(`\n${report()}\n`);
if (passed) step("All checks passed. `npm test` runs the other tests, too");
else process.exitCode = 1;
