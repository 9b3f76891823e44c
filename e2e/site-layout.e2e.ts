import type { Page } from "playwright/test";
import { screenPages } from "../scripts/screen-pages.mjs";
import { routing } from "../site/i18n/routing.ts";
import { englishPages } from "./support/docs.ts";
import {
  cutOff,
  fewLayouts,
  holesIn,
  outOfReach,
  overhang,
  smallTargets,
  spaceOut,
} from "./support/layout.ts";
import { faultsOf, open } from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";

/*
 * Facts about the layout of every page and state, instead of their pixels: `npm run screens` makes images for a person
 * to look at. `npm test` measures in the few `layouts`, `npm run check:long` more pages in all of them. `docs.e2e.ts`
 * checks the HTML in every language, and `app/_components/contrast.test.ts` the colours.
 */

/** The most pixels between two blocks of a column. */
const MOST_GAP = 120;
const TARGET = 44;
/** 1280 pixels at 400 % zoom. */
const ZOOMED = 320;
const HEIGHT = 900;
/** Only `npm run check:long` runs these tests. */
const LONG = ["@long"];

type ScreenPage = (typeof screenPages)[number];

const players: typeof screenPages = [
  { name: "player-namesakes", path: "/player/PebblePenny" },
  { name: "player-default-skin", path: "/player/Newcomer_Nia" },
  { name: "player-longest-name", path: "/player/abcdefghijklmnopqrstuvwxy" },
];
/** The other pages of the documentation, which consist of the same blocks as those of `screenPages`. */
const otherDocs = englishPages
  .map(({ path }) => ({ name: path.slice("/en/".length), path: path.slice("/en".length) }))
  .filter(({ path }) => screenPages.every((page) => page.path !== path));
/** One page of each kind, for axe, which takes long. */
const kinds = ["home", "player-linked", "player-unknown", "docs-head", "status", "nowhere"];
/** They consist of the same blocks as others. */
const alike = ["player-java", "player-default-skin", "docs-privacy", "docs-your-site"];

for (const page of [...screenPages, ...players]) {
  expectLayout(page, alike.includes(page.name) ? LONG : []);
  expectNoFault(page, kinds.includes(page.name) ? [] : LONG);
}
for (const page of otherDocs) {
  expectLayout(page, LONG);
  expectNoFault(page, LONG);
}

function expectLayout({ name, path, status = 200, sends = [] }: ScreenPage, tag: string[] = []) {
  test(
    `everything fits, and nothing is cut or leaves a hole: ${name}`,
    { tag },
    async ({ page, service, layouts: { locales, widths } }) => {
      for (const target of sends) await fetch(service.url + target);
      for (const locale of locales) {
        const url = `/${locale}${path}`;
        announce(url, status);
        await open(page, url);
        const found: string[] = [];
        for (const width of widths) {
          await page.setViewportSize({ width, height: HEIGHT });
          const problems = [
            ...(await tooWide(page)),
            ...(await page.evaluate(cutOff)),
            ...(await page.evaluate(outOfReach)),
            ...(await page.evaluate(holesIn, MOST_GAP)),
          ];
          found.push(...problems.map((problem) => `${width} pixels wide: ${problem}`));
        }
        if (locale === "ar" && path.startsWith("/docs")) found.push(...(await misdirected(page)));

        // With longer words, a player's button needs more room than that.
        if (fewLayouts.locales.includes(locale)) {
          await page.setViewportSize({ width: ZOOMED, height: HEIGHT });
          found.push(...(await problemsSpacedOut(page)));
        }
        expect.soft(found, url).toEqual([]);
      }
    },
  );
}

/** On a desktop and, from right to left, on the smallest phone; each theme once, since they differ only in colours. */
function expectNoFault({ name, path, status = 200, sends = [] }: ScreenPage, tag: string[]) {
  test(`axe finds no problem: ${name}`, { tag }, async ({ page, service }) => {
    for (const target of sends) await fetch(service.url + target);
    for (const [locale, colorScheme, width] of [
      ["en", "light", 1440],
      ["ar", "dark", ZOOMED],
    ] as const) {
      const url = `/${locale}${path}`;
      announce(url, status);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: HEIGHT });
      await open(page, url);
      await unfold(page);
      expect.soft(await faultsOf(page), url).toEqual([]);
    }
  });
}

test("the header fits the narrowest window in every language, with any text spacing", async ({
  page,
}) => {
  await page.setViewportSize({ width: ZOOMED, height: HEIGHT });
  for (const locale of routing.locales) {
    await open(page, `/${locale}/status`);
    const found = [...(await tooWide(page)), ...(await page.evaluate(cutOff))];
    expect.soft([...found, ...(await problemsSpacedOut(page))], locale).toEqual([]);
  }
});

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("every target is 44 pixels high and wide", async ({ page, layouts: { locales } }) => {
    for (const locale of locales) {
      // Text from right to left has the same sizes.
      if (locale === "ar") continue;
      for (const { path, status = 200 } of screenPages) {
        const url = `/${locale}${path}`;
        announce(url, status);
        await open(page, url);
        expect.soft(await page.evaluate(smallTargets, TARGET), url).toEqual([]);
      }
    }
  });
});

/** A page with another status than 200 is a failed request, too. */
function announce(url: string, status: number): void {
  if (status !== 200) test.info().annotations.push(...provoking(`${status} ${url}`).annotation);
}

async function tooWide(page: Page): Promise<string[]> {
  const pixels = await overhang(page);
  return pixels > 0 ? [`${pixels} pixels wider than the window`] : [];
}

async function problemsSpacedOut(page: Page): Promise<string[]> {
  await spaceOut(page);
  const problems = [...(await tooWide(page)), ...(await page.evaluate(cutOff))];
  return problems.map((problem) => `with spaced text: ${problem}`);
}

/** Opens all that is folded. */
function unfold(page: Page): Promise<void> {
  return page
    .locator("main details")
    .evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
}

/** In Arabic, text from left to right, and code from right to left. */
async function misdirected(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // The changelog is English in every language, and a paragraph in `.docs-first` is code.
    const text = "main, main h1, main :not([lang]):not(.docs-first > *) > p";
    const code = "main pre, main code, main pre span";
    const of = (selector: string, wanted: string) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => getComputedStyle(element).direction !== wanted)
        .map((element) => `not ${wanted}: ${element.outerHTML.slice(0, 120)}`);
    return [...of(text, "rtl"), ...of(code, "ltr")];
  });
}
