import { defineConfig } from "playwright/test";
import { allLayouts } from "./support/layout.ts";
import { isDev } from "./support/service.ts";
import type { OfProject } from "./support/test.ts";

const executablePath = process.env["E2E_CHROMIUM"];

/** They build everything once more: `npm run check:long` runs it. */
const LONG = "**/{new-page,next-alone}.e2e.ts";
/** `npm test` measures these in a few `layouts`, and leaves out `@long` tests; `npm run check:long` measures all. */
const LAYOUT = "**/*-layout.e2e.ts";
/** `npm run touch` measures on a machine that does nothing else. */
const TOUCH = "**/touch.e2e.ts";
/** `npm run check:browsers` runs it in other engines; they have no permissions for the clipboard. */
const BROWSERS = "**/browsers.e2e.ts";
const otherEngine = { permissions: [], launchOptions: {} };

/** Every worker starts its own service and sandbox: see `support/test.ts`. */
export default defineConfig<OfProject>({
  testMatch: "**/*.e2e.ts",
  fullyParallel: true,
  forbidOnly: true,
  // Only against tests that hang: a slow machine is no failure.
  timeout: isDev ? 300_000 : 90_000,
  expect: { timeout: isDev ? 60_000 : 15_000 },
  // There can be one `next dev` in a folder.
  workers: isDev ? 1 : 2,
  reporter: "list",
  projects: [
    { name: "parallel", testIgnore: [LONG, TOUCH, BROWSERS], grepInvert: /@long/ },
    { name: "long", testMatch: [LONG, LAYOUT], workers: 1, use: { layouts: allLayouts } },
    { name: "touch", testMatch: TOUCH, workers: 1, timeout: 600_000 },
    { name: "firefox", testMatch: BROWSERS, use: { browserName: "firefox", ...otherEngine } },
    { name: "webkit", testMatch: BROWSERS, use: { browserName: "webkit", ...otherEngine } },
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
