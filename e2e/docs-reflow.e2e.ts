import type { Page } from "playwright/test";
import { direction } from "../lib/i18n/direction.ts";
import { routing } from "../lib/i18n/routing.ts";
import { BUILT_FOR, englishPages, pagesIn, translatedPages } from "./support/docs.ts";
import { overhang } from "./support/player.ts";
import { expect, test } from "./support/test.ts";

test.use({ variables: { PUBLIC_URL: BUILT_FOR } });

const fromRightToLeft = routing.locales.filter((locale) => direction(locale) === "rtl");
const everyPage = [...englishPages, ...fromRightToLeft.flatMap(pagesIn), ...translatedPages];

/** 1280 pixels at 400 % zoom, and a tablet. */
for (const { width, pages } of [
  { width: 320, pages: everyPage },
  { width: 768, pages: englishPages },
]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    for (const path of new Set(pages.map((page) => page.path))) {
      test(`${path} needs no scrolling sideways`, async ({ page }) => {
        await page.goto(path);
        expect(await overhang(page)).toBeLessThanOrEqual(0);
        expect(await page.evaluate(reachOut)).toEqual([]);
      });
    }
  });
}

for (const { path } of fromRightToLeft.flatMap(pagesIn)) {
  test(`${path} runs from right to left, its code from left to right`, async ({ page }) => {
    await page.goto(path);
    // The changelog is English in every language.
    const text = "main, main h1, main :not([lang]) > p";
    expect(await directionsOf(page, text)).toEqual(["rtl"]);
    const code = await directionsOf(page, "main pre, main code, main pre span");
    expect(code.filter((one) => one !== "ltr")).toEqual([]);
  });
}

test("folds the list of pages away on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("/en/docs/head");
  const current = page.getByRole("link", { name: "Errors", exact: true }).filter({ visible: true });
  await expect(current).toHaveCount(0);
  await page.locator("summary", { hasText: "Pages" }).click();
  await page
    .getByRole("navigation", { name: "Pages" })
    .getByRole("link", { name: "Errors" })
    .click();
  await expect(page).toHaveURL("/en/docs/errors");
  await expect(page.locator("h1")).toHaveText(["Errors"]);
});

/** Text that reaches out of the window although nothing can be scrolled to show it. Runs in the page. */
function reachOut(): string[] {
  /** It scrolls by itself, or is there to be heard only. */
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
