// npm run check:browsers: the home page, a player's page, the documentation, its form and the status page in
// Firefox and in WebKitGTK, against the sandbox. Installs both with apt-get where it may. Not a part of npm test, which
// uses Chromium.
import { setTimeout as sleep } from "node:timers/promises";
import { driveFirefox, driveWebKit } from "./drive-browser.mjs";
import { findFirefox, findWebKit } from "./find-programs.mjs";
import { serveForCheck, step } from "./prepare.mjs";

/** Where the keys go, and the text of the page. */
const STATE = `[document.activeElement, document.activeElement?.value, (document.querySelector("dialog[open]") ?? document.querySelector("main"))?.innerText].map((part) => String(part).slice(0, 500)).join(": ")`;
const ENTER = "\uE007";
const STEP_MS = 20_000;

/** Nothing is wider than the window, and no image has failed. */
const FITS = `document.documentElement.scrollWidth <= document.documentElement.clientWidth && [...document.images].every(({ complete, naturalWidth, loading }) => loading === "lazy" || (complete && naturalWidth > 0))`;
/** A copy button says how it went, though a browser that is driven may not let it. */
const COPIES = `((button) => (button.click(), ["copied", "failed"].includes(button.dataset.state)))(document.querySelector("main [data-copies]"))`;

/** @import { Browser } from "./drive-browser.mjs" */

/**
 * Keys to press, and expressions that must become true on the page, in order.
 *
 * @typedef {{ name: string, path: string, steps: readonly (string | readonly string[])[] }} Check
 * @type {readonly Check[]}
 */
const checks = [
  {
    name: "search",
    path: "/en",
    steps: [
      `document.activeElement?.id === "username" && Object.keys(document.activeElement).some((key) => key.startsWith("__reactProps"))`,
      Array.from("Captain_Cobble"),
      `document.querySelector("section[aria-busy]").textContent.includes("Captain_CobbleJava")`,
      [ENTER],
      `location.pathname === "/en/player/Captain_Cobble"`,
    ],
  },
  {
    name: "player page",
    path: "/en/player/Lantern_Lou",
    steps: [
      `document.querySelector("h1").textContent.includes("Lantern_Lou")`,
      `[...document.images].some(({ src, naturalWidth }) => src.includes("/head?") && naturalWidth > 0)`,
      `(document.querySelector("[popovertarget=themes]").click(), document.querySelector("#themes").matches(":popover-open"))`,
      `(document.querySelector("#themes [value=dark]").click(), getComputedStyle(document.body).backgroundColor === "rgb(18, 17, 23)")`,
    ],
  },
  { name: "home page, from right to left", path: "/ar", steps: [FITS] },
  {
    name: "player page, copying",
    path: "/en/player/Captain_Cobble",
    steps: [FITS, COPIES],
  },
  { name: "player page, from right to left", path: "/ar/player/Lantern_Lou", steps: [FITS] },
  {
    name: "status page",
    path: "/de/status",
    steps: [FITS, `document.querySelector("h1").textContent === "Alles funktioniert."`],
  },
  { name: "documentation, copying", path: "/en/docs/head", steps: [FITS, COPIES] },
  {
    name: "documentation",
    path: "/en/docs",
    steps: [
      `(document.querySelector("dialog[open]") ?? document.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true })), document.activeElement?.matches("dialog input"))`,
      Array.from("head"),
      `document.querySelectorAll("dialog[open] [role=option]").length > 0`,
    ],
  },
  {
    name: "try-it",
    path: "/en/docs/head",
    steps: [
      `(() => { const button = document.querySelector("form:not([role=search]) button[type=submit]"); return Object.keys(button).some((key) => key.startsWith("__reactProps")) && (button.click(), true); })()`,
      `[...document.querySelectorAll("main [role=status]")].some(({ textContent }) => textContent.includes("200 OK"))`,
      `[...document.images].some(({ src, naturalWidth }) => src.startsWith("blob:") && naturalWidth === 64)`,
    ],
  },
];

await serveForCheck();

let failures = 0;
for (const open of [() => driveFirefox(findFirefox()), () => driveWebKit(findWebKit())]) {
  const browser = await open();
  step(browser.version);
  for (const check of checks) {
    const failed = await failureOf(browser, check);
    console.log(
      failed === undefined ? `  ok    ${check.name}` : `  FAILS ${check.name}\n${failed}`,
    );
    if (failed !== undefined) failures += 1;
  }
  await browser.close();
}
process.exit(failures === 0 ? 0 : 1);

/**
 * The step that does not succeed in time, and the page at that time.
 *
 * @param {Browser} browser
 * @param {Check} check
 */
async function failureOf(browser, { path: target, steps }) {
  await browser.open(process.env.PUBLIC_URL + target);
  for (const one of steps) {
    if (typeof one !== "string") {
      await browser.press(one);
      continue;
    }
    const end = Date.now() + STEP_MS;
    let last;
    while ((last = await browser.evaluate(one).catch(String)) !== true) {
      if (Date.now() > end) {
        const state = String(await browser.evaluate(STATE).catch(String));
        return `        ${one}\n        gives ${JSON.stringify(last)}\n        ${state}`;
      }
      await sleep(100);
    }
  }
  return undefined;
}
