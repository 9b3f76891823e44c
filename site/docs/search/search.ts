import MiniSearch, { type CombinationOperator, type Query, type SearchResult } from "minisearch";
import { sampleLanguages, type SampleLanguageId } from "../samples/languages.ts";
import type { SearchDocument } from "./documents.ts";
import { isPair, termsOf, tokenize, wordsOf, type Term, type Word } from "./tokenize.ts";

/** A piece of a text: a match, or the text between matches. */
export interface Piece {
  text: string;
  isMatch: boolean;
}

/** A section that was found. */
export interface FoundSection {
  /** Without the language: `/docs/head#parameters`. */
  path: string;
  /** Empty for the top of the page. */
  heading: Piece[];
  excerpt: Piece[];
  /** The section has samples, and this is the language that was searched for. */
  language?: SampleLanguageId | undefined;
}

/** A page with its matching sections, the best first. */
export interface FoundPage {
  title: string;
  sections: FoundSection[];
}

export type Search = (text: string) => FoundPage[];

/** Whole pages are shown, up to this many sections. Beyond it, another word helps more than further results. */
const MOST_SECTIONS = 20;
const MOST_PER_PAGE = 4;

const boost = { title: 8, names: 5, heading: 4, synonyms: 6, page: 1, text: 1 };

/**
 * How much more a section counts that is about the whole query, not only mentions it: it is a page's title, one of
 * its other names, the section's heading, or what it explains on its page, as in "head size".
 */
const about = { title: 12, synonyms: 12, heading: 6, names: 12 };

/** A section with only some of the words must have this share of them, where a word counts by how rare it is. */
const LEAST_SHARE = 0.25;

/**
 * Creates a search over these sections. It finds those with every word; else those with every word when
 * typing errors are forgiven; else those with some of the words.
 */
export function createSearch(documents: readonly SearchDocument[]): Search {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const index = new MiniSearch<Record<string, string>>({
    idField: "path",
    fields: Object.keys(boost),
    tokenize,
    processTerm: (term) => term,
  });
  index.addAll(
    documents.map(({ path, title, heading, passages, names, synonyms }) => ({
      path,
      // The top of a page is the best place to start.
      title: heading === "" ? title : "",
      page: title,
      heading,
      names: names.join("\n"),
      synonyms: synonyms.join("\n"),
      text: passages.join("\n"),
    })),
  );

  const topics = topicsOf(documents);
  const find = (text: string, combineWith: "AND" | "OR", isForgiving: boolean) =>
    index.search(queryOf(text, combineWith, isForgiving), {
      tokenize: (term) => [term],
      boost,
      // Longer terms match, too; but a pair of characters is complete.
      prefix: (term) => !isPair(term),
      fuzzy: isForgiving && fuzziness,
      boostDocument: (path) => topics.get(phraseOf(text))?.get(path) ?? 1,
    });

  return (text) => {
    const asTyped = find(text, "AND", false);
    const corrected = asTyped.length > 0 ? asTyped : find(text, "AND", true);
    const found =
      corrected.length > 0
        ? corrected
        : withEnough(wordsOf(text.normalize("NFKC")), find(text, "OR", true), documents.length);
    /** Without excerpts, by the title of their page. */
    const pages = new Map<string, { document: SearchDocument; terms: Set<string> }[]>();
    for (const { id, terms } of found) {
      const document = byPath.get(id);
      if (document === undefined) continue;
      const sections = pages.get(document.title) ?? [];
      if (sections.length < MOST_PER_PAGE) sections.push({ document, terms: new Set(terms) });
      pages.set(document.title, sections);
    }
    let count = 0;
    const shown = new Set<string>();
    /** Nothing is shown twice: every endpoint has samples in the same languages. */
    const newExcerpt = (passages: readonly string[], terms: ReadonlySet<string>) => {
      const excerpt = excerptOf(passages, terms);
      const whole = excerpt.map((piece) => piece.text).join("");
      if (shown.has(whole)) return [];
      shown.add(whole);
      return excerpt;
    };
    return [...pages]
      .filter(([, sections]) => (count += sections.length) <= MOST_SECTIONS)
      .map(([title, sections]) => ({
        title,
        sections: sections.map(({ document: { path, heading, passages, hasSamples }, terms }) => ({
          path,
          heading: piecesOf(heading, terms),
          excerpt: newExcerpt(passages, terms),
          language: hasSamples ? languageIn(terms) : undefined,
        })),
      }));
  };
}

/**
 * The sections with enough of a query's words: of "qr code", those with "code" alone are about something else.
 * @param count The number of all sections.
 */
function withEnough(words: readonly Word[], found: SearchResult[], count: number): SearchResult[] {
  // Text without spaces is indexed by pairs of characters, so nothing tells words apart.
  if (words.some(({ kind }) => kind === "characters")) return found;
  const weighed = words.map((word) => {
    const terms = new Set(termsOf(word).flatMap(({ term }) => [term, ...swapsIn(term)]));
    const isIn = ({ queryTerms }: SearchResult) => queryTerms.some((term) => terms.has(term));
    return { isIn, weight: Math.log(1 + count / (found.filter(isIn).length + 0.5)) };
  });
  const sumOf = (some: readonly { weight: number }[]) =>
    some.reduce((sum, { weight }) => sum + weight, 0);
  const least = LEAST_SHARE * sumOf(weighed);
  return found.filter((result) => sumOf(weighed.filter(({ isIn }) => isIn(result))) >= least);
}

/** The language of samples among the terms: of "java" and "javascript", which both begin with "java", the first. */
function languageIn(terms: ReadonlySet<string>): SampleLanguageId | undefined {
  const matching = sampleLanguages.filter(({ id }) => terms.has(id));
  return matching.toSorted((one, other) => one.id.length - other.id.length)[0]?.id;
}

/** A text as its terms, by which texts that are written differently are the same. */
function phraseOf(text: string): string {
  return wordsOf(text.normalize("NFKC"))
    .flatMap((word) => (word.kind === "letters" ? word.whole : word.pairs))
    .map(({ term }) => term)
    .join(" ");
}

/** For each phrase the sections that are about it, and how much more they count. */
function topicsOf(documents: readonly SearchDocument[]): Map<string, Map<string, number>> {
  const topics = new Map<string, Map<string, number>>();
  const add = (text: string, path: string, weight: number) => {
    const phrase = phraseOf(text);
    const known = topics.get(phrase) ?? new Map<string, number>();
    topics.set(phrase, known.set(path, Math.max(weight, known.get(path) ?? 1)));
  };
  for (const { path, title, heading, names, synonyms } of documents) {
    if (heading === "") add(title, path, about.title);
    else add(heading, path, about.heading);
    for (const name of names) add(`${title} ${name}`, path, about.names);
    for (const synonym of synonyms) add(synonym, path, about.synonyms);
  }
  return topics;
}

// Old browsers lack it: there, text without spaces is only found as it is written.
const segmenter =
  "Segmenter" in Intl ? new Intl.Segmenter("ja", { granularity: "word" }) : undefined;

/**
 * The query for a typed text. Its strings are already terms.
 * @param combineWith AND: a section must have every word. OR: one of them.
 * @param isForgiving Two letters may be swapped, or one Chinese or Japanese character may be wrong.
 */
function queryOf(text: string, combineWith: CombinationOperator, isForgiving: boolean): Query {
  const queryOfWord = (word: Word): Query => {
    if (word.kind === "letters") {
      const { whole, parts } = word;
      const spellings = [whole.term, ...(isForgiving ? swapsIn(whole.term) : [])];
      return any(parts.length === 0 ? spellings : [...spellings, all(parts)]);
    }
    const asWritten = any([all(word.pairs), ...(isForgiving ? withoutOne(word.pairs) : [])]);
    const inWords = wordsIn(word.text).map(all);
    return inWords.length === 0 ? asWritten : any([asWritten, { combineWith, queries: inWords }]);
  };
  return { combineWith, queries: wordsOf(text.normalize("NFKC")).map(queryOfWord) };
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

/** Every spelling of a word with two adjacent letters swapped. */
function swapsIn(term: string): string[] {
  if (fuzziness(term) === false) return [];
  return Array.from({ length: term.length - 1 }, (_, at) =>
    [term.slice(0, at), term[at + 1], term[at], term.slice(at + 2)].join(""),
  );
}

/** The pairs left when one character is wrong, which is part of one or two pairs. */
function withoutOne(pairs: readonly Term[]): Query[] {
  return pairs
    .concat(pairs.slice(-1))
    .map((_, wrong) => pairs.filter((_pair, at) => at !== wrong && at !== wrong - 1))
    .filter((left) => left.length > 0)
    .map(all);
}

/**
 * The share of letters that may be wrong, one in a short word: "corz" is "cors". None in numbers, as 404 is not 405.
 */
function fuzziness(term: string): number | false {
  if (!/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}_-]{4,}$/u.test(term)) return false;
  return term.length === 4 ? 0.25 : 0.2;
}

/** How many characters of a long passage are shown, and how many of them before the match. */
const LENGTH = 160;
const BEFORE = 40;

/**
 * The passage with the most matches, cut to a few lines.
 * @param found The terms of the index that the query matched.
 */
function excerptOf(passages: readonly string[], found: ReadonlySet<string>): Piece[] {
  const weighed = passages.map((passage) => {
    const matches = matchesIn(passage, found);
    const terms = new Set(matches.flatMap((match) => match.terms));
    return { passage, matches, weight: [...terms].join("").length };
  });
  const most = Math.max(...weighed.map(({ weight }) => weight));
  const best = weighed.find(({ weight }) => weight === most);
  if (best === undefined) return [];
  const { from, to } = cut(best.passage, best.matches[0]?.start ?? 0);
  const dots = (isCut: boolean, text: string) => (isCut ? [{ text, isMatch: false }] : []);
  return [
    ...dots(from > 0, "… "),
    ...piecesOf(best.passage.slice(from, to), found),
    ...dots(to < best.passage.length, " …"),
  ];
}

/** A text in pieces, the matches marked. */
function piecesOf(text: string, found: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of matchesIn(text, found)) {
    pieces.push({ text: text.slice(end, match.start), isMatch: false });
    pieces.push({ text: text.slice(match.start, match.end), isMatch: true });
    end = match.end;
  }
  pieces.push({ text: text.slice(end), isMatch: false });
  return pieces.filter((piece) => piece.text !== "");
}

/** A range of a text that is covered by matching terms. */
interface Match {
  start: number;
  end: number;
  terms: string[];
}

function matchesIn(text: string, found: ReadonlySet<string>): Match[] {
  const terms = wordsOf(text)
    .flatMap(termsOf)
    .filter(({ term }) => found.has(term))
    .toSorted((one, other) => one.start - other.start);
  const matches: Match[] = [];
  for (const { term, start, end } of terms) {
    const last = matches.at(-1);
    if (last === undefined || start > last.end) matches.push({ start, end, terms: [term] });
    else {
      last.end = Math.max(last.end, end);
      last.terms.push(term);
    }
  }
  return matches.filter((match) => !isTorn(match.terms, found));
}

/**
 * True if adjacent pairs are only a part of a matched word, such as the ッシュ of a word other than キャッシュ: at neither end
 * does another matched pair continue them.
 */
function isTorn(terms: readonly string[], found: ReadonlySet<string>): boolean {
  const first = terms[0] ?? "";
  const last = terms.at(-1) ?? "";
  return [...found].some(
    (term) =>
      isPair(term) &&
      !terms.includes(term) &&
      ((isPair(first) && term.at(-1) === first[0]) || (isPair(last) && term[0] === last.at(-1))),
  );
}

/** Cuts between words, where there are spaces. */
function cut(passage: string, match: number): { from: number; to: number } {
  const wanted = Math.max(0, match - BEFORE);
  const space = passage.lastIndexOf(" ", match - 1);
  const after = passage.indexOf(" ", wanted);
  const from = wanted === 0 ? 0 : after !== -1 && after <= space ? after + 1 : wanted;
  if (passage.length <= from + LENGTH) return { from, to: passage.length };
  const end = passage.lastIndexOf(" ", from + LENGTH);
  return { from, to: end > match ? end : from + LENGTH };
}
