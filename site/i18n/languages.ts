import type { Locale } from "next-intl";
import languages from "./languages.json" with { type: "json" };
import { localePath, routing } from "./routing.ts";

/** An entry of `languages.json`. */
interface Language {
  /** Its name in that language, for visitors who read no other. */
  name: string;
  /** The language and the country of most of its readers, in the format of the Open Graph protocol. */
  openGraph: string;
  rightToLeft?: boolean;
  /** The package of its font, where devices may lack one; see `scripts/fonts.mjs`. */
  font?: string;
}

const table: Readonly<Record<Locale, Language>> = languages;

/** The name of a language in that language. */
export function languageName(locale: Locale): string {
  return table[locale].name;
}

/** The writing direction of a language, for `<html dir>`. */
export function direction(locale: Locale): "ltr" | "rtl" {
  return table[locale].rightToLeft === true ? "rtl" : "ltr";
}

/** A language for `og:locale`: `pt_BR`. */
export function openGraphLocale(locale: Locale): string {
  return table[locale].openGraph;
}

/** The languages whose characters a device may lack. */
export const languagesWithFont = routing.locales.filter((locale) => table[locale].font);

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
