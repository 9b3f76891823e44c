import type { Page } from "playwright/test";
import { expectToFit, faultsOf } from "./support/page.ts";
import { type PageUrl, alive, englishPages, pagesIn } from "./support/docs.ts";
import { expect, settings, test } from "./support/test.ts";

/*
 * Tests of the layout, which need a browser. `docs.e2e.ts` checks the HTML in every language, and
 * `app/_components/contrast.test.ts` the colours of the dark theme.
 */
test.use({ variables: settings.asBuilt });

/** 1280 pixels at 400 % zoom. */
const ZOOMED = 320;
const PHONE = 360;
const TABLET = 768;
const DESKTOP = 1440;

test("axe finds no problem on any page, and none scrolls sideways", ({ page }) =>
  eachOf(englishPages, async ({ path, ...url }) => {
    await open(page, path, DESKTOP);
    expect.soft(await faultsOf(page), path).toEqual([]);
    await expectToFit(page, [TABLET, ZOOMED], reachOut);
    if (isSampled(url)) await expectNoFaultUnfolded(page);
  }));

test("in Arabic, every page runs from right to left, its code from left to right, and fits", ({
  page,
}) =>
  eachOf(pagesIn("ar"), async ({ path, ...url }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await open(page, path, PHONE);
    // The changelog is English in every language.
    const text = "main, main h1, main :not([lang]) > p";
    expect.soft(await directionsOf(page, text), path).toEqual(["rtl"]);
    const code = await directionsOf(page, "main pre, main code, main pre span");
    expect
      .soft(
        code.filter((one) => one !== "ltr"),
        path,
      )
      .toEqual([]);
    await expectToFit(page, [ZOOMED], reachOut);
    if (isSampled(url)) await expectNoFaultUnfolded(page);
  }));

// The languages with the longest words, and one that puts no spaces between them.
test("in German, Russian and Japanese, no page scrolls sideways", ({ page }) =>
  eachOf((["de", "ru", "ja"] as const).flatMap(pagesIn).filter(isSampled), async ({ path }) => {
    await open(page, path, ZOOMED);
    await expectToFit(page, [ZOOMED], reachOut);
  }));

function isSampled({ id }: Pick<PageUrl, "id">): boolean {
  return ["quickStart", "head", "errors"].includes(id);
}

/** Checks one page after the other in one window, which caches the scripts that they share. */
async function eachOf(pages: readonly PageUrl[], check: (page: PageUrl) => Promise<void>) {
  test.setTimeout(pages.length * 10_000);
  for (const page of pages) await test.step(page.path, () => check(page));
}

async function open(page: Page, path: string, width: number): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width, height: 900 });
  await page.goto(path);
  await alive(page);
}

/** Axe finds no problem on a phone, with every collapsible element open. */
async function expectNoFaultUnfolded(page: Page): Promise<void> {
  await page
    .locator("main details")
    .evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
  await page.setViewportSize({ width: PHONE, height: 900 });
  expect.soft(await faultsOf(page), `${page.url()} on a phone, unfolded`).toEqual([]);
}

/** Text outside the window that cannot be scrolled into view. Runs in the page. */
function reachOut(): string[] {
  /** The element scrolls by itself, or is only for screen readers. */
  const mayReachOut = (element: Element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowX) || element.clientWidth === 1;
  return [...document.querySelectorAll("main *")]
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      if (width === 0 || (left >= -1 && right <= window.innerWidth + 1)) return false;
      for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
        if (mayReachOut(outer)) return false;
      }
      return element.closest("[aria-hidden]") === null && !mayReachOut(element);
    })
    .map((element) => element.outerHTML.slice(0, 120));
}

async function directionsOf(page: Page, selector: string): Promise<string[]> {
  return page
    .locator(selector)
    .evaluateAll((elements) => [
      ...new Set(elements.map((element) => getComputedStyle(element).direction)),
    ]);
}
