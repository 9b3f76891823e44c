import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import messages from "../../messages/en.json";
import { routing } from "./routing.ts";

const document = readFileSync(path.resolve(import.meta.dirname, "../../docs/writing.md"), "utf8");

type Row = Readonly<Record<string, readonly string[]>>;

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

const english = messagesIn(messages);

it("reads the tables of terms and the wording to avoid", () => {
  expect(terms.length).toBeGreaterThan(30);
  expect(avoidedInEnglish.length).toBeGreaterThan(20);
  expect(hasWord("Send requests to Nametag.", ["request"])).toBe(true);
  expect(hasWord("Refreshed at once.", ["fresh", "refresh"])).toBe(false);
});

describe.each(terms.map((term) => [term["en"]?.[0], term] as const))("%s", (_, term) => {
  it("has a word in every language", () => {
    expect(Object.keys(term)).toEqual(expect.arrayContaining([...routing.locales]));
  });

  it("is used in English", () => {
    expect(english.some(([, text]) => hasWord(text, term["en"] ?? []))).toBe(true);
  });
});

it.each(avoidedInEnglish)("English does not use “%s”", (word) => {
  const wrong = english.filter(([, text]) => hasWord(text, [word]));
  expect(wrong).toEqual([]);
});

describe.each(routing.locales.filter((locale) => locale !== "en"))("%s", (locale) => {
  const file = path.resolve(import.meta.dirname, `../../messages/${locale}.json`);
  const translated = new Map(messagesIn(JSON.parse(readFileSync(file, "utf8")) as object));

  it.each(terms.map((term) => [term["en"]?.[0], term] as const))("translates “%s”", (_, term) => {
    const words = (term[locale] ?? []).map((word) => word.toLowerCase());
    if (words.length === 0) return;
    const uses = english.filter(([, text]) => hasWord(text, term["en"] ?? []));
    const without = uses
      .map(([key]) => [key, translated.get(key) ?? ""] as const)
      .filter(([, text]) => !words.some((word) => text.toLowerCase().includes(word)));
    const allowed = Math.floor(uses.length / 3);
    expect(without.length > allowed ? without : [], `${allowed} of ${uses.length} may`).toEqual([]);
  });

  it("avoids the known mistakes", () => {
    const mistakes = avoidedInTranslations
      .filter(({ language }) => language === locale)
      .flatMap(({ words }) => words);
    const wrong = [...translated].filter(([, text]) =>
      mistakes.some((word) => text.toLowerCase().includes(word.toLowerCase())),
    );
    expect(wrong).toEqual([]);
  });
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

/** All messages in a part of a catalogue by their path, without code and link targets. */
function messagesIn(part: object, prefix = ""): [path: string, text: string][] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "string"
      ? [[prefix + key, withoutCode(value)] as [string, string]]
      : messagesIn(Object(value), `${prefix}${key}.`),
  );
}

function withoutCode(text: string): string {
  return text
    .replace(/<code>.*?<\/code>/g, "")
    .replace(/`[^`]*`/g, "")
    .replace(/\]\([^()\s]*\)/g, "]");
}

/** Whether a text has one of these words as a word of its own, in the plural as well. */
function hasWord(text: string, words: readonly string[]): boolean {
  return words.some((word) => {
    const first = word.charAt(0);
    const start = first === first.toLowerCase() ? `[${first}${first.toUpperCase()}]` : first;
    return new RegExp(`(?<![\\w-])${start}${word.slice(1)}(?:e?s)?(?![\\w-])`).test(text);
  });
}
