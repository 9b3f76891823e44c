import MiniSearch, { type CombinationOperator, type Query } from "minisearch";
import type { SearchDocument } from "./documents.ts";
import { excerptOf, piecesOf, type Piece } from "./excerpt.ts";
import { isPair, tokenize, wordsOf, type Term, type Word } from "./tokenize.ts";

/** A section that was found. */
export interface FoundSection {
  /** Without the language, as in `/docs/head#parameters`. */
  path: string;
  /** Empty for the top of the page. */
  heading: Piece[];
  excerpt: Piece[];
}

/** A page with what was found in it, the best first. */
export interface FoundPage {
  title: string;
  sections: FoundSection[];
}

export type Search = (text: string) => FoundPage[];

/** More results help less than another word does. */
const MOST_SECTIONS = 20;
const MOST_PER_PAGE = 4;

const boost = { title: 6, names: 5, heading: 4, page: 1, text: 1 };

/**
 * Makes the index of these sections. It finds those that have every word; else those that have
 * every word when typing errors are forgiven; else those that have some.
 */
export function createSearch(documents: readonly SearchDocument[]): Search {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const index = new MiniSearch<SearchDocument>({
    idField: "path",
    fields: Object.keys(boost),
    extractField: (document, field) => fieldOf(document, field),
    tokenize,
    processTerm: (term) => term,
  });
  index.addAll(documents);

  const find = (text: string, combineWith: "AND" | "OR", fuzzy: Fuzzy) =>
    index.search(queryOf(text, combineWith), {
      tokenize: (term) => [term],
      boost,
      prefix: isPrefix,
      fuzzy,
    });

  return (text) => {
    const asTyped = find(text, "AND", false);
    const corrected = asTyped.length > 0 ? asTyped : find(text, "AND", fuzziness);
    const found = corrected.length > 0 ? corrected : find(text, "OR", fuzziness);
    const pages = new Map<string, Finding[]>();
    for (const { id, terms } of found) {
      const document = byPath.get(id);
      if (document === undefined) continue;
      const findings = pages.get(document.title) ?? [];
      if (findings.length < MOST_PER_PAGE) findings.push({ document, terms: new Set(terms) });
      pages.set(document.title, findings);
    }
    return firstOf(pages).map(([title, findings]) => ({ title, sections: findings.map(shown) }));
  };
}

type Fuzzy = typeof fuzziness | false;

interface Finding {
  document: SearchDocument;
  /** The terms of the index that the query matched there. */
  terms: Set<string>;
}

function fieldOf(document: SearchDocument, field: string): string {
  const { path, title, heading, passages, names } = document;
  switch (field) {
    case "title":
      // A page is best begun at its top.
      return heading === "" ? title : "";
    case "page":
      return title;
    case "heading":
      return heading;
    case "names":
      return names.join("\n");
    case "text":
      return passages.join("\n");
    default:
      return path;
  }
}

function shown({ document: { path, heading, passages }, terms }: Finding): FoundSection {
  return { path, heading: piecesOf(heading, terms), excerpt: excerptOf(passages, terms) };
}

/** Whole pages, until there are so many sections. */
function firstOf(pages: ReadonlyMap<string, Finding[]>): [string, Finding[]][] {
  let count = 0;
  return [...pages].filter(([, findings]) => (count += findings.length) <= MOST_SECTIONS);
}

// An old browser does without: then a text without spaces is found as it is written.
const segmenter =
  "Segmenter" in Intl ? new Intl.Segmenter("ja", { granularity: "word" }) : undefined;

/**
 * The query of a typed text. Its strings are terms already.
 * @param combineWith Whether a section has to have every word of it, or one of them.
 */
export function queryOf(text: string, combineWith: CombinationOperator): Query {
  const words = wordsOf(text.normalize("NFKC"));
  return { combineWith, queries: words.map((word) => queryOfWord(word, combineWith)) };
}

function queryOfWord(word: Word, combineWith: CombinationOperator): Query {
  if (word.kind === "letters") {
    const { whole, parts } = word;
    return parts.length === 0 ? whole.term : any([whole.term, all(parts)]);
  }
  const asWritten = all(word.pairs);
  const inWords = wordsIn(word.text).map(all);
  return inWords.length === 0 ? asWritten : any([asWritten, { combineWith, queries: inWords }]);
}

/** The words of a text without spaces, each as the terms that it is indexed by. */
function wordsIn(text: string): Term[][] {
  if (segmenter === undefined) return [];
  return (
    [...segmenter.segment(text)]
      .map(({ segment }) => segment)
      // Particles of one syllable are everywhere.
      .filter((segment) => !/^\p{Script=Hiragana}$/u.test(segment))
      .flatMap(wordsOf)
      .map((word) => (word.kind === "letters" ? word.parts : word.pairs))
  );
}

function all(terms: readonly Term[]): Query {
  return { combineWith: "AND", queries: terms.map(({ term }) => term) };
}

function any(queries: Query[]): Query {
  return { combineWith: "OR", queries };
}

/** Whether longer terms that begin so are meant, too: a pair of characters is complete. */
export function isPrefix(term: string): boolean {
  return !isPair(term);
}

/**
 * The share of letters that may be wrong. Only in words: 404 is not 405, and a language without an
 * alphabet has no typing errors of that kind.
 */
export function fuzziness(term: string): number | false {
  return /^[\p{Script=Latin}\p{Script=Cyrillic}_-]{4,}$/u.test(term) && 0.2;
}
