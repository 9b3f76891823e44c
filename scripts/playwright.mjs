// npm run check:browsers and npm run touch: builds when needed, and runs projects of e2e/playwright.config.ts that are no
// part of npm test. `-- --grep docs` and other arguments are passed on to Playwright.
import { findBrowser } from "./find-programs.mjs";
import { prepare, runPackage } from "./prepare.mjs";

const [, , ...args] = process.argv;
const usesChromium = args.includes("--project=touch");

await prepare();
runPackage("playwright", ["test", "-c", "e2e", ...args], {
  env: usesChromium ? { E2E_CHROMIUM: await findBrowser() } : {},
  hint: usesChromium
    ? ""
    : "Firefox and WebKit come with: npx playwright install --with-deps firefox webkit",
});
