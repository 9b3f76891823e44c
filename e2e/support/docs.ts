import type { Locale } from "next-intl";
import type { Page } from "playwright/test";
import { createTranslator } from "use-intl/core";
import { catalogueOf, textsOf } from "../../lib/docs/catalogues.fixture.ts";
import { docsPath, type PageId } from "../../lib/docs/page.ts";
import { docsPages } from "../../lib/docs/pages.ts";
import { hydrated } from "./page.ts";
import { expect } from "./test.ts";

/** A page of the documentation in a language. */
export interface PageUrl {
  locale: Locale;
  id: PageId;
  /** Such as `/en/docs/head`. */
  path: string;
  /** Its heading. */
  title: string;
}

/** Every page in a language, in reading order. */
export function pagesIn(locale: Locale): PageUrl[] {
  const { text } = textsOf(locale);
  return docsPages.map((page) => ({
    locale,
    id: page.id,
    path: `/${locale}${docsPath(page)}`,
    title: text(page.id, "title"),
  }));
}

/** Every page in English. */
export const englishPages = pagesIn("en");

/** A message of the site in a language; `path` as in `Docs.menu`. */
export function wordOf(locale: Locale, path: string): string {
  let node: unknown = catalogueOf(locale);
  for (const step of path.split(".")) node = Object(node)[step];
  if (typeof node !== "string") throw new TypeError(`${locale} has no ${path}.`);
  return node;
}

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

/** A message of a language with its values, as in `LanguageMenu.label`. */
export function phraseOf(
  locale: Locale,
  key: string,
  values: Record<string, string | number>,
): string {
  const translator: unknown = createTranslator({ locale, messages: catalogueOf(locale) });
  const translate = translator as (key: string, values: object) => string;
  return translate(key, values);
}

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
    await page.locator("fieldset label").filter({ hasText: name }).first().click();
    const shown = page.locator("[data-sample]").filter({ visible: true }).first();
    await expect(shown).toHaveAttribute("data-sample", name.toLowerCase());
  }
}
