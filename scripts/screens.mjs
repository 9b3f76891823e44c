// npm run screens: an image of every page and state in four widths, both themes and four languages, in
// dist/screens, with index.html to look at them; and the images of the README. `-- status home` makes those of
// these pages only, `-- --readme` the README's only.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright";
import sharp from "sharp";
import { findBrowser } from "./find-programs.mjs";
import { root, serveForCheck, step } from "./prepare.mjs";
import { screenLocales, screenPages, screenWidths, strangerAt } from "./screen-pages.mjs";

/**
 * @import { Page } from "playwright"
 * @import { ScreenPage } from "./screen-pages.mjs"
 *
 * @typedef {(typeof THEMES)[number]} Theme
 */

const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const isReadmeOnly = process.argv.includes("--readme");
const folder = path.join(root, "dist", "screens");
const THEMES = /** @type {const} */ (["light", "dark"]);
/** In pixels. */
const README_SIZE = { width: 1280, height: 800 };
/** Pages keep this place, which the image leaves out. */
const SCROLLBAR = 15;
/** The most bytes of an image in the README. */
const README_BYTES = 150_000;

const { sandbox } = await serveForCheck();
const base = process.env.PUBLIC_URL;
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ["--no-sandbox"],
});

await send("/api?username=Lantern_Lou");
await makeReadmeImages();
if (!isReadmeOnly) await makeScreens();
await browser.close();
process.exit();

async function makeScreens() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  /** @type {ScreenPage} */
  const trouble = { name: "status-trouble", path: "/status" };
  const wanted = [...screenPages, trouble].filter(
    ({ name }) => names.length === 0 || names.includes(name),
  );
  for (const page of wanted) {
    for (const target of page.sends ?? []) await send(target);
    if (page === trouble) {
      sandbox.control.fault({ route: "geyser.*", fault: { kind: "status", status: 500 } });
      for (let number = 0; number < 24; number += 1) {
        await send(strangerAt(number));
        await sleep(200);
      }
      // The page is cached for two seconds.
      await sleep(2_500);
    }
    step(page.name);
    // Two at a time, for two cores.
    await Promise.all(THEMES.map((theme) => makeScreensOf(page, theme)));
  }
  writeFileSync(path.join(folder, "index.html"), indexOf(wanted));
  step(`Open ${path.join(folder, "index.html")}`);
}

/**
 * All widths and languages of a page in one theme.
 *
 * @param {ScreenPage} page
 * @param {Theme} colorScheme
 */
async function makeScreensOf(page, colorScheme) {
  for (const width of screenWidths) {
    const isPhone = width < 768;
    const context = await browser.newContext({
      colorScheme,
      reducedMotion: "reduce",
      hasTouch: isPhone,
      isMobile: isPhone,
      viewport: { width, height: 900 },
    });
    const tab = await context.newPage();
    for (const locale of screenLocales) {
      await tab.goto(`${base}/${locale}${page.path}`, { waitUntil: "networkidle" });
      const file = fileOf(page, width, colorScheme, locale);
      await loadAll(tab);
      await tab.screenshot({ path: path.join(folder, file), fullPage: true, quality: 75 });
    }
    await context.close();
  }
}

/**
 * Loads images that a reader would have to scroll to.
 *
 * @param {Page} tab
 */
async function loadAll(tab) {
  await tab.evaluate(() => {
    for (const image of document.images) image.loading = "eager";
  });
  await tab.waitForFunction(() => [...document.images].every(({ complete }) => complete));
}

/**
 * @param {ScreenPage} page
 * @param {number} width
 * @param {Theme} theme
 * @param {string} locale
 */
function fileOf({ name }, width, theme, locale) {
  return `${name}-${width}-${theme}-${locale}.jpeg`;
}

/** The start of the site, as the README shows it. */
async function makeReadmeImages() {
  mkdirSync(path.join(root, "docs", "images"), { recursive: true });
  for (const colorScheme of THEMES) {
    const viewport = { ...README_SIZE, width: README_SIZE.width + SCROLLBAR };
    const context = await browser.newContext({ colorScheme, reducedMotion: "reduce", viewport });
    const tab = await context.newPage();
    await tab.goto(`${base}/en`, { waitUntil: "networkidle" });
    const image = sharp(await tab.screenshot({ clip: { x: 0, y: 0, ...README_SIZE } }));
    const bytes = await image.png({ palette: true, quality: 90, effort: 10 }).toBuffer();
    if (bytes.length > README_BYTES) throw new Error(`The image has ${bytes.length} bytes.`);
    writeFileSync(path.join(root, "docs", "images", `site-${colorScheme}.png`), bytes);
    await context.close();
  }
}

/** @param {string} target */
async function send(target) {
  await (await fetch(base + target)).arrayBuffer();
}

/**
 * All of them on one page, chosen by width, theme and language.
 *
 * @param {readonly ScreenPage[]} pages
 */
function indexOf(pages) {
  /** @type {Record<string, readonly (string | number)[]>} */
  const choices = { width: screenWidths, theme: THEMES, language: screenLocales };
  const selects = Object.entries(choices).map(([name, values]) => {
    const options = ["all", ...values].map((value) => `<option>${value}</option>`);
    return `<label>${name} <select id="${name}">${options.join("")}</select></label>`;
  });
  const sections = pages.map((page) => {
    const figures = screenLocales.flatMap((locale) =>
      THEMES.flatMap((theme) =>
        screenWidths.map((width) => {
          const file = fileOf(page, width, theme, locale);
          const data = `data-width="${width}" data-theme="${theme}" data-language="${locale}"`;
          return `<figure ${data}><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${width} ${theme} ${locale}</figcaption></figure>`;
        }),
      ),
    );
    return `<h2 id="${page.name}">${page.name}</h2><div>${figures.join("")}</div>`;
  });
  const links = pages.map(({ name }) => `<a href="#${name}">${name}</a>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>body{font:14px system-ui;margin:16px}header{position:sticky;top:0;background:#fff;padding:8px 0;display:flex;flex-wrap:wrap;gap:8px 16px}div{display:flex;flex-wrap:wrap;gap:12px}figure{margin:0}img{display:block;height:420px;min-width:60px;border:1px solid #ccc;object-fit:cover;object-position:top}</style>
<header>${[...selects, ...links].join(" ")}</header>${sections.join("\n")}
<script>const names=${JSON.stringify(Object.keys(choices))};addEventListener("change",()=>{for(const one of document.querySelectorAll("figure"))one.hidden=names.some((name)=>![one.dataset[name],"all"].includes(document.getElementById(name).value))})</script>
`;
}
