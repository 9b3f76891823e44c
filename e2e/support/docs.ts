import type { Page } from "playwright/test";
import { alive } from "./page.ts";
import { expect } from "./test.ts";

export * from "./texts.ts";

export { alive };

/** Opens the search by its keys. */
export async function openSearch(page: Page): Promise<void> {
  await alive(page);
  await page.keyboard.press("Control+k");
  await expect(page.locator("dialog[open]")).toBeVisible();
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
