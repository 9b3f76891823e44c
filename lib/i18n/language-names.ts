import type { Locale } from "next-intl";

/** What the speakers of a language call it. */
const names: Readonly<Record<string, string>> = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  "pt-BR": "Português (Brasil)",
  pl: "Polski",
  ru: "Русский",
  ja: "日本語",
  "zh-CN": "简体中文",
  ar: "العربية",
};

/** The name of a language in that language, for the visitor who reads no other. */
export function languageName(locale: Locale): string {
  return names[locale] ?? locale;
}
