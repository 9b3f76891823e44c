import type { Locale } from "next-intl";
import { createTranslator } from "use-intl/core";
import { catalogueOf } from "../../lib/docs/catalogues.fixture.ts";

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
