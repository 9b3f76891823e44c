import type { Locale } from "next-intl";

/**
 * The URL of a page in a language: `/en/docs/head`.
 * @param path Without the language, as in `/docs/head`; empty for the home page.
 */
export function localePath(locale: Locale, path = ""): string {
  return `/${locale}${path}`;
}
