import { defineConfig } from "playwright/test";

const executablePath = process.env["E2E_CHROMIUM"];

/** Tests that keep the machine busy: `npm test` runs them on their own, after the others. */
const BUSY = ["kubernetes-rollout", "next-alone", "page-limits", "rolling-restart"].map(
  (name) => `**/${name}.e2e.ts`,
);
/** A minute and more of faults at full load, which need a quiet machine: `npm run check:long` runs them. */
const LONG = "**/redis-failover.e2e.ts";

/** Every worker starts its own service and sandbox: see `support/test.ts`. */
export default defineConfig({
  testMatch: "**/*.e2e.ts",
  fullyParallel: true,
  forbidOnly: true,
  // Only against tests that hang: a slow machine is no failure.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  reporter: "list",
  projects: [
    { name: "parallel", testIgnore: [...BUSY, LONG] },
    { name: "busy", testMatch: BUSY, workers: 1 },
    { name: "long", testMatch: LONG, workers: 1 },
  ],
  use: {
    locale: "en-GB",
    timezoneId: "UTC",
    permissions: ["clipboard-read", "clipboard-write"],
    launchOptions: {
      args: ["--no-sandbox"],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
});
