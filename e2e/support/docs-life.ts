import type { Page } from "playwright/test";
import { languageName } from "../../lib/i18n/languages.ts";
import { alive, openSearch, wordOf } from "./docs.ts";
import { expect } from "./test.ts";

/** The sources that a policy allows scripts from. */
export function scriptSources(policy = ""): string[] {
  const directive = policy.split("; ").find((one) => one.startsWith("script-src "));
  return directive?.split(" ").slice(1) ?? [];
}

/** The scripts of the page run: its search opens, and the tabs of its samples change. */
export async function expectAlive(page: Page): Promise<void> {
  await alive(page);
  await openSearch(page);
  await expect(page.getByRole("combobox", { name: "Search the docs" })).toBeFocused();
  await page.keyboard.press("Escape");
  for (const name of ["Python", "curl"]) {
    await page.getByRole("button", { name, exact: true }).first().click();
    const shown = page.locator("[data-sample]").filter({ visible: true }).first();
    await expect(shown).toHaveAttribute("data-sample", name.toLowerCase());
  }
}

/** A language can be chosen on a page; it stays the page, and the choice is remembered. */
export async function expectLanguagesToChange(page: Page): Promise<void> {
  const label = wordOf("en", "LanguageMenu.label").replace("{language}", languageName("en"));
  for (const locale of ["ja", "ar"] as const) {
    await page.goto("/en/docs/errors?from=chat");
    await alive(page);
    await page.getByLabel(label).click();
    const menu = page.getByRole("navigation", { name: wordOf("en", "SiteHeader.navigation") });
    await menu.getByRole("link", { name: languageName(locale), exact: true }).click();
    await expect(page).toHaveURL(`/${locale}/docs/errors?from=chat`);
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    await page.goto("/docs");
    await expect(page).toHaveURL(`/${locale}/docs`);
    await page.context().clearCookies();
  }
}
