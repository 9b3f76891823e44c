import type { Locale } from "next-intl";
import names from "./language-names.json" with { type: "json" };
import { routing } from "./routing.ts";

const rightToLeft = new Set(["ar", "fa", "he", "ur"]);

/** The writing direction of a language, for `<html dir>`. */
export function direction(locale: Locale): "ltr" | "rtl" {
  return rightToLeft.has(locale) ? "rtl" : "ltr";
}

/** The name of a language in that language, for visitors who read no other. */
export function languageName(locale: Locale): string {
  return names[locale];
}

interface Alternates {
  /** The page's own URL. */
  canonical: string;
  /** The page in every language, and `x-default` for all others. */
  languages: Record<string, string>;
}

/**
 * The URLs of a page in each language, relative to the public URL.
 * @param path Without the language, as in `/player/Lantern_Lou`; empty for the home page.
 */
export function alternatesOf(locale: Locale, path = ""): Alternates {
  const languages = Object.fromEntries(
    routing.locales.map((language) => [language, `/${language}${path}`]),
  );
  // A URL without a language redirects to the visitor's language.
  return { canonical: `/${locale}${path}`, languages: { ...languages, "x-default": path || "/" } };
}

/** Where most readers of a language live, for `og:locale`, which needs a country. */
const countries: Record<Locale, string> = {
  en: "US",
  de: "DE",
  es: "ES",
  fr: "FR",
  "pt-BR": "BR",
  pl: "PL",
  ru: "RU",
  ja: "JP",
  "zh-CN": "CN",
  ar: "AR",
};

/** A language as the Open Graph protocol writes it: `pt_BR`. */
export function openGraphLocale(locale: Locale): string {
  return `${locale.split("-")[0]}_${countries[locale]}`;
}
