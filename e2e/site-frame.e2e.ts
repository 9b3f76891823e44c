import type { Page } from "playwright/test";
import { searchBox } from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";

const LIGHT = "rgb(247, 245, 239)";
const DARK = "rgb(18, 17, 23)";

function colourOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

/** The button of the menu, by the theme that it shows. */
function themeButton(page: Page, theme: string) {
  return page.getByRole("button", { name: `Theme: ${theme}` });
}

test(
  "follows the device, then the visitor's choice, on every page and before scripts run",
  provoking("ERR_FAILED /_next/static/…"),
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto("/en");
    expect(await colourOf(page)).toBe(DARK);

    await themeButton(page, "System").click();
    await page.getByRole("radio", { name: "Light" }).check();
    expect(await colourOf(page)).toBe(LIGHT);

    await page.route(/\.js$/, (route) => route.abort());
    await page.goto("/en/player/Lantern_Lou");
    expect(await colourOf(page)).toBe(LIGHT);
    await page.unrouteAll();

    await page.goto("/en");
    await themeButton(page, "Light").click();
    await page.getByRole("radio", { name: "System" }).check();
    expect(await colourOf(page)).toBe(DARK);
  },
);

test("closes a menu by Escape, and by a click elsewhere", async ({ page }) => {
  await page.goto("/en");
  const menu = themeButton(page, "System");
  const choice = page.getByRole("radio", { name: "Dark" });
  await menu.press("Enter");
  await expect(choice).toBeVisible();
  const [button, panel] = await Promise.all([
    menu.boundingBox(),
    page.locator("#themes").boundingBox(),
  ]);
  expect(panel?.y).toBeGreaterThanOrEqual((button?.y ?? 0) + (button?.height ?? 0));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(choice).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await expect(choice).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(choice).toBeHidden();
});

test("lets the keyboard skip to the content", async ({ page }) => {
  await page.goto("/en/player/Lantern_Lou");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#content$/);
});

test("links to the search box from the header, even on its own page", async ({ page }) => {
  await page.goto("/en/docs");
  await page.getByRole("link", { name: "Players", exact: true }).click();
  await expect(page).toHaveURL("/en#username");
  await expect(searchBox(page)).toBeFocused();
  await page.getByRole("heading", { level: 1 }).click();
  await page.getByRole("link", { name: "Players", exact: true }).click();
  await expect(searchBox(page)).toBeFocused();
});

test("searches from the header of every page but those that have a search", async ({ page }) => {
  await page.goto("/en");
  await expect(page.getByRole("search")).toHaveCount(1);
  await expect(page.getByRole("banner").getByRole("search")).toHaveCount(0);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/en/docs/head");
    await expect(page.getByRole("banner").getByRole("search")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Search docs" })).toBeInViewport();
    await expect(page.getByRole("banner").getByRole("link", { name: "Players" })).toBeVisible();

    await page.goto("/en/status");
    const box = page.getByRole("banner").getByRole("searchbox", { name: "Name, UUID, XUID" });
    const { height, top } = await box.evaluate((element) => {
      const { height: own, top: from } = element.getBoundingClientRect();
      return { height: own, top: from };
    });
    expect(height).toBeGreaterThanOrEqual(36);
    // Below the links where there is no room beside them.
    expect(top > 40).toBe(width === 390);
    await box.fill("Lantern Lou");
    await box.press("Enter");
    await expect(page).toHaveURL("/en/player/Lantern%20Lou");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lantern_Lou");
  }
});

test("shows the language, and has its icons at the edge of the content", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.goto("/de");
  await expect(page.getByRole("button", { name: /^DE, Sprache/ })).toHaveText("de");
  const edges = await page.evaluate(() => {
    const icons = [...document.querySelectorAll("header .menu-button svg")];
    const inMain = document.querySelector("#views");
    const end = (element?: Element | null) => element?.getBoundingClientRect().right ?? 0;
    return [Math.max(...icons.map(end)), end(inMain)];
  });
  expect(edges[0]).toBeCloseTo(edges[1] ?? 0, 0);
});

test("has even spaces around the logo, and between the links of the footer", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto("/en/status");
  const { above, below } = await page.getByRole("banner").evaluate((header) => {
    const [logo, search] = [".logo", ".search-box"].map((selector) =>
      header.querySelector(selector)?.getBoundingClientRect(),
    );
    const [top = 0, bottom = 0] = [logo?.top, logo?.bottom];
    return { above: top, below: (search?.top ?? 0) - bottom };
  });
  expect(above).toBeGreaterThan(6);
  expect(below).toBeCloseTo(above, 0);

  await page.setViewportSize({ width: 1440, height: 800 });
  const rows = page.getByRole("contentinfo").getByRole("listitem");
  const heights = await rows.evaluateAll((all) =>
    all.map((row) => Math.round(row.getBoundingClientRect().height)),
  );
  expect(new Set(heights)).toEqual(new Set([36]));
});

test("prints a page without controls", async ({ page }) => {
  await page.goto("/en");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await colourOf(page)).toBe("rgb(255, 255, 255)");
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("search")).toBeHidden();
  await expect(page.getByRole("button", { includeHidden: false })).toHaveCount(0);
  await expect(page.getByText("Not an official Minecraft product.")).toBeVisible();
});
