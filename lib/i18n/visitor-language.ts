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

/** Basic filtering by weight (RFC 4647, 3.3.1), then by the language alone: `pt-PT` gets `pt-BR`. */
function acceptedLanguage(acceptLanguage = ""): Locale | undefined {
  const ranges = acceptLanguage.split(",").map((part) => {
    const [range = "", ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    return { range, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const wanted = ranges
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  for (const { range } of wanted) {
    const languages = routing.locales.map((locale) => ({ locale, name: locale.toLowerCase() }));
    const exact = languages.find(({ name }) => name === range);
    const near = languages.find(({ name }) => name.split("-")[0] === range.split("-")[0]);
    const found = exact ?? near;
    if (found !== undefined) return found.locale;
  }
  return undefined;
}
