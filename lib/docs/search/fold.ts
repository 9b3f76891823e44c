/** Letters of their own that people without such a keyboard write otherwise. */
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

// The two marks of Japanese make other syllables: か is not が.
const MARKS = /(?![\u3099\u309A])\p{M}/gu;

/**
 * A word in the one spelling that all its spellings share: lower case, without accents, vowel signs
 * and hamza, wide and narrow letters alike.
 */
export function fold(word: string): string {
  // Most words and all code: nothing else can be wrong with them.
  if (/^[!-~]*$/.test(word)) return word.toLowerCase();
  return word
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(MARKS, "")
    .replace(plainable, (letter) => PLAIN[letter] ?? letter)
    .normalize("NFC");
}
