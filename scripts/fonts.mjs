// The site's fonts, made from packages. `next.config.mjs` has them made before anything is built.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Makes all fonts. */
export async function makeFonts() {
  copyFonts();
  await subsetFonts();
  await makeDrawnFonts();
}

/** Characters that the site's own font has. */
const elsewhere = /-(?:latin|latin-ext|cyrillic|vietnamese)-wght-/;

/**
 * Copies the fonts that `languages.json` names to `public/fonts`, with a stylesheet for each language, and one for
 * the names of these languages. Only devices without such fonts load them; see
 * `app/_components/page-script.ts`.
 */
function copyFonts() {
  const target = path.join(root, "public", "fonts");
  /** @type {Record<string, { name: string, font?: string }>} */
  const languages = JSON.parse(readFileSync(path.join(root, "site/i18n/languages.json"), "utf8"));
  mkdirSync(target, { recursive: true });
  /**
   * @param {string} name
   * @param {readonly string[]} rules
   */
  const writeStyles = (name, rules) =>
    writeFileSync(path.join(target, `${name}.css`), rules.join("\n").replace(/\s+/g, " "));

  const ofNames = Object.entries(languages).flatMap(([language, { name, font }]) => {
    if (font === undefined) return [];
    const source = path.join(root, "node_modules", "@fontsource-variable", font);
    const faces = facesOf(readFileSync(path.join(source, "index.css"), "utf8"));
    for (const { file } of faces) {
      copyFileSync(path.join(source, "files", file), path.join(target, file));
    }
    const rules = faces.map(({ rule }) => rule);
    writeStyles(language, rules);
    return faces.flatMap((face) => narrowed(face, name));
  });
  writeStyles("names", ofNames);
}

/** @param {string} styles */
function facesOf(styles) {
  const rules =
    /@font-face \{[^}]*?url\(\.\/files\/(?<file>[^)]+)\)[^}]*?unicode-range: (?<ranges>[^;]+);[^}]*\}/g;
  return [...styles.matchAll(rules)]
    .map(([rule, file = "", ranges = ""]) => ({
      file,
      ranges,
      rule: rule
        .replace(/font-family: '[^']+'/, "font-family: 'East Asian Letters'")
        .replace("./files/", ""),
    }))
    .filter(({ file }) => !elsewhere.test(file));
}

/**
 * A font face for only the characters of a text; none when it has none of them.
 *
 * @param {{ rule: string, ranges: string }} face
 * @param {string} text
 */
function narrowed({ rule, ranges }, text) {
  const bounds = boundsOf(ranges);
  const letters = Array.from(text, (letter) => letter.codePointAt(0) ?? 0).filter((letter) =>
    bounds.some(([from, to]) => from <= letter && letter <= to),
  );
  const own = letters.map((letter) => `U+${letter.toString(16)}`).join(",");
  return letters.length === 0 ? [] : [rule.replace(ranges, own)];
}

/**
 * The first and last code points of each part of a `unicode-range`.
 *
 * @param {string} ranges
 * @returns {[from: number, to: number][]}
 */
function boundsOf(ranges) {
  return ranges.split(",").map((range) => {
    const [from = "", to = from] = range.trim().slice(2).split("-");
    return [parseInt(from, 16), parseInt(to, 16)];
  });
}

/**
 * OpenType features for shaping Latin, Cyrillic and Arabic text, for tabular figures, and for letters and zeros
 * that cannot be taken for others in names.
 */
const features =
  "calt ccmp curs fina init isol kern liga locl mark medi mkmk rclt rlig ss02 tnum zero".split(" ");

const INTER = "inter-ui/variable/InterVariable.woff2";
const ARABIC =
  "@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2";

/** The packages' files of the fonts that `globals.css` names. */
const files = { latin: INTER, "latin-extended": INTER, cyrillic: INTER, arabic: ARABIC };

/**
 * Makes a font of some weights and characters. Inter's letters for text are used for titles, too.
 *
 * @param {string} file
 * @param {string} characters
 * @param {number | { min: number, max: number }} weight
 * @param {"woff2" | "truetype"} targetFormat
 */
const subsetOf = (file, characters, weight, targetFormat) =>
  subsetFont(readFileSync(path.join(root, "node_modules", file)), characters, {
    targetFormat,
    keepFeatures: features,
    variationAxes: { wght: weight, ...(file === INTER && { opsz: 14 }) },
    noHinting: true,
  });

/**
 * Subsets the site's fonts, in `public/fonts`, to the weights that its pages use and the characters of the ranges in
 * `app/globals.css`. Other characters use the device's own fonts.
 */
async function subsetFonts() {
  const styles = readFileSync(path.join(root, "app", "globals.css"), "utf8");
  for (const [name, file] of Object.entries(files)) {
    const [, ranges = ""] = new RegExp(`/${name}\\.woff2"[^]*?(U\\+[^";]+)`).exec(styles) ?? [];
    const characters = boundsOf(ranges).map(charactersFrom).join("");
    const subset = await subsetOf(file, characters, { min: 400, max: 700 }, "woff2");
    writeFileSync(path.join(root, "public", "fonts", `${name}.woff2`), subset);
  }
}

/**
 * The bold letters of names in the images for link previews, into `dist/fonts`: sharp's text engine reads neither
 * WOFF nor variable fonts. Their route has the same list.
 */
async function makeDrawnFonts() {
  mkdirSync(path.join(root, "dist", "fonts"), { recursive: true });
  for (const [name, file] of Object.entries({ inter: INTER, arabic: ARABIC })) {
    const bold = await subsetOf(file, charactersFrom([0x20, LAST_DRAWN]), 700, "truetype");
    writeFileSync(path.join(root, "dist", "fonts", `${name}.ttf`), bold);
  }
}

/** Up to here are the scripts of the fonts: Latin, Greek, Cyrillic and Arabic. */
const LAST_DRAWN = 0x6ff;

/** @param {[from: number, to: number]} bounds */
function charactersFrom([from, to]) {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
}
