import type { Page } from "playwright/test";
import { expect, test } from "./support/test.ts";
import { expectFound, open, openHome, overhang, paste } from "./support/page.ts";

/** The most pixels between two parts of a column. */
const HOLE = 120;

/** The height of a window, for each of its widths. */
const HEIGHTS: Readonly<Record<number, number>> = { 390: 844, 768: 1024, 1440: 900, 2560: 1440 };
const PHONE = 390;

/** The section with the players who were found. */
const RESULT = "section[aria-busy]";

test("shows what it is on the first screen, without holes", async ({
  page,
  layouts: { locales, widths },
}) => {
  for (const locale of locales) {
    await open(page, `/${locale}`);
    for (const width of new Set([PHONE, ...widths])) {
      const height = HEIGHTS[width];
      if (height === undefined) continue;
      await page.setViewportSize({ width, height });
      const where = `${locale}, ${width} pixels wide`;
      expect.soft(await overhang(page), where).toBeLessThanOrEqual(0);
      expect.soft(await holesIn(page), where).toEqual([]);
      expect.soft(await cutIn(page), where).toEqual([]);
      // A player, and an identifier to copy.
      const player = width < 1024 ? `${RESULT} img` : "#figure img";
      expect.soft(await bottomOf(page, player), where).toBeLessThan(height);
      const copies = await bottomOf(page, `${RESULT} [data-copies]`);
      expect.soft(copies, where).toBeLessThan(Math.min(height, 800));
      if (width < 1024) continue;
      expect.soft(await bottomOf(page, "#views img"), where).toBeLessThan(height);
    }
  }
});

for (const locale of ["en", "ja"]) {
  test(`breaks the title between its sentences only, and shows all of the placeholder: ${locale}`, async ({
    page,
  }) => {
    await open(page, `/${locale}`);
    for (const width of [360, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const { lines, room } = await page.evaluate(() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector("h1") ?? document.body);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
        const box = document.querySelector<HTMLInputElement>("#username");
        const text = document.createElement("canvas").getContext("2d");
        if (box === null || text === null) return { lines: 0, room: 0 };
        const { fontSize, fontFamily } = getComputedStyle(box, "::placeholder");
        const { paddingLeft, paddingRight } = getComputedStyle(box);
        text.font = `${fontSize} ${fontFamily}`;
        const inner = box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        return {
          lines: new Set(tops).size,
          room: inner - text.measureText(box.placeholder).width,
        };
      });
      expect(lines, `${width} pixels wide`).toBe(2);
      expect(room, `${width} pixels wide`).toBeGreaterThanOrEqual(0);
    }
  });
}

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
      await paste(page, typed);
      await expectFound(page, name);
      expect(await overhang(page), name).toBeLessThanOrEqual(0);
      expect(await cutIn(page), name).toEqual([]);
    }
  }
});

/** The lower end of the first of these elements that is shown. */
function bottomOf(page: Page, selector: string): Promise<number> {
  return page.evaluate((one) => {
    const found = [...document.querySelectorAll(one)].find(
      (element) => element.getClientRects().length > 0,
    );
    return found?.getBoundingClientRect().bottom ?? Infinity;
  }, selector);
}

/** Blocks of the page's column that are far from the one before. */
function holesIn(page: Page): Promise<string[]> {
  return page.evaluate((most) => {
    const column = document.querySelectorAll(
      "header.stage, h1, h1 ~ *, section[aria-busy], :has(> #views) > *, main .section > *, footer",
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
