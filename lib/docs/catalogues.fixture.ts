import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locale, Messages } from "next-intl";
import { createTranslator } from "use-intl/core";
import { routing } from "../i18n/routing.ts";
import type { DocsTexts } from "./page.ts";

const folder = path.resolve(import.meta.dirname, "../../messages");

/** All messages of a language, as they are written. */
export function catalogueOf(locale: string): Messages {
  return JSON.parse(readFileSync(path.join(folder, `${locale}.json`), "utf8")) as Messages;
}

export const base = "https://players.example.org";

/** The texts of the documentation in a language, as the site reads them. */
export function textsOf(locale: Locale): DocsTexts {
  const messages = catalogueOf(locale);
  const pages = createTranslator({ locale, messages, namespace: "DocsPages" });
  // `definePage` has checked the keys.
  const translate = pages as unknown as (key: string, values: { base: string }) => string;
  const labels = createTranslator({ locale, messages, namespace: "Docs" });
  const copying = createTranslator({ locale, messages, namespace: "CopyButton" });
  return {
    locale,
    base,
    text: (page, key) => translate(`${page}.${key}`, { base }),
    descriptions: messages.Contract,
    changelog: "- Everything that changed.",
    labels: messages.Docs,
    copyLabel: (label) => copying("copyNamed", { label }),
    label: labels as unknown as DocsTexts["label"],
    configuration: messages.Configuration,
  };
}

export const everyLanguage = routing.locales.map((locale) => [locale] as const);
