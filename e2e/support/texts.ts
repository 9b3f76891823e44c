import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locale } from "next-intl";
import { createTranslator } from "use-intl/core";
import { parse } from "yaml";
import { catalogueOf } from "../../site/docs/catalogues.fixture.ts";
import { docsPath, slugs, type Slug } from "../../site/docs/pages.ts";

/** A page of the documentation in a language. */
export interface PageUrl {
  locale: Locale;
  slug: Slug;
  /** Such as `/en/docs/head`. */
  path: string;
  /** Its heading. */
  title: string;
  /** In the list of pages. */
  menuTitle: string;
}

/** Every page in a language, in reading order. */
export function pagesIn(locale: Locale): PageUrl[] {
  return slugs.map((slug) => ({
    locale,
    slug,
    path: `/${locale}${docsPath(slug)}`,
    ...titlesOf(locale, slug),
  }));
}

/** The titles in the front matter of a page's file. */
function titlesOf(locale: Locale, slug: Slug) {
  const file = path.resolve(import.meta.dirname, `../../content/docs/${locale}/${slug}.mdx`);
  const [, frontMatter = ""] = readFileSync(file, "utf8").split("---\n");
  const titles = parse(frontMatter) as { title: string; menuTitle?: string };
  return { title: titles.title, menuTitle: titles.menuTitle ?? titles.title };
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
