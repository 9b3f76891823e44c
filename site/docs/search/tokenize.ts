/** Letters that people write differently on keyboards without them. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ł: "l",
  ı: "i",
  "’": "'",
  // Arabic: alef maksura, ta marbuta, alef wasla; tatweel only stretches a word.
  ى: "ي",
  ة: "ه",
  ٱ: "ا",
  ـ: "",
};

const plainable = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "g");

// The two Japanese voicing marks make other syllables: か is not が.
const MARKS = /(?![\u3099\u309A])\p{M}/gu;

/**
 * A word in its normalized spelling: lower case, without accents, vowel signs and hamza, and with wide and
 * narrow letters alike.
 */
function fold(word: string): string {
  // Most words and all code need nothing else.
  if (/^[!-~]*$/.test(word)) return word.toLowerCase();
  return word
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(MARKS, "")
    .replace(plainable, (letter) => PLAIN[letter] ?? letter)
    .normalize("NFC");
}

/** A term of the index and its position in the text. */
export interface Term {
  term: string;
  start: number;
  end: number;
}

/** A run of text without white space. */
export type Word =
  /** A word, or code such as `X-Texture-Source`: found as a whole and by its parts. */
  | { kind: "letters"; whole: Term; parts: Term[] }
  /** Japanese or Chinese, which have no spaces. */
  | {
      kind: "characters";
      text: string;
      /** Every two adjacent characters, or a single one. */
      pairs: Term[];
      /** The last character, which begins no pair. */
      last: Term;
    };

const CHARACTER = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3099\u309A\u30FC]`;
const LETTER = String.raw`(?:(?!${CHARACTER})[\p{L}\p{N}\p{M}])`;
const JOINT = "[-_.:=/'’]";
const runs = new RegExp(
  `(?<characters>${CHARACTER}+)|${LETTER}+(?:${JOINT}{1,3}${LETTER}+)*`,
  "gu",
);
const partRuns = new RegExp(`${LETTER}+`, "gu");

const pair = new RegExp(`^${CHARACTER}{2}$`, "u");

/** Longer words are URLs and hashes, which are found by their parts. */
const LONGEST = 64;

/** Arabic joins the article, and some words before it, to the noun. */
const ARTICLE = /^(?:[وفبك]?ال|لل)(?=.{3})/;

/**
 * The words of a text, for the index and for queries alike. The terms are normalised whether the text is or not;
 * positions are those in it.
 */
export function wordsOf(text: string): Word[] {
  return [...text.matchAll(runs)].map((run) =>
    run.groups?.["characters"] === undefined
      ? letters(run[0], run.index)
      : characters(run[0], run.index),
  );
}

/** Every term that a text is found by. */
export function tokenize(text: string): string[] {
  return wordsOf(text.normalize("NFKC"))
    .flatMap(termsOf)
    .map(({ term }) => term);
}

/** True if a term is two adjacent characters of Japanese or Chinese. */
export function isPair(term: string): boolean {
  return pair.test(term);
}

/** Every term that a word is found by. */
export function termsOf(word: Word): Term[] {
  if (word.kind === "letters") {
    return word.whole.term.length > LONGEST ? word.parts : [word.whole, ...word.parts];
  }
  const { pairs, last } = word;
  return pairs[0]?.term === last.term ? pairs : [...pairs, last];
}

function letters(run: string, start: number): Word {
  const whole = { term: fold(run), start, end: start + run.length };
  const parts = [...run.matchAll(partRuns)].map((part) => ({
    term: fold(part[0]),
    start: start + part.index,
    end: start + part.index + part[0].length,
  }));
  if (parts.length > 1) {
    // A single letter, as in "player's", means nothing.
    return { kind: "letters", whole, parts: parts.filter(({ term }) => /..|\d/.test(term)) };
  }
  const bare = whole.term.replace(ARTICLE, "");
  return { kind: "letters", whole, parts: bare === whole.term ? [] : [{ ...whole, term: bare }] };
}

function characters(run: string, start: number): Word {
  const text = fold(run);
  const at = (from: number, to: number): Term => ({
    term: text.slice(from, to),
    start: start + from,
    end: start + to,
  });
  const { length } = text;
  const last = at(length - 1, length);
  const pairs = Array.from({ length: length - 1 }, (_, index) => at(index, index + 2));
  return { kind: "characters", text, pairs: length === 1 ? [last] : pairs, last };
}
