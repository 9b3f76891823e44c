import type { Page } from "playwright/test";
import { languageName } from "../site/i18n/languages.ts";
import { wordOf } from "./support/docs.ts";
import { open } from "./support/page.ts";
import { expect, settings, test } from "./support/test.ts";

test.use({ variables: settings.published });

// A language with its own script, one with its own fonts, and one from right to left.
for (const locale of ["ru", "ja", "ar"] as const) {
  test(`finds a player with scripts running: ${languageName(locale)}`, async ({ page }) => {
    await page.goto(`/${locale}`);
    const box = page.getByRole("combobox", { name: wordOf(locale, "SearchForm.label") });
    await box.fill("Captain_Cobble");
    await expect(page.locator("#figure .plate")).toHaveText("Captain_Cobble");
    await box.press("Enter");
    await expect(page).toHaveURL(`/${locale}/player/Captain_Cobble`);
    await expect(page.locator("h1")).toContainText("Captain_Cobble");
    await page.goBack();
    await expect(box).toBeVisible();
  });
}

test("changes the language of a page and keeps its query and section", async ({ page }) => {
  await page.goto("/en/player/Lantern_Lou?from=chat#ids");
  await page.getByLabel("Language: English").click();
  await page.getByRole("link", { name: languageName("ar"), exact: true }).click();
  await expect(page).toHaveURL("/ar/player/Lantern_Lou?from=chat#ids");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  const cookies = await page.context().cookies();
  expect(cookies).toMatchObject([
    { name: "NEXT_LOCALE", value: "ar", path: "/", sameSite: "Lax", httpOnly: false },
  ]);
  // A year, within a day.
  expect(cookies[0]?.expires).toBeCloseTo(Date.now() / 1_000 + 365 * 86_400, -5);
  await page.goto("/");
  await expect(page).toHaveURL("/ar");
});

test("a device without East Asian fonts loads them for pages and the names of languages", async ({
  page,
}) => {
  // The empty boxes of a device without any font.
  await page.addInitScript(() => {
    CanvasRenderingContext2D.prototype.fillText = () => undefined;
  });
  for (const [locale, text] of [
    ["ja", "東京の冒険者"],
    ["zh-CN", "北京的冒险者"],
  ] as const) {
    await open(page, `/${locale}`);
    expect(await stylesOf(page)).toEqual([`/fonts/${locale}.css`]);
    expect(await lettersOf(page, text)).toBeGreaterThan(0);
  }
  await open(page, "/en");
  expect(await stylesOf(page)).toEqual([]);
  await page.locator(".menu-button").first().click();
  await expect.poll(() => stylesOf(page)).toEqual(["/fonts/names.css"]);
  // Two of the seven are in one file.
  await expect.poll(() => lettersOf(page, "日本語简体中文")).toBe(6);
});

test("a device with such fonts loads none", async ({ page }) => {
  await page.addInitScript(() => {
    CanvasRenderingContext2D.prototype.fillText = function draw(text) {
      this.fillRect(0, 0, (text.codePointAt(0) ?? 0) % 31, 1);
    };
  });
  await open(page, "/ja");
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
