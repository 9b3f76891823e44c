import { isPair, termsOf, wordsOf, type Term } from "./tokenize.ts";

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
    const terms = new Set(matches.map(({ term }) => term));
    return { passage, matches, weight: [...terms].join("").length };
  });
  const most = Math.max(...weighed.map(({ weight }) => weight));
  const best = weighed.find(({ weight }) => weight === most);
  if (best === undefined) return [];
  const { from, to } = cut(best.passage, best.matches[0]?.start ?? 0);
  const pieces = piecesOf(best.passage.slice(from, to), found);
  const around = (text: string) => ({ text, isMatch: false });
  return [
    ...(from > 0 ? [around("… ")] : []),
    ...pieces,
    ...(to < best.passage.length ? [around(" …")] : []),
  ];
}

/** A text in pieces, the matches marked. */
export function piecesOf(text: string, found: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of merged(matchesIn(text, found))) {
    pieces.push({ text: text.slice(end, match.start), isMatch: false });
    pieces.push({ text: text.slice(match.start, match.end), isMatch: true });
    end = match.end;
  }
  pieces.push({ text: text.slice(end), isMatch: false });
  return pieces.filter((piece) => piece.text !== "");
}

function matchesIn(text: string, found: ReadonlySet<string>): Term[] {
  const terms = wordsOf(evenly(text)).flatMap(termsOf);
  const matches = terms
    .filter(({ term }) => found.has(term))
    .toSorted((one, other) => one.start - other.start);
  const torn = merged(matches).filter((range) => isTorn(within(range, matches), found));
  return matches.filter(({ start, end }) =>
    torn.every((range) => end <= range.start || range.end <= start),
  );
}

function within(range: Range, terms: readonly Term[]): string[] {
  return terms
    .filter(({ start, end }) => range.start <= start && end <= range.end)
    .map(({ term }) => term);
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

type Range = Pick<Term, "start" | "end">;

function merged(matches: readonly Term[]): Range[] {
  const ranges: Range[] = [];
  for (const { start, end } of matches) {
    const last = ranges.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
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
