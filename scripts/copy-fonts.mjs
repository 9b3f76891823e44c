// Copies the Chinese and Japanese fonts to `public/fonts`, with a stylesheet for each language, and one for
// the names of these languages. Only devices without such fonts load them; see
// `app/_components/page-choices.ts`.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const packages = { ja: "noto-sans-jp", "zh-CN": "noto-sans-sc" };

/** Characters that the site's own font has. */
const elsewhere = /-(?:latin|latin-ext|cyrillic|vietnamese)-wght-/;

/** @param {string} root The folder of the project, with its packages installed. */
export function copyFonts(root) {
  const target = path.join(root, "public", "fonts");
  const names = JSON.parse(readFileSync(path.join(root, "lib/i18n/language-names.json"), "utf8"));
  mkdirSync(target, { recursive: true });
  /** @param {string} name @param {string[]} rules */
  const writeStyles = (name, rules) =>
    writeFileSync(path.join(target, `${name}.css`), rules.join("\n").replace(/\s+/g, " "));

  const ofNames = Object.entries(packages).flatMap(([language, name]) => {
    const source = path.join(root, "node_modules", "@fontsource-variable", name);
    const faces = facesOf(readFileSync(path.join(source, "index.css"), "utf8"));
    for (const { file } of faces) {
      copyFileSync(path.join(source, "files", file), path.join(target, file));
    }
    writeStyles(
      language,
      faces.map(({ rule }) => rule),
    );
    return faces.flatMap((face) => narrowed(face, names[language]));
  });
  writeStyles("names", ofNames);
}

/** @typedef {{ file: string, rule: string, ranges: string }} Face */

/** @param {string} styles @returns {Face[]} */
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
 * @param {Face} face @param {string} text
 */
function narrowed({ rule, ranges }, text) {
  const bounds = ranges.split(",").map((range) => {
    const [from = "", to = from] = range.trim().slice(2).split("-");
    return { from: parseInt(from, 16), to: parseInt(to, 16) };
  });
  const letters = Array.from(text, (letter) => letter.codePointAt(0) ?? 0).filter((letter) =>
    bounds.some(({ from, to }) => from <= letter && letter <= to),
  );
  const own = letters.map((letter) => `U+${letter.toString(16)}`).join(",");
  return letters.length === 0 ? [] : [rule.replace(ranges, own)];
}
