import type { Locale } from "next-intl";
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

function chosenLanguage(cookie = ""): Locale | undefined {
  const [, chosen] = new RegExp(`(?:^|;)\\s*${LANGUAGE_COOKIE}=([^;]*)`).exec(cookie) ?? [];
  return routing.locales.find((locale) => locale === chosen?.trim());
}

/** Basic filtering by weight (RFC 4647, 3.3.1). */
function acceptedLanguage(acceptLanguage = ""): Locale | undefined {
  const ranges = acceptLanguage
    .toLowerCase()
    .split(",")
    .map((part) => {
      const [range = "", ...parameters] = part.split(";").map((text) => text.trim());
      const weight = parameters.find((parameter) => parameter.startsWith("q="));
      return { range, weight: Number(weight?.slice(2) ?? 1) };
    });
  return ranges
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ range }) => nearestTo(range))
    .find((locale) => locale !== undefined);
}

/** The locale of a lower-case range, else one of the same language: `pt-PT` gets `pt-BR`. */
function nearestTo(range: string): Locale | undefined {
  const language = range.split("-")[0];
  return (
    routing.locales.find((locale) => locale.toLowerCase() === range) ??
    routing.locales.find((locale) => locale.split("-")[0] === language)
  );
}
