import type { Page } from "playwright/test";
import { expect, test } from "./support/test.ts";
import { expectFound, openHome, overhang, searchBox } from "./support/page.ts";

/** The most pixels between two parts of a column. */
const HOLE = 120;

/** At 390, 768, 1440 and 2560 pixels: the page as people look at it. */
for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1440, 900],
  [2560, 1440],
] as const) {
  test(`shows what it is on the first screen, without holes, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const locale of ["en", "de", "ru", "ar", "ja"]) {
      await page.goto(`/${locale}`, { waitUntil: "networkidle" });
      expect(await overhang(page), locale).toBeLessThanOrEqual(0);
      expect(await holesIn(page), locale).toEqual([]);
      expect(await cutIn(page), locale).toEqual([]);
      const bottom = (selector: string) =>
        page.evaluate((one) => {
          const found = [...document.querySelectorAll(one)].find(
            (element) => element.getClientRects().length > 0,
          );
          return found?.getBoundingClientRect().bottom ?? Infinity;
        }, selector);
      // A player, and an identifier to copy.
      const player = width < 1024 ? ".home-result img" : ".home-figure img";
      expect(await bottom(player), locale).toBeLessThan(height);
      expect(await bottom(".home-result [data-copies]"), locale).toBeLessThan(
        Math.min(height, 800),
      );
      if (width > 1024) expect(await bottom(".home-tile img"), locale).toBeLessThan(height);
    }
  });
}

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("has targets of 44 pixels", async ({ page }) => {
    await page.goto("/en", { waitUntil: "networkidle" });
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("header a, header button, main a, main button, main label")]
        .filter((element) => {
          const { width, height } = element.getBoundingClientRect();
          // What is skipped to, and what is pressed by its label's larger area.
          if (width <= 1 || element.matches(".skip-link, .tabs label, .sr-only")) return false;
          return Math.round(width) < 44 || Math.round(height) < 44;
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(small).toEqual([]);
  });
});

test("breaks at no name: the longest, from right to left, and of emoji", async ({ page }) => {
  await openHome(page);
  const profile = (username: string) => ({
    success: true,
    java: { username, uuid: "dfb83a479bf3469583e7bdc34c28fa4e", head_url: null, cape_url: null },
    cached: true,
    fetched_at: "2026-11-24T12:00:00.000Z",
    stale: false,
  });
  const names = ["W".repeat(64), "لاعب_المصباح_المنير", "🧑‍🌾🏳️‍🌈".repeat(8)];
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [index, name] of names.entries()) {
      const typed = `Name_${width}_${index}`;
      await page.route(`/api?username=${typed}`, (route) =>
        route.fulfill({ json: profile(name), headers: { "X-Cache": "HIT" } }),
      );
      await searchBox(page).fill(typed);
      await expectFound(page, name);
      expect(await overhang(page), name).toBeLessThanOrEqual(0);
      expect(await cutIn(page), name).toEqual([]);
    }
  }
});

/** Blocks of the page's column that are far from the one before. */
function holesIn(page: Page): Promise<string[]> {
  return page.evaluate((most) => {
    const column = document.querySelectorAll(
      "header.stage, .home-search > *, .home-views > *, .home-beside > *, main .section > *, footer",
    );
    const boxes = [...column]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.height > 0)
      .toSorted((one, other) => one.box.top - other.box.top);
    let end = 0;
    return boxes.flatMap(({ element, box }) => {
      const gap = box.top - end;
      end = Math.max(end, box.bottom);
      return gap > most ? [`${Math.round(gap)} above ${element.outerHTML.slice(0, 80)}`] : [];
    });
  }, HOLE);
}

/** Text that is wider than the box it is in. */
function cutIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("main *:not(.sr-only, input, kbd)")]
      .filter((element) => element.clientWidth > 1 && element.closest(".sr-only, svg") === null)
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}
