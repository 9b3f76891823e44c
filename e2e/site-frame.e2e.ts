import type { Page } from "playwright/test";
import { expect, provoking, test } from "./support/test.ts";

const LIGHT = "rgb(244, 242, 236)";
const DARK = "rgb(21, 20, 27)";

function colourOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

test(
  "follows the device, then the visitor's choice, on every page and before scripts run",
  provoking("ERR_FAILED /_next/static/…"),
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto("/en");
    expect(await colourOf(page)).toBe(DARK);

    await page.getByLabel("Colours: As the device").click();
    await page.getByRole("radio", { name: "Light" }).check();
    expect(await colourOf(page)).toBe(LIGHT);

    await page.route(/\.js$/, (route) => route.abort());
    await page.goto("/en/player/Lantern_Lou");
    expect(await colourOf(page)).toBe(LIGHT);
    await page.unrouteAll();

    await page.goto("/en");
    await page.getByLabel("Colours: Light").click();
    await page.getByRole("radio", { name: "As the device" }).check();
    expect(await colourOf(page)).toBe(DARK);
  },
);

test("closes a menu by Escape, and by a click elsewhere", async ({ page }) => {
  await page.goto("/en", { waitUntil: "networkidle" });
  const menu = page.getByLabel("Colours: As the device");
  const choice = page.getByRole("radio", { name: "Dark" });
  await menu.press("Enter");
  await expect(choice).toBeVisible();
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
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#content$/);
});
