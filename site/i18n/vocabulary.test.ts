import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locale } from "next-intl";
import { expect, it } from "vitest";
import { loadPages, type DocsPage } from "../docs/source.ts";
import { routing } from "./routing.ts";

const document = readFileSync(path.resolve(import.meta.dirname, "../../docs/writing.md"), "utf8");

const CJK_COMMA = /[\u3040-\u30ff\u4e00-\u9fff][,;]/;

type Row = Readonly<Record<string, readonly string[]>>;
type Message = [path: string, text: string];

/** The terms of the vocabulary: for each language, the words of which one must occur. */
const terms = rowsOf((header) => header[0] === "en");

/** Words that no English message contains. */
const avoidedInEnglish = rowsOf((header) => header[0] === "Avoid").flatMap(
  (row) => row["Avoid"] ?? [],
);

/** Known mistakes of translations, by language. */
const avoidedInTranslations = rowsOf((header) => header[0] === "Language").map((row) => ({
  language: row["Language"]?.[0] ?? "",
  words: row["Avoid"] ?? [],
}));

const read = new Map<Locale, Promise<Message[]>>();
const english = await messagesOf("en");

it("reads the tables of terms and the wording to avoid", () => {
  expect(terms.length).toBeGreaterThan(30);
  expect(avoidedInEnglish.length).toBeGreaterThan(20);
  expect(using(["request"], [["", "Send requests to Nametag."]])).toHaveLength(1);
  expect(using(["fresh", "refresh"], [["", "Refreshed at once."]])).toEqual([]);
});

it("has a word for every term in every language", () => {
  const has = (term: Row) => routing.locales.every((locale) => locale in term);
  expect(terms.filter((term) => !has(term))).toEqual([]);
});

it("has only terms that English uses", () => {
  expect(terms.filter((term) => using(term["en"] ?? []).length === 0)).toEqual([]);
});

it("is free in English of the wording to avoid", () => {
  expect(using(avoidedInEnglish)).toEqual([]);
});

const translations = routing.locales.filter((locale) => locale !== "en");

it.each(translations)(
  "has its own word for the term in two of three messages: %s",
  async (locale) => {
    const translated = new Map(await messagesOf(locale));
    const wrong = terms.flatMap((term) => {
      const words = (term[locale] ?? []).map((word) => word.toLowerCase());
      if (words.length === 0) return [];
      const uses = using(term["en"] ?? []);
      const without = uses
        .map(([key]) => [key, translated.get(key) ?? ""] as const)
        .filter(([, text]) => !words.some((word) => text.toLowerCase().includes(word)));
      return without.length > Math.floor(uses.length / 3) ? [{ words, without }] : [];
    });
    expect(wrong).toEqual([]);
  },
);

it.each(translations)("avoids the known mistakes: %s", async (locale) => {
  const mistakes = avoidedInTranslations
    .filter(({ language }) => language === locale)
    .flatMap(({ words }) => words);
  const wrong = (await messagesOf(locale)).filter(([, text]) =>
    mistakes.some((word) => text.toLowerCase().includes(word.toLowerCase())),
  );
  expect(wrong).toEqual([]);
});

/**
 * Typography and grammar that were settled once and came back with later texts. Each pattern finds a
 * violation in prose without code and link targets.
 */
const settledRules: readonly (readonly [Locale, rule: string, violation: RegExp])[] = [
  ["en", "a request returns a status code; nothing is one", /\b(?:is|are) an? [45]\d\d\b/],
  ["en", "American spelling", /\b(?:licence|cancelled|towards|trousers|colour|behaviour)\b/i],
  ["de", "no formal address", /(?:^|[.:!?] )(?:Sie (?:haben|können|sind)|Ihre?n? )/m],
  ["fr", "a no-break space before : ; ! ? »", / [:;!?»](?!\S)/],
  ["fr", "a no-break space after «", /«[^\u00a0]/],
  ["ru", "a no-break space before a dash", / —/],
  ["ja", "no Latin comma between Japanese characters", CJK_COMMA],
  ["ja", "the edition’s own name", /Java Edition|Bedrock Edition/],
  ["zh-CN", "no Latin comma between Chinese characters", CJK_COMMA],
  ["zh-CN", "the edition’s own name", /Java Edition|Bedrock Edition/],
  ["ar", "no Latin comma after Arabic", /[\u0621-\u064a][,;]/],
  ["ar", "dimensions are isolated", /(?<!\u2066)\b(\d+) ?× ?(?!\1\b)\d+/],
  ["ar", "the edition’s own name", /Java Edition|Bedrock Edition/],
];

it.each(settledRules)("%s keeps to the rule: %s", async (locale, _rule, violation) => {
  expect((await messagesOf(locale)).filter(([, text]) => violation.test(text))).toEqual([]);
});

it.each(routing.locales)("joins consequences of an outage without commas: %s", async (locale) => {
  const parts = (await messagesOf(locale)).filter(([key]) => key.startsWith("StatusPage.affects."));
  expect(parts.filter(([, text]) => /[,،、，]/.test(text))).toEqual([]);
});

/** The rows of all tables of the document with such a header; a cell is split at its slashes. */
function rowsOf(isWanted: (header: readonly string[]) => boolean): Row[] {
  return document.split("\n\n").flatMap((block) => {
    const [header = [], , ...rows] = block.trim().split("\n").map(cellsOf);
    if (!isWanted(header)) return [];
    return rows.map((row) =>
      Object.fromEntries(header.map((name, at) => [name, wordsOf(row[at] ?? "")])),
    );
  });
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}

/** `Anfrag·e / Request` gives `Anfrag`, `Request`; a dash gives nothing. */
function wordsOf(cell: string): string[] {
  return cell
    .split(" / ")
    .map((word) => word.replace(/·.*$/, "").trim())
    .filter((word) => word !== "" && word !== "–");
}

/** The messages of a language, and the texts of its documentation. */
function messagesOf(locale: Locale): Promise<Message[]> {
  const messages = read.get(locale) ?? readMessages(locale);
  read.set(locale, messages);
  return messages;
}

async function readMessages(locale: Locale): Promise<Message[]> {
  const file = path.resolve(import.meta.dirname, `../../messages/${locale}.json`);
  const messages = messagesIn(JSON.parse(readFileSync(file, "utf8")) as object);
  return [...messages, ...(await loadPages(locale)).flatMap(textsOf)];
}

/** The headings of a page, and the text of each section. */
function textsOf({ slug, title, description, blocks }: DocsPage): Message[] {
  const texts = new Map([
    [`${slug}: title`, title],
    [`${slug}: description`, description],
  ]);
  let section: string = slug;
  for (const block of blocks) {
    if (block.kind === "heading") {
      section = `${slug}#${block.id}`;
      texts.set(section, block.text);
    } else if (block.kind === "TryIt") {
      texts.set(`${slug}#${block.id}`, block.title);
    } else if (block.kind === "prose" || block.kind === "note" || block.kind === "Picture") {
      const key = `${section}: text`;
      texts.set(key, `${texts.get(key) ?? ""}\n${"text" in block ? block.text : block.alt}`);
    }
  }
  return [...texts].map(([key, text]) => [key, withoutCode(text)]);
}

/** All messages in a part of a catalogue by their path, without code and link targets. */
function messagesIn(part: object, prefix = ""): Message[] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "string"
      ? [[prefix + key, withoutCode(value)] as Message]
      : messagesIn(Object(value), `${prefix}${key}.`),
  );
}

function withoutCode(text: string): string {
  return text
    .replace(/<code>.*?<\/code>/g, "")
    .replace(/`[^`]*`/g, "")
    .replace(/\]\([^()\s]*\)/g, "]");
}

/** The messages with one of these words as a word of its own, in the plural as well. */
function using(words: readonly string[], within: readonly Message[] = english): Message[] {
  const spellings = words.map((word) => {
    const first = word.charAt(0);
    const start = first === first.toLowerCase() ? `[${first}${first.toUpperCase()}]` : first;
    return start + word.slice(1);
  });
  const pattern = new RegExp(`(?<![\\w-])(?:${spellings.join("|")})(?:e?s)?(?![\\w-])`);
  return within.filter(([, text]) => pattern.test(text));
}
