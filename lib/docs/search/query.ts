import type { CombinationOperator, Query } from "minisearch";
import { isPair, wordsOf, type Term, type Word } from "./tokenize.ts";

// An old browser does without: then a text without spaces is found as it is written.
const segmenter =
  "Segmenter" in Intl ? new Intl.Segmenter("ja", { granularity: "word" }) : undefined;

/**
 * What a typed text asks the index for. Its strings are terms already.
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
