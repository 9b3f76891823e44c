// npm run e2e, npm run check:browsers and npm run touch: projects of e2e/playwright.config.ts, on the build, which is
// made when needed. `npm run e2e -- --dev home` runs the files with "home" in their names on `next dev`, without a build;
// `-- --grep docs` and other arguments are passed on to Playwright.
import { findBrowser } from "./find-programs.mjs";
import { install, prepare, runPackage } from "./prepare.mjs";

const [, , ...given] = process.argv;
const args = given.filter((arg) => arg !== "--dev");
const isDev = args.length < given.length;
const isOtherEngine = args.some((arg) => /^--project=(?:firefox|webkit)$/.test(arg));

if (isDev) install();
else await prepare();
runPackage("playwright", ["test", "-c", "e2e", ...args], {
  env: {
    ...(isDev && { E2E_DEV: "1" }),
    ...(!isOtherEngine && { E2E_CHROMIUM: await findBrowser() }),
  },
  hint: isOtherEngine
    ? "Firefox and WebKit come with: npx playwright install --with-deps firefox webkit"
    : "",
});
