import type { Locale } from "next-intl";
import { createTranslator } from "use-intl/core";
import { catalogueOf, textsOf } from "../../lib/docs/catalogues.fixture.ts";
import { docsPath, type PageId } from "../../lib/docs/page.ts";
import { docsPages } from "../../lib/docs/pages.ts";

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

/** The URL of a player's page. */
export function playerUrl(id: string, locale = "en"): string {
  return `/${locale}/player/${encodeURIComponent(id)}`;
}

/** A message of the site in a language; `path` as in `Docs.menu`. */
export function wordOf(locale: Locale, path: string): string {
  let node: unknown = catalogueOf(locale);
  for (const step of path.split(".")) node = Object(node)[step];
  if (typeof node !== "string") throw new TypeError(`${locale} has no ${path}.`);
  return node;
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
