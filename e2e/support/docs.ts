import type { Page } from "playwright/test";
import { hydrated } from "./page.ts";
import { expect } from "./test.ts";

export * from "./texts.ts";

/** Waits for a page of the documentation to hydrate. */
export async function alive(page: Page): Promise<void> {
  await hydrated(page, "button[aria-haspopup=dialog]");
}

/** Opens the search by its keys, which work a moment after hydration. */
export async function openSearch(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(page.locator("dialog[open]")).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** The scripts of the page run: its search opens, and the tabs of its samples change. */
export async function expectAlive(page: Page): Promise<void> {
  await alive(page);
  await openSearch(page);
  await expect(page.getByRole("combobox", { name: "Search the docs" })).toBeFocused();
  await page.keyboard.press("Escape");
  for (const name of ["Python", "curl"]) {
    await page.locator("fieldset label").filter({ hasText: name }).first().click();
    const shown = page.locator("[data-sample]").filter({ visible: true }).first();
    await expect(shown).toHaveAttribute("data-sample", name.toLowerCase());
  }
}
