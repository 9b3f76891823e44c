import { defineConfig } from "playwright/test";

const executablePath = process.env["E2E_CHROMIUM"];

/** Every worker starts a service and a sandbox of its own: see `support/test.ts`. */
export default defineConfig({
  testMatch: "**/*.e2e.ts",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  reporter: "list",
  use: {
    locale: "en-GB",
    timezoneId: "UTC",
    launchOptions: {
      args: ["--no-sandbox"],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
});
