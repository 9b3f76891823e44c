import type { Locale } from "next-intl";
import names from "./language-names.json" with { type: "json" };
import { localePath, routing } from "./routing.ts";

/** The writing direction of a language, for `<html dir>`. */
export function direction(locale: Locale): "ltr" | "rtl" {
  return locale === "ar" ? "rtl" : "ltr";
}

/** The name of a language in that language, for visitors who read no other. */
export function languageName(locale: Locale): string {
  return names[locale];
}

/**
 * The URLs of a page in each language, relative to the public URL: its own (`canonical`), and all by
 * language, with `x-default` for every other one.
 * @param path Without the language, as in `/player/Lantern_Lou`; empty for the home page.
 */
export function alternatesOf(locale: Locale, path = "") {
  const urls = routing.locales.map((language) => [language, localePath(language, path)]);
  // A URL without a language redirects to the visitor's language.
  const languages: Record<string, string> = {
    ...Object.fromEntries(urls),
    "x-default": path || "/",
  };
  return { canonical: localePath(locale, path), languages };
}

/** A language and the country of most of its readers, as the Open Graph protocol writes them: `pt_BR`. */
export function openGraphLocale(locale: Locale): string {
  // The protocol's own name for Arabic of all countries.
  if (locale === "ar") return "ar_AR";
  const { language, region } = new Intl.Locale(locale).maximize();
  return `${language}_${region}`;
}
