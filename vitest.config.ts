import { configDefaults, defineConfig } from "vitest/config";
import { seed } from "./lib/testing/seed.ts";

/** Tests of whole services, of other processes, and what takes long: not part of `npm run check`. */
const INTEGRATION = [
  "lib/docs/example-responses.test.ts",
  "lib/docs/recipes/**/*.test.ts",
  "lib/docs/samples/run*.test.ts",
  "lib/http/**/*.test.ts",
  "lib/providers/operations/none-property.test.ts",
  "lib/providers/recipe.test.ts",
  "lib/testing/fault-matrix/**/*.test.ts",
  "lib/testing/random-schedule/random-schedule.test.ts",
  "sandbox/main.test.ts",
];

/** Tests that look at the clock or keep the machine busy: one file after the other. */
const TIMED = [
  "lib/cache/**/*.test.ts",
  "lib/limits/**/*.test.ts",
  "lib/providers/upstream/**/*.test.ts",
  "lib/testing/*.test.ts",
  "lib/testing/random-schedule/budget.test.ts",
  "server/**/*.test.ts",
];

if (process.env["NAMETAG_SEED"] === undefined) {
  // For the workers, which may start after midnight, and said once.
  process.env["NAMETAG_SEED"] = String(seed);
  console.log(`Random tests use the seed of the day: NAMETAG_SEED=${seed}`);
}

export default defineConfig({
  test: {
    // Against tests that hang. To be slow is the machine's affair.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: "lib/testing/use-seed.ts",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          exclude: [...configDefaults.exclude, ...INTEGRATION, ...TIMED],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: INTEGRATION,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "timed",
          include: TIMED,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
