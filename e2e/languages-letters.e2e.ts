import type { Page } from "playwright/test";
import { expect, test } from "./support/test.ts";

const NAMES = "日本語简体中文";

/** The empty boxes of a device without any font. */
const asEmptyBoxes = () => {
  CanvasRenderingContext2D.prototype.fillText = () => undefined;
};

test("a device without East Asian fonts loads them for the names of languages", async ({
  page,
}) => {
  await page.addInitScript(asEmptyBoxes);
  await page.goto("/en", { waitUntil: "networkidle" });
  expect(await stylesOf(page)).toEqual([]);
  await page.locator(".menu-button").first().click();
  await expect.poll(() => stylesOf(page)).toEqual(["/fonts/names.css"]);
  // Two of the seven are in one file.
  await expect.poll(() => lettersOf(page, NAMES)).toBe(6);
});

for (const [locale, text] of [
  ["ja", "東京の冒険者"],
  ["zh-CN", "北京的冒险者"],
] as const) {
  test(`a device without East Asian fonts loads those of ${locale}`, async ({ page }) => {
    await page.addInitScript(asEmptyBoxes);
    await page.goto(`/${locale}`, { waitUntil: "networkidle" });
    expect(await stylesOf(page)).toEqual([`/fonts/${locale}.css`]);
    expect(await lettersOf(page, text)).toBeGreaterThan(0);
  });
}

test("a device with such fonts loads none", async ({ page }) => {
  await page.addInitScript(() => {
    CanvasRenderingContext2D.prototype.fillText = function draw(text) {
      this.fillRect(0, 0, (text.codePointAt(0) ?? 0) % 31, 1);
    };
  });
  await page.goto("/ja", { waitUntil: "networkidle" });
  await page.locator(".menu-button").first().click();
  await expect(page.getByRole("link", { name: "Deutsch" })).toBeVisible();
  expect(await stylesOf(page)).toEqual([]);
});

function stylesOf(page: Page): Promise<string[]> {
  return page
    .locator("link[rel=stylesheet][href^='/fonts/']")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
}

/** How many of our font faces a text needs; each must be loaded. */
function lettersOf(page: Page, text: string): Promise<number> {
  return page.evaluate(
    async (wanted) => (await document.fonts.load('16px "East Asian Letters"', wanted)).length,
    text,
  );
}
