import type { Locale } from "next-intl";
import names from "./language-names.json" with { type: "json" };

/** The name of a language in that language, for the visitor who reads no other. */
export function languageName(locale: Locale): string {
  return names[locale];
}
