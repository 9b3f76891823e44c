import { readFileSync } from "node:fs";
import path from "node:path";

const document = readFileSync(path.resolve(import.meta.dirname, "../../docs/writing.md"), "utf8");

type Row = Readonly<Record<string, readonly string[]>>;

/** The terms of the vocabulary: for each language, the words of which one must occur. */
export const terms = rowsOf((header) => header[0] === "en");

/** Words that no English message contains. */
export const avoidedInEnglish = rowsOf((header) => header[0] === "Avoid").flatMap(
  (row) => row["Avoid"] ?? [],
);

/** Known mistakes of translations, by language. */
export const avoidedInTranslations = rowsOf((header) => header[0] === "Language").map((row) => ({
  language: row["Language"]?.[0] ?? "",
  words: row["Avoid"] ?? [],
}));

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
export function messagesIn(part: object, prefix = ""): [path: string, text: string][] {
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
export function hasWord(text: string, words: readonly string[]): boolean {
  return words.some((word) => {
    const first = word.charAt(0);
    const start = first === first.toLowerCase() ? `[${first}${first.toUpperCase()}]` : first;
    return new RegExp(`(?<![\\w-])${start}${word.slice(1)}(?:e?s)?(?![\\w-])`).test(text);
  });
}
