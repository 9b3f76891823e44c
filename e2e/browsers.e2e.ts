import type { Page } from "playwright/test";
import { overhang } from "./support/layout.ts";
import { open, openHome, suggestionsOf, searchBox } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

/* Every engine must pass these. `npm run check:browsers` runs it in Firefox and in WebKit. */

/** Nothing is wider than the window, and no image has failed. */
async function expectWhole(page: Page): Promise<void> {
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.images].flatMap(({ src, complete, naturalWidth, loading }) =>
          loading === "lazy" || (complete && naturalWidth > 0) ? [] : [src],
        ),
      ),
    )
    .toEqual([]);
}

/** A copy button says how it went, though a browser that is driven may not let it. */
async function expectToCopy(page: Page): Promise<void> {
  const button = page.locator("main [data-copies]").first();
  await button.click();
  await expect(button).toHaveAttribute("data-state", /^(copied|failed)$/);
}

test("finds a player, and leads to the page", async ({ page }) => {
  await openHome(page);
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type("Captain_Cobble");
  await expect(suggestionsOf(page).first()).toHaveText("Look up Captain_Cobble");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/en\/player\/Captain_Cobble$/);
});

test("shows a player, and changes the theme", async ({ page }) => {
  await open(page, "/en/player/Lantern_Lou");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Lantern_Lou");
  await expectWhole(page);
  await page.locator("[popovertarget=themes]").first().click();
  await page.locator("#themes [value=dark]").click();
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(18, 17, 23)");
});

for (const path of ["/ar", "/ar/player/Lantern_Lou", "/de/status"]) {
  test(`fits, with all images: ${path}`, async ({ page }) => {
    await open(page, path);
    await expectWhole(page);
  });
}

for (const path of ["/en/player/Captain_Cobble", "/en/docs/head"]) {
  test(`fits, and copies: ${path}`, async ({ page }) => {
    await open(page, path);
    await expectWhole(page);
    await expectToCopy(page);
  });
}

test("searches the documentation by the keyboard", async ({ page }) => {
  await open(page, "/en/docs");
  await page.keyboard.press("Control+k");
  await expect(page.locator("dialog input")).toBeFocused();
  await page.keyboard.type("head");
  await expect(page.locator("dialog[open]").getByRole("option").first()).toBeVisible();
});

test("sends the form of an endpoint, and shows the image", async ({ page }) => {
  await open(page, "/en/docs/head");
  const form = page.getByRole("region", { name: "Try it" });
  await form.getByRole("button", { name: "Send" }).click();
  await expect(form.getByRole("status").filter({ hasText: "200 OK" })).toHaveCount(1);
  const image = page.locator('img[src^="blob:"]');
  await expect(image).toHaveJSProperty("naturalWidth", 64);
});
