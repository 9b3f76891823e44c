import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locale, Messages } from "next-intl";
import { routing } from "../i18n/routing.ts";
import type { DocsPage } from "./source.ts";
import type { DocsTexts } from "./texts.ts";

const folder = path.resolve(import.meta.dirname, "../../messages");

/** All messages of a language, as they are written. */
export function catalogueOf(locale: string): Messages {
  return JSON.parse(readFileSync(path.join(folder, `${locale}.json`), "utf8")) as Messages;
}

export const base = "https://players.example.org";

/** The texts of the documentation in a language, as the site reads them. */
export function textsOf(locale: Locale): DocsTexts {
  const messages = catalogueOf(locale);
  return {
    locale,
    base,
    descriptions: messages.Contract,
    source: "https://git.example.org/lanterns/nametag",
    changelog: "- Everything that changed.",
    labels: messages.Docs,
    configuration: messages.Configuration,
  };
}

/** The text of a section of a page, as its file has it. */
export function sectionOf({ blocks }: DocsPage, id: string): string {
  const start = blocks.findIndex((block) => block.kind === "heading" && block.id === id) + 1;
  const end = blocks.findIndex(({ kind }, at) => kind === "heading" && at > start);
  const section = blocks.slice(start, end === -1 ? undefined : end);
  return section.flatMap((block) => (block.kind === "prose" ? [block.text] : [])).join("\n\n");
}

export const everyLanguage = routing.locales.map((locale) => [locale] as const);
