import type { Locale } from "next-intl";
import { splitList } from "../../lib/contract/headers.ts";
import { LANGUAGE_COOKIE, routing } from "./routing.ts";

/** The visitor's language preferences in a request. */
export interface Visitor {
  cookie: string | undefined;
  acceptLanguage: string | undefined;
}

/** The language that the visitor chose, else the nearest that the browser accepts, else English. */
export function visitorLanguage({ cookie, acceptLanguage }: Visitor): Locale {
  return chosenLanguage(cookie) ?? acceptedLanguage(acceptLanguage) ?? routing.defaultLocale;
}

const CHOSEN = new RegExp(`(?:^|;)\\s*${LANGUAGE_COOKIE}=([^;]*)`);

function chosenLanguage(cookie = ""): Locale | undefined {
  const [, chosen] = CHOSEN.exec(cookie) ?? [];
  return routing.locales.find((locale) => locale === chosen?.trim());
}

/** A language range and its weight. */
const RANGE = /^\s*([a-z\d-]+)\s*(?:;\s*q=([\d.]*))?/i;

/** Basic filtering by weight (RFC 4647, 3.3.1); of equal weights, the first. */
function acceptedLanguage(acceptLanguage = ""): Locale | undefined {
  let best: Locale | undefined;
  let most = 0;
  for (const part of splitList(acceptLanguage)) {
    const [, range = "", weight = "1"] = RANGE.exec(part) ?? [];
    if (!(Number(weight) > most)) continue;
    const locale = nearestTo(range.toLowerCase());
    if (locale !== undefined) [best, most] = [locale, Number(weight)];
  }
  return best;
}

/** Each locale by its lower-case name and by its language: `pt-PT` gets `pt-BR`. */
const byRange = new Map(
  routing.locales.flatMap((locale) => [
    [locale.toLowerCase(), locale],
    [languageOf(locale), locale],
  ]),
);

/** A language with a script, a region or both (RFC 5646). */
const TAG = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/;

/** The locale that a segment of a URL names: in any case, and by another region. */
export function localeNamed(segment: string): Locale | undefined {
  const range = segment.toLowerCase();
  return TAG.test(range) ? nearestTo(range) : undefined;
}

/** The locale of a lower-case range, else one of the same language. */
function nearestTo(range: string): Locale | undefined {
  return byRange.get(range) ?? byRange.get(languageOf(range));
}

function languageOf(range: string): string {
  return range.split("-", 1)[0] ?? "";
}
