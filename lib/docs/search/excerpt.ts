import { isPair, termsOf, wordsOf } from "./tokenize.ts";

/** A piece of a text: a match, or the text between matches. */
export interface Piece {
  text: string;
  isMatch: boolean;
}

/** How many characters of a long passage are shown, and how many of them before the match. */
const LENGTH = 160;
const BEFORE = 40;

/**
 * The passage with the most matches, cut to a few lines.
 * @param found The terms of the index that the query matched.
 */
export function excerptOf(passages: readonly string[], found: ReadonlySet<string>): Piece[] {
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
export function piecesOf(text: string, found: ReadonlySet<string>): Piece[] {
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
  const terms = wordsOf(evenly(text))
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
 * Whether adjacent pairs are only a part of a matched word, such as the ッシュ of a word other than
 * キャッシュ: at neither end does another matched pair continue them.
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

/** Normalised like the index, without moving a character. */
function evenly(text: string): string {
  return Array.from(text, (character) => {
    const composed = character.normalize("NFKC");
    return composed.length === character.length ? composed : character;
  }).join("");
}

/** Where to cut: between words, where there are spaces. */
function cut(passage: string, match: number): { from: number; to: number } {
  const wanted = Math.max(0, match - BEFORE);
  const space = passage.lastIndexOf(" ", match - 1);
  const after = passage.indexOf(" ", wanted);
  const from = wanted === 0 ? 0 : after !== -1 && after <= space ? after + 1 : wanted;
  if (passage.length <= from + LENGTH) return { from, to: passage.length };
  const end = passage.lastIndexOf(" ", from + LENGTH);
  return { from, to: end > match ? end : from + LENGTH };
}
